import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { lazy, Suspense, useCallback, useMemo, useRef } from 'react';
import type { DefinedField } from '../features/fields/use-field-definitions.ts';
import type { UnsavedLines } from '../features/line-items/line-items-panel-props.ts';
import type { LineCells, LineField } from '../features/line-items/line.ts';
import { useLineTypes } from '../features/line-items/use-lines.ts';
import { renderText } from '../features/records/columns/record-cell.tsx';
import type { RecordDetail } from '../features/records/record-detail.ts';
import { rowLabel, type RecordRow } from '../features/records/record-row.ts';
import { textOfStored, type Names } from '../features/records/record-text.ts';
import { columnEdit } from '../features/records/row-edit/column-edit.tsx';
import { viewerZone } from '../platform/clock.ts';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import type { Option } from '../ui/inputs/option.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import { useFieldOptions } from './use-field-options.ts';

const LineItemsPanel = lazy(async () => ({
  default: (await import('../features/line-items/line-items-panel.tsx')).LineItemsPanel,
}));

type ShownType = { readonly id: number; readonly isSuper: boolean };

/** The panel of line items under a record; undefined where its type has none, or the role may not see them. */
export function useRecordLines(
  recordType: ShownType | undefined,
  grants: ReadonlySet<MenuAction>,
): RecordDetail | undefined {
  const confirm = useConfirm();
  const unsaved = useRef<UnsavedLines | null>(null);
  const recordTypeId = recordType?.id ?? 0;
  const isOffered = recordType !== undefined && grants.has('line item access');
  const { data: types } = useLineTypes(recordTypeId, isOffered);
  const fields = useMemo(
    () => (types ?? []).flatMap((type) => type.fields.map((field) => asRecordField(field, recordTypeId))),
    [types, recordTypeId],
  );
  const cells = useLineCells(fields, useFieldOptions(recordTypeId, noTypes, fields));
  // A super type shows lines for reading: Specification 6.
  const mayEdit = grants.has('edit line items') && recordType?.isSuper === false;
  const mayExport = grants.has('export line items');

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
    const discards = await confirm({
      title: 'Are you sure you want to discard your changes?',
      body: 'The line items are not saved.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      tone: 'danger',
    });
    if (discards) current.discard();
    return discards;
  }, [confirm]);
  return useMemo(
    () => (isOffered && types !== undefined && types.length > 0 ? { render, mayLeave } : undefined),
    [isOffered, types, render, mayLeave],
  );
}

const noTypes: readonly number[] = [];

/** Lines hold the same types of values, which read and are edited as those of records. */
const asRecordField = (field: LineField, recordTypeId: number): DefinedField => ({
  ...field,
  recordTypeId,
  visibility: true,
  objectDefinition: null,
  access: 'Editable',
  filterable: false,
  sortable: false,
});

function useLineCells(
  fields: readonly DefinedField[],
  options: ReadonlyMap<string, readonly Option[]>,
): LineCells {
  return useMemo(() => {
    const zone = viewerZone();
    const byKey = new Map(fields.map((field) => [field.key, field]));
    const namesOf = (key: string): Names =>
      new Map((options.get(key) ?? []).map((option) => [option.id, option]));
    const names = new Map(fields.map(({ key }) => [key, namesOf(key)]));
    const get = ({ key }: LineField) => ({ field: byKey.get(key)!, names: names.get(key)! });
    return {
      options: ({ key }) => options.get(key),
      text: (line, value) => textOfStored(get(line).field, value, get(line).names, zone),
      render: (line) => renderText(get(line).field),
      edit: (line) => columnEdit(get(line).field, options.get(line.key), get(line).names, zone),
    };
  }, [fields, options]);
}
