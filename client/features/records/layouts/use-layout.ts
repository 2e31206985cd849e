// What a board and a calendar share: the question of the grid, what a card shows, what is moving, what others changed.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { noSum, type GridLayout } from '@rowhouse/domain/grid-preferences/model.ts';
import { mostFilters } from '@rowhouse/domain/records/limits.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import { cardFieldsOf } from '../phone/card-fields.ts';
import { toRecordQuery, toSwitches } from '../record-query.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { useFreshNumbers } from '../numbers/use-numbers.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';
import { chosenField, chosenSum } from './layout-fields.ts';
import { createMoving } from './move-record.ts';
import { useLiveLayout } from './use-live-layout.ts';

export type LayoutScene = ReturnType<typeof useLayoutScene>;

/**
 * @param offered by which fields the records can be laid out, at least one
 * @param more keys of fields that are read of each record besides those of its card
 */
export function useLayoutScene(
  screen: GridScreen,
  layout: GridLayout,
  offered: readonly RecordField[],
  more: readonly string[] = [],
) {
  const shown = useShown(screen, (all) => all);
  const { recordType, fields, fieldList, view, change, columns, shownKeys, hrefOf } = shown;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const recordTypeId = recordType.id;
  const [moving] = useState(() =>
    createMoving({
      recordTypeId,
      queryClient,
      lastDeed: screen.lastDeed,
      announce: screen.store.announce,
      refresh: () => screen.shown.get()?.refresh(),
    }),
  );
  const field = chosenField(offered, layout)!;
  const sum = chosenSum(fieldList, layout);
  const card = cardFieldsOf(columns, fields, shownKeys);
  const keys = [field.key, sum?.key, ...Object.values(card).map(({ id }) => id), 'createdBy', ...more];
  const switches = useStable(
    toSwitches([...new Set(keys.flatMap((key) => (key !== undefined && fields.has(key) ? [key] : [])))]),
  );
  const question = JSON.stringify([toRecordQuery(recordTypeId, view), field.key, layout.kind]);
  useEffect(() => {
    moving.forget();
  }, [moving, question]);
  useFreshNumbers(recordTypeId, true);
  const marks = useLiveLayout(recordTypeId, question, moving);

  const openGrid = (conditions: readonly FilterCondition[]) => {
    if (view.filters.length + conditions.length > mostFilters)
      snackbars.warning(`At most ${mostFilters} conditions can be applied.`);
    else change({ layout: null, filters: [...view.filters, ...conditions], recordId: null });
  };
  return {
    screen,
    recordTypeId,
    label: recordType.name,
    offered,
    field,
    sum,
    fields,
    options: shown.options,
    view,
    card,
    switches,
    question,
    moving,
    marks,
    rowMenu: shown.rowMenu,
    hrefOf,
    /** Why no record can be moved here, or null. */
    whyNotAny: shown.whyNotEditable ?? whyReadOnly(field),
    isRoomForCondition: view.filters.length < mostFilters,
    /** The same records as rows, narrowed to what was counted. */
    openGrid,
    open: (record: RecordRow) => void navigate(hrefOf(record)),
    setField: (key: string) => change({ layout: { ...layout, field: key } }, { replace: true }),
    setSum: (key: string | null) => change({ layout: { ...layout, sum: key ?? noSum } }, { replace: true }),
  };
}

/** The same object while its content is the same. */
function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as Value, [text]);
}

/** Why this record is not moved, or null. */
export const whyNotLifted = ({ whyNotAny }: LayoutScene, record: RecordRow): string | null =>
  whyNotAny ?? (record.enabled === false ? 'The record is deleted. Restore it to move it.' : null);
