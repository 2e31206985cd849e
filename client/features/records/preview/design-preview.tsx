// A type as it would be with fields that are not saved yet: the real grid with its first records, and the real inputs of
// the form with the values of the first one. Nothing of it can be changed.
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useMemo, useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import { GridMessage } from '../../../ui/grid/grid-message.tsx';
import { createGridStore } from '../../../ui/grid/grid-store.ts';
import { FieldEditor, hasEditor } from '../../../values/field-editor.tsx';
import type { FieldOptions } from '../../../values/value-field.ts';
import { toColumns } from '../columns/record-columns.tsx';
import { startView } from '../grid/grid-view.ts';
import { useRecordPage } from '../grid/use-record-page.ts';
import { isBase, type RecordField } from '../record-field.ts';
import { rowId, rowLabel, type RecordRow } from '../record-row.ts';
import { storedValue } from '../row-edit/row-values.ts';
import styles from './design-preview.module.css';

/** A field as it would be. Without an id there are no values of it. */
export type PreviewField = Pick<
  RecordField,
  'name' | 'dataType' | 'required' | 'visibility' | 'help' | 'section' | 'defaultValue'
> & { readonly id: number | null; readonly listId: number | null };

type DesignPreviewProps = {
  recordTypeId: number;
  /** As the role sees them now. */
  fields: readonly RecordField[];
  /** In the order in which they would be. */
  drafts: readonly PreviewField[];
  options: FieldOptions;
};

const shownRows = 5;
const leading = ['recordNumber', 'status'];
const nothing = () => undefined;

export function DesignPreview({ recordTypeId, fields, drafts, options }: DesignPreviewProps) {
  const [store] = useState(createGridStore);
  const drawn = useMemo(() => drawFields(fields, drafts), [fields, drafts]);
  const keys = useMemo(() => fields.map(({ key }) => key), [fields]);
  const { rows } = useRecordPage(recordTypeId, startView, keys, fields);
  const columns = useMemo(
    () =>
      toColumns(
        drawn.filter(({ visibility }) => visibility),
        options,
        viewerZone(),
      ),
    [drawn, options],
  );
  const records = useMemo(() => (rows.data?.records ?? []).slice(0, shownRows), [rows.data]);
  const sections = Map.groupBy(
    drawn.filter((field) => !isBase(field)),
    ({ section }) => section ?? '',
  );
  return (
    <section className={styles.preview} aria-label="Preview">
      <h2 className={styles.title}>Preview</h2>
      <div className={styles.grid}>
        <Grid
          label="Preview of the grid"
          store={store}
          columns={columns}
          rows={records}
          rowId={rowId}
          rowLabel={rowLabel}
          totalRows={records.length}
          firstRowIndex={0}
          status={rows.data === undefined ? (rows.error === null ? 'first' : 'failed') : 'ready'}
          emptyState={<GridMessage title="No records yet" />}
          failedState={<GridMessage title="The records could not be loaded" />}
          density={0.7}
        />
      </div>
      {[...sections].map(([section, own]) => (
        <fieldset key={section} className={styles.form} disabled>
          <legend className={styles.legend}>{section === '' ? 'Additional fields' : section}</legend>
          <div className={styles.inputs} inert>
            {own
              .filter(({ dataType }) => hasEditor(dataType))
              .map((field) => (
                <FieldEditor
                  key={field.key}
                  field={field}
                  options={options.get(field.key) ?? []}
                  value={valueIn(records[0], field)}
                  required={field.required}
                  error={null}
                  onChange={nothing}
                  onBlur={nothing}
                  ref={null}
                />
              ))}
          </div>
        </fieldset>
      ))}
      <p className={styles.quiet}>
        {records[0] === undefined
          ? 'As it would be, without records.'
          : `Real records; the form shows ${rowLabel(records[0])}. Nothing can be changed here.`}
      </p>
    </section>
  );
}

const valueIn = (record: RecordRow | undefined, field: RecordField): string =>
  record === undefined ? (field.defaultValue ?? valueOf(field.dataType).cleared) : storedValue(field, record);

/** Ids of fields that are not there yet: no record has a value of them. */
const beyondIds = 9_000_000_000_000_000;

function drawFields(fields: readonly RecordField[], drafts: readonly PreviewField[]): RecordField[] {
  const known = new Map(fields.map((field) => [field.id, field]));
  const base = leading.flatMap((key) => fields.find((field) => field.key === key) ?? []);
  const drawn = drafts.map((draft, index): RecordField => {
    const { id, listId, ...given } = draft;
    const there = id === null ? undefined : known.get(id);
    const drawnId = id ?? beyondIds + index;
    return {
      recordTypeId: 0,
      currency: null,
      objectDefinition: null,
      access: 'ViewOnly',
      filterable: false,
      ...there,
      ...given,
      name: given.name === '' ? 'New field' : given.name,
      id: drawnId,
      key: additionalFieldKey(drawnId),
      order: index,
      sortable: false,
      listType: there?.listType ?? (listId === null ? null : { id: listId, dataType: 'Value' }),
    };
  });
  return [...base, ...drawn];
}
