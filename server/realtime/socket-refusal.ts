import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { SocketRefusal } from '@rowhouse/domain/realtime/messages.ts';

/** As a refused request is answered; what is no refusal tells nothing of itself. */
export function toSocketRefusal(error: unknown): SocketRefusal {
  if (!(error instanceof Refusal))
    return { code: 'UNAVAILABLE', message: 'Internal server error.', reason: null };
  const reason = error.context.details?.['reason'];
  return {
    code: error.code === 'CONFLICT' ? 'INVALID' : error.code,
    message: error.message,
    reason: typeof reason === 'string' ? reason : null,
  };
}
