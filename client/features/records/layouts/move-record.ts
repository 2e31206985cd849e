// Moves a record to another column or day by an ordinary update of one field: shown at once, held to the version that was
// read, told with the way back. What the server refuses puts the card back, with the reason.
import type { QueryClient } from '@tanstack/react-query';
import type { LastDeed } from '../../../edit-session/last-deed.ts';
import { RequestFailure, toSentence } from '../../../platform/request-failure.ts';
import { refetchAfterWrite } from '../../../platform/refetch-after-write.ts';
import { refetchQuietly } from '../../../platform/refetch-quietly.ts';
import { createObserved } from '../../../platform/observed.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { updateRecord } from '../api.ts';
import { agentOf, findLastChanges } from '../last-changes.ts';
import { withMoveComment } from '../move-comment/with-move-comment.ts';
import type { RecordField } from '../record-field.ts';
import { rowLabel, type RecordRow, type SavedRecord } from '../record-row.ts';
import { storedValue, toUpdateInput } from '../row-edit/row-values.ts';
import { currentRecord } from '../row-edit/send-records.ts';
import { tellUndone, undoSaved } from '../undo-changes.ts';

export type MoveTarget = {
  readonly field: RecordField;
  /** As stored; '' where the field becomes empty. */
  readonly value: string;
  /** 'to Approved', 'to 11/24/2026' */
  readonly words: string;
};

export type Move = {
  readonly record: RecordRow;
  readonly from: string;
  readonly to: string;
  /** When it began: numbers that were asked for before do not know of it. */
  readonly atMs: number;
  readonly isSending: boolean;
};

type Moves = ReadonlyMap<number, Move>;
const noMoves: Moves = new Map();

type Parts = {
  readonly recordTypeId: number;
  readonly queryClient: QueryClient;
  readonly lastDeed: LastDeed;
  readonly announce: (text: string) => void;
  /** Asks for the number of results anew. */
  readonly refresh: () => void;
};

export type Moving = ReturnType<typeof createMoving>;

export function createMoving({ recordTypeId, queryClient, lastDeed, announce, refresh }: Parts) {
  /** Cards that stand where they were moved to until their place in the order is known. */
  const moves = createObserved<Moves>(noMoves);
  const put = (id: number, move: Move | null) => {
    const next = new Map(moves.get());
    if (move === null) next.delete(id);
    else next.set(id, move);
    moves.set(next);
  };

  async function readAgain(): Promise<void> {
    refresh();
    await Promise.all(
      ['layout', 'numbers'].map((part) => refetchAfterWrite(queryClient, ['records', recordTypeId, part])),
    );
  }

  /** What others have changed: no card moves while one's own is on its way, and all that is shown changes at once. */
  const readQuietly = (isOver: () => boolean): Promise<void> =>
    refetchQuietly({
      client: queryClient,
      queryKeys: ['layout', 'numbers', 'page', 'total'].map((part) => ['records', recordTypeId, part]),
      isBusy: () => [...moves.get().values()].some(({ isSending }) => isSending),
      isOver,
    });

  async function send(record: RecordRow, { field, value }: MoveTarget): Promise<SavedRecord> {
    const fields = new Map([[field.key, field]]);
    const values = new Map([[field.key, value]]);
    const update = (version: number) =>
      withMoveComment((more) =>
        updateRecord({ ...toUpdateInput(fields, { id: record.id, version, values }), ...more }),
      );
    try {
      return await update(record.version);
    } catch (refusal) {
      const isStale = refusal instanceof RequestFailure && refusal.code === 'CONFLICT';
      const current = isStale ? currentRecord(refusal.details) : null;
      // Somebody changed another field of it meanwhile: both changes are kept.
      const isOther = current !== null && storedValue(field, current) === storedValue(field, record);
      if (!isOther) throw refusal;
      return update(current.version);
    }
  }

  function tell(saved: SavedRecord, words: string) {
    lastDeed.tell(`Moved ${rowLabel(saved)} ${words}.`, async () => {
      const report = await undoSaved(recordTypeId, [saved]);
      put(saved.id, null);
      await readAgain();
      tellUndone(report);
    });
    announce(`Moved ${rowLabel(saved)} ${words}.`);
  }

  return {
    moves,
    readQuietly,
    /** Other records are shown: where cards stood is no matter any more. */
    forget: () => moves.set(noMoves),
    settle(id: number) {
      if (moves.get().has(id)) put(id, null);
    },
    /** One that is shown, as it was read last. */
    find(id: number): RecordRow | null {
      const moved = moves.get().get(id);
      if (moved !== undefined) return moved.record;
      const parts = queryClient.getQueriesData<readonly RecordRow[]>({
        queryKey: ['records', recordTypeId, 'layout'],
      });
      const found = parts.flatMap(([, rows]) => rows?.filter((row) => row.id === id) ?? []);
      return found.toSorted((one, other) => other.version - one.version)[0] ?? null;
    },
    /** @returns why the server would not, in a sentence; null where it is moved, or nobody would be told more by it */
    async move(record: RecordRow, target: MoveTarget): Promise<string | null> {
      const { field, value, words } = target;
      const from = storedValue(field, record);
      const { id } = record;
      const begun = { record, from, to: value, atMs: Date.now(), isSending: true };
      put(id, begun);
      try {
        const saved = await send(record, target);
        put(id, { ...begun, record: saved });
        tell(saved, words);
        await readAgain();
        if (moves.get().has(id)) put(id, { ...begun, record: saved, isSending: false });
        return null;
      } catch (refusal) {
        put(id, null);
        return await whyBack(record, refusal);
      }
    },
  };

  async function whyBack(record: RecordRow, refusal: unknown): Promise<string | null> {
    const isRefusal = refusal instanceof RequestFailure;
    if (isRefusal && refusal.field === 'comment') {
      announce(`Not moved: ${rowLabel(record)} needs a comment for it.`);
      return null;
    }
    void readAgain();
    if (isRefusal && refusal.code === 'CONFLICT') {
      const who = (await findLastChanges(recordTypeId, [record.id])).get(record.id);
      snackbars.warning(
        `Not moved: ${rowLabel(record)} was changed by ${agentOf(who)} meanwhile. It stands where ${who?.isOwn ? 'you' : 'they'} put it.`,
      );
      return null;
    }
    return toSentence(refusal);
  }
}
