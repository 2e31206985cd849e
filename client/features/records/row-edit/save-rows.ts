// One update a row, one after the other. A row that somebody else changed meanwhile is merged and sent again where
// nothing overlaps; where something does, it is set aside for a person to decide.
import { changedMeanwhile, type Merge } from '@rowhouse/domain/records/merge-change.ts';
import { RequestFailure, toSentence } from '../../../platform/request-failure.ts';
import type { RecordRow } from '../record-row.ts';
import type { EditedRow, EditSession } from './edit-session.ts';

export type SentRow = {
  readonly id: number;
  readonly version: number;
  readonly values: ReadonlyMap<string, string>;
};
export type Send = (row: SentRow) => Promise<RecordRow>;

export type SavedRow = {
  readonly id: number;
  readonly record: RecordRow;
  /** What the record held before, of the fields that were changed: what an undo writes. */
  readonly before: ReadonlyMap<string, string>;
};

export type Conflict = { readonly id: number; readonly present: RecordRow; readonly merge: Merge };

export type SaveReport = {
  readonly saved: readonly SavedRow[];
  readonly conflicts: readonly Conflict[];
  /** Rows whose changes were put beside those of somebody else, with their fields. */
  readonly merged: readonly { readonly id: number; readonly taken: readonly string[] }[];
  /** The first reason for which a row was not saved. */
  readonly failure: string | null;
};

/** How often a row is merged anew while others keep changing it. */
const mostMerges = 5;

type SaveParts = {
  session: EditSession;
  send: Send;
  /** The column at which a refusal of the server is shown, or null. */
  columnOf: (field: string) => string | null;
  onProgress: (done: number) => void;
  isStopped: () => boolean;
};

export async function saveRows(ids: readonly number[], parts: SaveParts): Promise<SaveReport> {
  const saved: SavedRow[] = [];
  const conflicts: Conflict[] = [];
  const merged: { id: number; taken: readonly string[] }[] = [];
  let failure: string | null = null;
  for (const [index, id] of ids.entries()) {
    if (parts.isStopped()) break;
    const outcome = await saveRow(id, parts);
    if (outcome === null) continue;
    if ('saved' in outcome) {
      saved.push(outcome.saved);
      if (outcome.taken.length > 0) merged.push({ id, taken: outcome.taken });
    } else if ('conflict' in outcome) conflicts.push(outcome.conflict);
    else {
      failure ??= outcome.failure;
      if (outcome.endsAll) break;
    }
    parts.onProgress(index + 1);
  }
  return { saved, conflicts, merged, failure };
}

type Outcome =
  | { saved: SavedRow; taken: readonly string[] }
  | { conflict: Conflict }
  | { failure: string; endsAll: boolean };

async function saveRow(id: number, parts: SaveParts): Promise<Outcome | null> {
  const { session, send } = parts;
  const taken = new Set<string>();
  for (let merges = 0; ; merges += 1) {
    const row = session.getRows().get(id);
    if (!row) return null;
    try {
      // A merge may have left nothing to send: then the record is as it was wished already.
      const record =
        row.values.size === 0 ? row.record : await send({ id, version: row.version, values: row.values });
      session.leave([id]);
      return { saved: { id, record, before: beforeOf(row) }, taken: [...taken] };
    } catch (refusal) {
      const present = presentOf(refusal);
      const merge = present && session.merge(id, present);
      if (!present || !merge) return refuse(id, refusal, parts);
      if (merge.overlapping.length > 0 || merges >= mostMerges) {
        session.refuse(id, changedMeanwhile, null);
        return { conflict: { id, present, merge } };
      }
      for (const key of merge.taken) taken.add(key);
      session.rebase(id, present, merge.kept);
    }
  }
}

function refuse(id: number, refusal: unknown, { session, columnOf }: SaveParts): Outcome {
  const sentence = toSentence(refusal);
  const field = refusal instanceof RequestFailure ? refusal.field : null;
  session.refuse(id, sentence, field === null ? null : columnOf(field));
  const code = refusal instanceof RequestFailure ? refusal.code : null;
  return { failure: sentence, endsAll: code === 'UNREACHABLE' || code === 'UNAUTHENTICATED' };
}

const beforeOf = ({ original, values }: EditedRow): ReadonlyMap<string, string> =>
  new Map([...values.keys()].map((key) => [key, original.get(key) ?? '']));

/** The record as it stands, which the refusal of a stale version brings along. */
export function presentOf(refusal: unknown): RecordRow | null {
  if (!(refusal instanceof RequestFailure) || refusal.code !== 'CONFLICT') return null;
  const { current } = refusal.details;
  if (typeof current !== 'object' || current === null) return null;
  const { id, version } = current as Record<string, unknown>;
  return typeof id === 'number' && typeof version === 'number' ? (current as RecordRow) : null;
}
