// Sends what was changed, in parts of so many. A thing that somebody else changed meanwhile is merged and sent again
// where nothing overlaps; where something does, it is set aside for a person to decide.
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import type { Merge } from '@rowhouse/domain/records/merge-change.ts';
import { isConnectionLost, RequestFailure, toSentence } from '../platform/request-failure.ts';
import { type EditSession } from './edit-session.ts';
import { valuesBefore, type EditField, type ThingId, type Values } from './edited.ts';

export type SentThing<Id extends ThingId> = {
  readonly id: Id;
  readonly version: number;
  readonly values: Values;
  readonly isNew?: boolean;
  readonly idempotencyKey: string;
};

/** What became of one thing that was sent. */
export type Outcome<Source> =
  | { readonly kind: 'saved'; readonly source: Source }
  /** Somebody else changed it since: it stands so now. */
  | { readonly kind: 'stale'; readonly source: Source; readonly sentence: string }
  | {
      readonly kind: 'refused';
      readonly sentence: string;
      /** The field that the refusal is about. */
      readonly key: string | null;
      /** Nothing that is sent after it would arrive. */
      readonly endsAll: boolean;
    };

/** @param first the place of the first of them among all that are saved */
export type Send<Source, Id extends ThingId = number> = (
  things: readonly SentThing<Id>[],
  first: number,
) => Promise<readonly Outcome<Source>[]>;

export type SavedThing<Source, Id extends ThingId = number> = {
  readonly id: Id;
  readonly source: Source;
  readonly wasNew: boolean;
  /** What stood in the fields that were changed: what an undo writes. */
  readonly before: Values;
};

export type Conflict<Source, Id extends ThingId = number> = {
  readonly id: Id;
  readonly source: Source;
  readonly sentence: string;
  readonly merge: Merge;
};

export type SaveFailure<Id extends ThingId = number> = { readonly id: Id; readonly sentence: string };

export type SaveReport<Source, Id extends ThingId = number> = {
  readonly saved: readonly SavedThing<Source, Id>[];
  readonly conflicts: readonly Conflict<Source, Id>[];
  /** Whose changes were put beside those of somebody else, with the fields of the other. */
  readonly merged: readonly { readonly id: Id; readonly taken: readonly string[] }[];
  /** What was not saved, with the reason; what was never sent is among it. */
  readonly failures: readonly SaveFailure<Id>[];
};

export const stopped = 'Not sent: saving was stopped.';
export const notSent = 'Not sent, as the server could not be reached.';
/** Of what may have been saved and may not. */
const unanswered = 'No answer came. What you changed is still here: save again, and it is saved once.';

/** How often a thing is merged anew while others keep changing it. */
const mostMerges = 5;

type SaveParts<Source, Id extends ThingId, Field extends EditField> = {
  readonly session: EditSession<Source, Id, Field>;
  readonly send: Send<Source, Id>;
  /** How many are sent at once. Default: one. */
  readonly atOnce?: number;
  readonly onProgress?: (done: number) => void;
  readonly isStopped?: () => boolean;
};

type Writable<Report> = {
  -readonly [Part in keyof Report]: Report[Part] extends readonly (infer One)[] ? One[] : never;
};

export async function saveThings<Source, Id extends ThingId, Field extends EditField>(
  ids: readonly Id[],
  parts: SaveParts<Source, Id, Field>,
): Promise<SaveReport<Source, Id>> {
  const { session, atOnce = 1, onProgress, isStopped } = parts;
  const report: Writable<SaveReport<Source, Id>> = { saved: [], conflicts: [], merged: [], failures: [] };
  // What is not sent any more carries a mark as what was refused does.
  const leaveOut = (left: readonly Id[], sentence: string) => {
    for (const id of left) {
      session.refuse(id, sentence, null);
      report.failures.push({ id, sentence });
    }
  };
  for (let first = 0; first < ids.length; first += atOnce) {
    if (isStopped?.()) {
      leaveOut(ids.slice(first), stopped);
      break;
    }
    const next = first + atOnce;
    if (await savePart(ids.slice(first, next), first, parts, report)) {
      leaveOut(ids.slice(next), notSent);
      break;
    }
    onProgress?.(Math.min(next, ids.length));
  }
  return report;
}

/** Answers whether nothing can be sent after it. */
async function savePart<Source, Id extends ThingId, Field extends EditField>(
  ids: readonly Id[],
  first: number,
  { session, send }: SaveParts<Source, Id, Field>,
  report: Writable<SaveReport<Source, Id>>,
): Promise<boolean> {
  const taken = new Map<Id, Set<string>>();
  let waiting = ids;
  let endsAll = false;
  for (let merges = 0; waiting.length > 0; merges += 1) {
    const rows = waiting.flatMap((id) => session.getRows().get(id) ?? []);
    // A merge may have left nothing to send: then the thing is as it was wished already.
    const sent = rows.filter(({ isNew, values }) => isNew || values.size > 0);
    const outcomes = sent.length > 0 ? await send(sent, first) : [];
    const answers = new Map(sent.map(({ id }, at) => [id, outcomes[at]!]));
    const again: Id[] = [];
    const done: Id[] = [];
    for (const row of rows) {
      const { id } = row;
      const outcome = answers.get(id) ?? { kind: 'saved', source: row.source };
      if (outcome.kind === 'saved') {
        report.saved.push({ id, source: outcome.source, wasNew: row.isNew, before: valuesBefore(row) });
        if (taken.has(id)) report.merged.push({ id, taken: [...taken.get(id)!] });
        done.push(id);
      } else if (outcome.kind === 'refused' && outcome.sentence === keyUsedForOther && !row.isNew) {
        session.renewKey(id);
        again.push(id);
      } else if (outcome.kind === 'refused') {
        if (outcome.endsAll) session.noteUnanswered(id);
        session.refuse(id, outcome.sentence, outcome.key);
        report.failures.push({ id, sentence: outcome.sentence });
        endsAll ||= outcome.endsAll;
      } else {
        const merge = session.merge(id, outcome.source);
        if (merge === null) continue;
        if (merge.overlapping.length > 0 || merges >= mostMerges) {
          report.conflicts.push({ id, source: outcome.source, sentence: outcome.sentence, merge });
          continue;
        }
        if (merge.taken.length > 0) taken.set(id, new Set([...(taken.get(id) ?? []), ...merge.taken]));
        session.rebase(id, outcome.source, merge.kept);
        again.push(id);
      }
    }
    if (done.length > 0) session.leave(done);
    waiting = again;
  }
  return endsAll;
}

type Reading<Source> = {
  /** The thing as it stands, which the refusal of a stale version brings along. */
  readonly current: (details: RequestFailure['details']) => Source | null;
  readonly key: (failure: RequestFailure) => string | null;
};

/** What became of one thing that is sent by a request of its own. */
export async function toOutcome<Source>(
  sending: Promise<Source>,
  { current, key }: Reading<Source>,
): Promise<Outcome<Source>> {
  try {
    return { kind: 'saved', source: await sending };
  } catch (refusal) {
    const failure = refusal instanceof RequestFailure ? refusal : null;
    const sentence = toSentence(refusal);
    const source = failure?.code === 'CONFLICT' ? current(failure.details) : null;
    if (source !== null) return { kind: 'stale', source, sentence };
    if (isConnectionLost(refusal)) return withoutAnswer;
    const endsAll = failure?.code === 'UNAUTHENTICATED';
    return { kind: 'refused', sentence, key: failure && key(failure), endsAll };
  }
}

export const withoutAnswer = { kind: 'refused', sentence: unanswered, key: null, endsAll: true } as const;

/** Why things were not saved, a line for each reason with the things that it holds for. */
export function tellFailures<Id extends ThingId>(
  failures: readonly SaveFailure<Id>[],
  labelOf: (id: Id) => string,
  mostLines = 4,
): string {
  const byReason = [...Map.groupBy(failures, ({ sentence }) => sentence)];
  const lines = byReason.slice(0, mostLines).map(([sentence, things]) => {
    const shown = things.slice(0, 3).map(({ id }) => labelOf(id));
    const more = things.length > shown.length ? ` and ${things.length - shown.length} more` : '';
    return `${sentence} (${shown.join(', ')}${more})`;
  });
  const rest = byReason.length - lines.length;
  return [...lines, ...(rest > 0 ? [`And ${rest} more reasons, each at its row.`] : [])].join('\n');
}
