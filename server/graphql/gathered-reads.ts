// What the operations of one request read at the same moment goes to the database in one round trip and one transaction:
// a page asks a dozen things when it opens, and most of them are one check of the session. Only reads that are quick are
// gathered, as each waits for all: docs/decisions/060.
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../platform/database/database.ts';
import type { Statement } from '../platform/database/statement-batch.ts';

export type CheckedRead = { readonly answers: Answer[]; readonly state: Answer | undefined };

type Waiting = {
  readonly statements: readonly Statement[];
  readonly about: readonly RecordTypeId[];
  readonly signal: AbortSignal | undefined;
  readonly resolve: (read: CheckedRead) => void;
  readonly reject: (failure: unknown) => void;
};

export type GatheredReads = (
  statements: readonly Statement[],
  about: readonly RecordTypeId[],
  signal?: AbortSignal,
) => Promise<CheckedRead>;

/**
 * Operations ask word for word the same of one record, such as whether it is in sight: that is read once, where it is asked
 * for first, so that what an operation reads after it is still the younger.
 */
function withoutRepeats(statements: readonly Statement[]) {
  const distinct: Statement[] = [];
  const placeOf = new Map<string, number>();
  const places = statements.map((statement) => {
    // Its rows go to one who asked.
    if (statement.takeRows !== undefined) return distinct.push(statement) - 1;
    const key = JSON.stringify([statement.text, statement.values]);
    const known = placeOf.get(key);
    if (known !== undefined) return known;
    placeOf.set(key, distinct.length);
    return distinct.push(statement) - 1;
  });
  return { distinct, places };
}

/** One for all that ask about the same types; who asks about none is answered by any, and has to leave its counts. */
function checksOf(
  asked: readonly Pick<Waiting, 'about'>[],
  checkOf: (about: readonly RecordTypeId[]) => Statement,
) {
  const all = asked.map(({ about }) => about).filter(({ length }) => length > 0);
  return new Map((all.length === 0 ? [[]] : all).map((about) => [about.join(), checkOf(about)]));
}

/**
 * @param read one round trip, in one transaction, which the signal ends
 * @param checkOf the statement that asks whether the viewer is still who they were; it stands after all that is read
 */
export function createGatheredReads(
  read: (statements: readonly Statement[], signal: AbortSignal | undefined) => Promise<Answer[]>,
  checkOf: (about: readonly RecordTypeId[]) => Statement,
): GatheredReads {
  let waiting: Waiting[] = [];

  async function send(asked: readonly Waiting[]): Promise<void> {
    const checks = checksOf(asked, checkOf);
    try {
      const { distinct, places } = withoutRepeats(asked.flatMap(({ statements }) => statements));
      // The end of one is the end of all: the others are then asked alone.
      const signals = asked.flatMap(({ signal }) => signal ?? []);
      const answers = await read(
        [...distinct, ...checks.values()],
        signals.length > 1 ? AbortSignal.any(signals) : signals[0],
      );
      const ofChecks = answers.slice(-checks.size);
      const states = new Map([...checks.keys()].map((key, index) => [key, ofChecks[index]]));
      const [anyState] = ofChecks;
      let from = 0;
      for (const { statements, about, resolve } of asked) {
        const own = places.slice(from, from + statements.length).map((place) => answers[place]!);
        resolve({ answers: own, state: about.length === 0 ? anyState : states.get(about.join()) });
        from += statements.length;
      }
    } catch (failure) {
      const [first] = asked;
      if (asked.length === 1) first?.reject(failure);
      // One of them failed, and took the others with it: each learns its own answer.
      else await Promise.all(asked.map((one) => send([one])));
    }
  }

  return (statements, about, signal) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0)
        setImmediate(() => {
          const asked = waiting;
          waiting = [];
          void send(asked);
        });
      waiting.push({ statements, about, signal, resolve, reject });
    });
}
