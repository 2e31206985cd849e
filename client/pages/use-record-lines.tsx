import { readOperand } from '@rowhouse/domain/formulas/evaluate.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { linesOf, type Line } from '../features/line-items/line.ts';
import type { UnsavedLines, WrittenLine } from '../features/line-items/line-items-panel-props.ts';
import { useLineCells } from '../features/line-items/use-line-cells.ts';
import { linesKey, useLines, useLineTypes } from '../features/line-items/use-lines.ts';
import type { RecordDetail } from '../features/records/record-detail.ts';
import type { LineSection } from '../features/records/record-page/line-section.ts';
import type { LinesAsWritten } from '../features/records/record-page/unsaved-results.ts';
import { rowLabel, type RecordRow } from '../features/records/record-row.ts';
import { isSessionEnd, toSentence } from '../platform/request-failure.ts';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { discarding } from '../ui/discarding.ts';
import { createObserved } from '../ui/observed.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';

const LineItemsPanel = lazy(async () => ({
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
    if (error && !isSessionEnd(error))
      snackbars.error(`Failed to fetch line items: ${toSentence(error)}`, {
        label: 'Retry',
        run: () => void refetch(),
      });
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
  const { types, cells, mayEdit, mayExport } = useLineParts(recordTypeId, recordType, grants);

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
        />
      </Suspense>
    ),
    [recordTypeId, types, cells, mayEdit, mayExport, keepUnsaved],
  );
  const mayLeave = useCallback(async () => {
    const { current } = unsaved;
    if (current === null || current.count() === 0) return true;
    const discards = await confirm(discardingLines);
    if (discards) current.discard();
    return discards;
  }, [confirm]);
  return useMemo(
    () => (types !== undefined && types.length > 0 ? { render, mayLeave } : undefined),
    [types, render, mayLeave],
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
  const queryClient = useQueryClient();
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
  const asWritten = useMemo(
    (): LinesAsWritten => ({
      subscribe: written.subscribe,
      isChanged: () => written.get().size > 0,
      valuesOf(key) {
        const own = key.replace('l', 'f');
        const type = types?.find(({ fields }) => fields.some((field) => field.key === own));
        // From the cache: when lines were saved it is asked before the page is rendered with them.
        const saved = queryClient.getQueryData<readonly Line[]>(linesKey(recordId)) ?? lines;
        if (type === undefined || saved === undefined) return null;
        const all = written.get().get(type.id) ?? linesOf(type, saved);
        return all.map(({ values }) => readOperand(values.get(own)));
      },
    }),
    [written, types, lines, queryClient, recordId],
  );
  const mayLeave = useCallback(async () => {
    const held = [...unsaved.values()].filter(({ count }) => count() > 0);
    if (held.length === 0) return true;
    const discards = await confirm(discardingLines);
    if (discards) for (const { discard } of held) discard();
    return discards;
  }, [confirm, unsaved]);
  return { sections, mayLeave, asWritten };
}

/** Of each kind the lines as they are written, while one of them is not saved. */
function createWritten() {
  const kinds = createObserved<ReadonlyMap<number, readonly WrittenLine[]>>(new Map());
  return {
    ...kinds,
    put(typeId: number, lines: readonly WrittenLine[] | null) {
      if (lines === null && !kinds.get().has(typeId)) return;
      const next = new Map(kinds.get());
      if (lines === null) next.delete(typeId);
      else next.set(typeId, lines);
      kinds.set(next);
    },
  };
}
