// What is saved under a key is saved once, however often it is sent: an answer that is lost on the way makes nothing a second time,
// and no conflict with oneself.
import type { OperationName } from '@rowhouse/domain/access/permissions.ts';
import { requireIdempotencyKey } from '@rowhouse/domain/kernel/idempotency.ts';
import { hashBody } from '../platform/body-of-key.ts';
import type { Answer, Transaction } from '../platform/database/database.ts';
import { databaseErrorCode } from '../platform/database/open-database.ts';
import type { Statement } from '../platform/database/statement-batch.ts';
import {
  findIdempotencyStatement,
  keepIdempotencyStatement,
  readKeptId,
} from '../platform/idempotency-key.ts';
import type { MemberContext } from './operation.ts';

type Once<Result> = {
  readonly first: readonly Statement[];
  /** @param keep of what was made or changed; runs in the transaction, with the rest or before it */
  readonly work: (
    transaction: Transaction,
    found: Answer[],
    keep: (id: number) => readonly Statement[],
  ) => Promise<Result>;
  /** What an earlier try made or changed, as it stands now. */
  readonly findMade: (id: number, transaction: Transaction) => Promise<Result>;
};

export async function writeOnce<Result>(
  operation: OperationName,
  { idempotencyKey: key = null, ...sent }: { readonly idempotencyKey?: string | null | undefined },
  context: MemberContext,
  { first, work, findMade }: Once<Result>,
): Promise<Result> {
  if (key === null) return context.write(first, (transaction, found) => work(transaction, found, () => []));
  requireIdempotencyKey(key);
  const { tenantId, userId } = context.viewer;
  const body = hashBody(sent);
  const keep = (id: number) => [keepIdempotencyStatement(tenantId, userId, operation, { key, body }, id)];
  const write = () =>
    // After what is held: whoever sees what a first try made of it sees its key.
    context.write(
      [...first, findIdempotencyStatement(operation, key, userId)],
      async (transaction, found) => {
        const id = readKeptId(found.at(-1), body);
        return id === null ? work(transaction, found.slice(0, -1), keep) : findMade(id, transaction);
      },
    );
  try {
    return await write();
  } catch (error) {
    // The same key at the same moment: what the other one saved is the answer to both.
    if (databaseErrorCode(error) !== '23505') throw error;
    return write();
  }
}
