import { createHash } from 'node:crypto';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';

/**
 * What was sent under an idempotency key, as a hash: the key answers for this body and for no other. The order of an
 * object's members is nothing that a client says.
 */
export const hashBody = (body: unknown): string =>
  createHash('sha256').update(JSON.stringify(body, sortedMembers)).digest('base64url');

function sortedMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, unknown>>).toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    ),
  );
}

/** @param kept null of a key that was kept before bodies were: it answers whatever comes */
export const isOtherBody = (kept: string | null, body: string): boolean => kept !== null && kept !== body;

/** @throws {Refusal} where the key stands for something else: the first answer would lose what was sent now */
export function requireSameBody(kept: string | null, body: string): void {
  if (isOtherBody(kept, body)) throw otherBody();
}

export const otherBody = (): Refusal =>
  new Refusal('INVALID', keyUsedForOther, {
    field: 'idempotencyKey',
    details: { reason: 'KeyUsedForOther' },
  });
