// Giving a status back is a move like any other: where no way allows it, the status stays and the rest is given back.
import { commentNeeded, judgeTransition } from '@rowhouse/domain/status-paths/judge-transition.ts';
import type { TextRow } from '../../platform/database/statement-batch.ts';
import type { PathOfChange } from './judge-move.ts';
import type { JudgedRecord } from './judge-give-back.ts';

type Held = Readonly<Record<string, unknown>>;
type Present = { readonly held: string | null; readonly present: TextRow };

/** What was judged, and the statuses that cannot go back with it. */
export function keepOnWay(
  records: readonly { readonly id: number; readonly held: string }[],
  judged: ReadonlyMap<number, JudgedRecord>,
  present: ReadonlyMap<number, Present>,
  way: PathOfChange | null,
  keys: readonly string[],
): ReadonlyMap<number, JudgedRecord> {
  if (way === null) return judged;
  const all = new Map(judged);
  for (const { id, held } of records) {
    const before = judged.get(id);
    const now = present.get(id);
    if (now === undefined || before?.isLeft === true) continue;
    const given = JSON.parse(before?.held ?? held) as Held;
    const whyNot = whyNotGiven(given, now, way);
    if (whyNot === null) continue;
    const status = (JSON.parse(now.held ?? '{}') as Held)['status'];
    all.set(id, {
      held: JSON.stringify({ ...given, status }),
      isLeft: keys.length === 1,
      message: [before?.message ?? [], `Status: ${whyNot}`].flat().join(' '),
    });
  }
  return all;
}

function whyNotGiven(given: Held, { present }: Present, way: PathOfChange): string | null {
  const { from, createdBy, values } = way.read(present);
  const to = given['status'] == null ? null : Number(given['status']);
  const move = {
    from,
    to,
    createdBy,
    userId: way.userId,
    read: (key: string) => values.get(key) ?? null,
  };
  const { whyNot, needsComment } = judgeTransition(way.path, move);
  return whyNot ?? (needsComment ? commentNeeded(way.path, move) : null);
}
