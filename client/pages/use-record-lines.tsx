import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { linesOf, type Line, type LineType } from '../features/line-items/line.ts';
import type { UnsavedLines, WrittenLine } from '../features/line-items/line-items-panel-props.ts';
import { useLineCells } from '../features/line-items/use-line-cells.ts';
import { linesKey, useLines, useLineTypes } from '../features/line-items/use-lines.ts';
import type { RecordDetail } from '../features/records/record-detail.ts';
import type { LineSection } from '../features/records/record-page/line-section.ts';
import type { LinesAsWritten } from '../features/records/unsaved-results/unsaved-results.ts';
import { rowLabel, type RecordRow } from '../features/records/record-row.ts';
import { RequestFailure, toSentence } from '../platform/request-failure.ts';
import { sayUnlessTold } from '../platform/say-unless-told.ts';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { discarding } from '../ui/discarding.ts';
import { createObserved } from '../platform/observed.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const LineItemsPanel = lazyPart(async () => ({
  default: (await import('../features/line-items/line-items-panel.tsx')).LineItemsPanel,
}));

type ShownType = { readonly isSuper: boolean };

/** What lines of the type are shown with; no kinds where the role may not see them, or there are none. */
export function useLineParts(
  recordTypeId: number,
  recordType: ShownType | undefined,
  grants: ReadonlySet<MenuAction>,
) {
  const isOffered = grants.has('line item access');
  const { data: types, error, refetch } = useLineTypes(recordTypeId, isOffered);
  useEffect(() => {
    // Of a type that went out of sight the page says so itself.
    if (error && !(error instanceof RequestFailure && error.code === 'NOT_FOUND'))
      void sayUnlessTold(error, () =>
        snackbars.error(`Failed to fetch line items: ${toSentence(error)}`, {
          label: 'Retry',
          run: () => void refetch(),
        }),
      );
  }, [error, refetch]);
  const cells = useLineCells(recordTypeId, types);
  return {
    types: isOffered ? types : undefined,
    cells,
    // A super type shows lines for reading: Specification 6.
    mayEdit: grants.has('edit line items') && recordType?.isSuper === false,
    mayExport: grants.has('export line items'),
  };
}

/**
 * The panel of line items under a record; undefined where its type has none, or the role may not see them.
 *
 * @param recordType undefined while it is on its way: the kinds of lines are asked for with it
 */
export function useRecordLines(
  recordTypeId: number,
  recordType: ShownType | undefined,
  grants: ReadonlySet<MenuAction>,
): RecordDetail | undefined {
  const confirm = useConfirm();
  const unsaved = useRef<UnsavedLines | null>(null);
  const [written] = useState(createWritten);
  const { types, cells, mayEdit, mayExport } = useLineParts(recordTypeId, recordType, grants);

  const linesNow = useWrittenLines(written, types);
  const keepUnsaved = useCallback((next: UnsavedLines | null) => {
    unsaved.current = next;
  }, []);
  const render = useCallback(
    (record: RecordRow) => (
      <Suspense fallback={<ProgressLine active />}>
        <LineItemsPanel
          key={record.id}
          recordTypeId={recordTypeId}
          record={{ id: record.id, label: rowLabel(record) }}
          types={types!}
          cells={cells}
          mayEdit={mayEdit && record.enabled !== false}
          mayExport={mayExport}
          onUnsaved={keepUnsaved}
          onWritten={written.put}
        />
      </Suspense>
    ),
    [recordTypeId, types, cells, mayEdit, mayExport, keepUnsaved, written],
  );
  const mayLeave = useCallback(async () => {
    const { current } = unsaved;
    if (current === null || current.count() === 0) return true;
    const discards = await confirm(discardingLines);
    if (discards) current.discard();
    return discards;
  }, [confirm]);
  return useMemo(
    () => (types !== undefined && types.length > 0 ? { render, linesOf: linesNow, mayLeave } : undefined),
    [types, render, linesNow, mayLeave],
  );
}

const discardingLines = { ...discarding, body: 'The line items are not saved.', cancelLabel: 'Keep editing' };

/** The lines of one record, a section for each kind, and what asks before they go away with something unsaved. */
export function useLineSections(
  recordTypeId: number,
  recordType: ShownType | undefined,
  grants: ReadonlySet<MenuAction>,
  recordId: number,
) {
  const confirm = useConfirm();
  const [unsaved] = useState(() => new Map<number, UnsavedLines>());
  const [written] = useState(createWritten);
  const { types, cells, mayEdit, mayExport } = useLineParts(recordTypeId, recordType, grants);
  const isOffered = types !== undefined && types.length > 0;
  const lines = useLines(recordId, recordTypeId, isOffered).data;
  const sections = useMemo(
    () =>
      (types ?? []).map((type): LineSection => {
        const keepUnsaved = (next: UnsavedLines | null) => {
          if (next === null) unsaved.delete(type.id);
          else unsaved.set(type.id, next);
        };
        return {
          id: `lines-${type.id}`,
          title: type.name,
          count: lines && linesOf(type, lines).length,
          render: (record) => (
            <Suspense fallback={<ProgressLine active />}>
              <LineItemsPanel
                key={record.id}
                recordTypeId={recordTypeId}
                record={{ id: record.id, label: rowLabel(record) }}
                types={[type]}
                cells={cells}
                mayEdit={mayEdit && record.enabled !== false}
                mayExport={mayExport}
                onUnsaved={keepUnsaved}
                onWritten={written.put}
              />
            </Suspense>
          ),
        };
      }),
    [recordTypeId, types, cells, mayEdit, mayExport, lines, unsaved, written],
  );
  const linesNow = useWrittenLines(written, types);
  const asWritten = useMemo(() => linesNow(recordId), [linesNow, recordId]);
  const mayLeave = useCallback(async () => {
    const held = [...unsaved.values()].filter(({ count }) => count() > 0);
    if (held.length === 0) return true;
    const discards = await confirm(discardingLines);
    if (discards) for (const { discard } of held) discard();
    return discards;
  }, [confirm, unsaved]);
  return { sections, mayLeave, asWritten };
}

type Written = ReturnType<typeof createWritten>;

/** Of each record and kind the lines as they are written, while one of them is not saved. */
function createWritten() {
  const kinds = createObserved<ReadonlyMap<string, readonly WrittenLine[]>>(new Map());
  const keyOf = (recordId: number, typeId: number) => `${recordId}:${typeId}`;
  return {
    subscribe: kinds.subscribe,
    find: (recordId: number, typeId: number) => kinds.get().get(keyOf(recordId, typeId)),
    put(recordId: number, typeId: number, lines: readonly WrittenLine[] | null) {
      const key = keyOf(recordId, typeId);
      if (lines === null && !kinds.get().has(key)) return;
      const next = new Map(kinds.get());
      if (lines === null) next.delete(key);
      else next.set(key, lines);
      kinds.set(next);
    },
  };
}

/** Of a record the lines as they are written. */
function useWrittenLines(written: Written, types: readonly LineType[] = noTypes) {
  const queryClient = useQueryClient();
  return useCallback(
    (recordId: number): LinesAsWritten => ({
      subscribe: written.subscribe,
      isChanged: () => types.some(({ id }) => written.find(recordId, id) !== undefined),
      valuesOf(key) {
        const own = key.replace('l', 'f');
        const type = types.find(({ fields }) => fields.some((field) => field.key === own));
        // From the cache: when lines were saved it is asked before the page is rendered with them.
        const saved = queryClient.getQueryData<readonly Line[]>(linesKey(recordId));
        if (type === undefined || saved === undefined) return null;
        const all = written.find(recordId, type.id) ?? linesOf(type, saved);
        return all.map(({ values }) => values.get(own));
      },
    }),
    [written, types, queryClient],
  );
}

const noTypes: readonly LineType[] = [];
