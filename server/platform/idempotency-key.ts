import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { requireSameBody } from './body-of-key.ts';
import type { Answer } from './database/database.ts';
import { number, row, text } from './database/row.ts';
import type { Statement } from './database/statement-batch.ts';

const kept = row({ id: number.at('record_id'), body: text.at('body_hash').orNull });

export const findIdempotencyStatement = (operation: string, key: string, userId: UserId): Statement => ({
  text: `select ${kept.columns} from idempotency_key where operation = $1 and key = $2 and user_id = $3`,
  values: [operation, key, userId],
});

/**
 * What was made for the key; null when nothing was.
 * @param body hash of what is sent now
 */
export function readKeptId(answer: Answer | undefined, body: string): number | null {
  const found = kept.find(answer);
  if (found === null) return null;
  requireSameBody(found.body, body);
  return found.id;
}

/** An idempotency key, and the hash of what was sent under it. */
export type KeyOfBody = { readonly key: string; readonly body: string };

export const keepIdempotencyStatement = (
  tenantId: TenantId,
  userId: UserId,
  operation: string,
  { key, body }: KeyOfBody,
  /** Of the record, or of whatever else the operation makes or changes. */
  id: number,
): Statement => ({
  text: `insert into idempotency_key (tenant_id, user_id, operation, key, body_hash, record_id)
         values ($1, $2, $3, $4, $5, $6)`,
  values: [tenantId, userId, operation, key, body, id],
});
