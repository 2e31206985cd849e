// The order of lines while it is edited: by dragging, by Alt and the arrows, or by the alphabet.
import { movedLines, sortAlphabetically } from '@rowhouse/domain/line-items/order.ts';
import { useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import type { GridStore } from '../../ui/grid/grid-store.ts';
import { headerHeight } from '../../ui/grid/use-windows.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { reorderLines } from './edit/api.ts';
import { dragLine } from './drag-line.ts';
import type { LineCells } from './use-line-cells.ts';
import type { Line, LineField, LineId } from './line.ts';
import { keepOrder } from './merge-lines.ts';
import type { PatchLines } from './save-lines.ts';
import type { LineUndo } from './use-line-undo.ts';

type LineOrderSetting = {
  recordId: number;
  lines: readonly Line[];
  store: GridStore;
  panel: RefObject<HTMLElement | null>;
  dropLine: RefObject<HTMLElement | null>;
  patch: PatchLines;
  during: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  undo: LineUndo;
};

export type LineOrder = ReturnType<typeof useLineOrder>;

const rowHeight = 40;

/** The lines of one kind in this order; those of others stay behind them. */
function inOrder(order: readonly LineId[], lines: readonly Line[]): readonly Line[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const isOrdered = new Set(order);
  return [...order.flatMap((id) => byId.get(id) ?? []), ...lines.filter(({ id }) => !isOrdered.has(id))];
}
const idsOf = (lines: readonly Line[]) => lines.flatMap(({ id }) => (typeof id === 'number' ? id : []));

export function useLineOrder(setting: LineOrderSetting) {
  const { recordId, lines, store, panel, dropLine, patch, during, undo } = setting;
  /** Null while the order is not edited. */
  const [order, setOrder] = useState<readonly LineId[] | null>(null);
  // Others may add lines, change and delete them meanwhile.
  const rows = useMemo(() => order && keepOrder(order, lines), [order, lines]);
  const setRows = (next: readonly Line[]) => setOrder(next.map(({ id }) => id));
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const moved = rows === null ? [] : movedLines(idsOf(lines), idsOf(rows));
  const grid = () => panel.current?.querySelector<HTMLElement>('[role=grid]') ?? null;
  const shown = useRef<number | null>(null);

  function move(from: number, to: number) {
    if (rows === null || from < 0 || to < 0 || to >= rows.length) return;
    const next = rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!);
    shown.current = to;
    setRows(next);
    store.announce(`Line moved to place ${to + 1} of ${rows.length}`);
  }

  // The line that was moved stays in sight.
  useEffect(() => {
    const element = grid();
    if (shown.current === null || !element) return;
    const top = shown.current * rowHeight;
    const view = element.clientHeight - headerHeight - rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + view) element.scrollTop = top - view;
    shown.current = null;
  });

  function end() {
    setOrder(null);
    setFailure(null);
  }

  async function save() {
    if (rows === null) return;
    if (moved.length === 0) return end();
    setSaving(true);
    setFailure(null);
    const places = moved.map(({ id, fromIndex, index }) => ({ rowId: id, fromIndex, index }));
    try {
      const entry = await during(() => reorderLines(recordId, places));
      const after = rows.map(({ id }) => id);
      patch((before) => inOrder(after, before));
      end();
      undo.tell('Reordering Saved!', { kind: 'order', ids: after, entry });
    } catch (error) {
      snackbars.error('Reordering Failed!');
      setFailure(toSentence(error));
    } finally {
      setSaving(false);
    }
  }

  return {
    rows,
    isChanged: moved.length > 0,
    isSaving,
    failure,
    begin: () => setRows(lines),
    cancel: end,
    save,
    /** Somebody else changed the order meanwhile. */
    warn: () => setFailure('Somebody else changed the order. Save yours over it, or cancel to take theirs.'),
    sortBy(field: LineField, { text }: LineCells) {
      const textOf = (line: Line) => {
        const value = line.values.get(field.key) ?? '';
        return value === '' ? '' : text(field, value);
      };
      setRows(sortAlphabetically(rows ?? lines, textOf));
      store.announce(`Lines in the order of ${field.name}`);
    },

    onPointerDown(event: PointerEvent) {
      const handle = (event.target as Element).closest<HTMLElement>('[data-line-handle]');
      const element = grid();
      if (!handle || !element || rows === null || event.button !== 0) return;
      event.preventDefault();
      const from = rows.findIndex(({ id }) => String(id) === handle.dataset['lineHandle']);
      store.setActive({ row: rows[from]!.id, column: 'order' });
      element.focus({ preventScroll: true });
      dragLine({
        grid: element,
        dropLine: dropLine.current!,
        row: handle.closest<HTMLElement>('[role=row]'),
        rowHeight,
        count: rows.length,
        from,
        clientY: event.clientY,
        onDrop: (to) => move(from, to),
      });
    },

    /** @param to its new place, from 0 */
    moveTo: (id: LineId, to: number) =>
      move(
        (rows ?? []).findIndex((line) => line.id === id),
        to,
      ),

    moveByKey(step: -1 | 1, target: EventTarget | null) {
      const active = store.getActive()?.row ?? null;
      if (rows === null || active === null || target !== grid()) return 'pass';
      const from = rows.findIndex(({ id }) => id === active);
      if (from >= 0) move(from, from + step);
      return undefined;
    },
  };
}
