import type { Transaction } from '../platform/database/database.ts';
import type { MemberContext } from './operation.ts';

/** Nothing that writes asks how many there are. */
const uncounted = { writeVersion: '', enabled: 0, all: 0 };

/**
 * The same viewer in a transaction that stands: what is read is read in it, and whoever opened it commits it. Another connection
 * would not see what it wrote, and in the embedded database there is none.
 */
export function joinTransaction(context: MemberContext, transaction: Transaction): MemberContext {
  const read: MemberContext['read'] = async (statements) => ({
    answers: [...(await transaction.run(statements))],
    counts: uncounted,
  });
  return {
    ...context,
    read,
    readTogether: read,
    write: async (first, work) =>
      work(
        { ...transaction, finish: (statements) => transaction.run(statements) },
        await transaction.run(first),
      ),
  };
}
