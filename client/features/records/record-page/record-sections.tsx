// The fields of a record, its files and its lines, one section below the other, read or edited.
import type { FieldState } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { useMemo, useState, type ReactNode } from 'react';
import { useHiddenKeys } from '../../../edit-session/form-field.ts';
import { readOwnSetting, writeOwnSetting } from '../../../platform/storage/own-settings.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FieldList, FieldView } from '../../../ui/field-view.tsx';
import type { Section } from '../../../ui/section-anchors.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { viewOf } from '../../../values/views.ts';
import { askWhyField } from '../ask-why-of.ts';
import type { RecordField } from '../record-field.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';
import type { LineSection } from './line-section.ts';
import type { RecordEdit } from './record-edit.ts';
import { phonePage } from './phone-page.ts';
import { useFieldStates } from './field-states.ts';
import { RecordFieldsForm } from './record-form.tsx';
import { isInForm } from './record-form-kind.ts';
import { storedValue } from '../row-edit/row-values.ts';
import styles from './record-page.module.css';
import type { RecordPane } from './record-pane.ts';
import { isQuiet, partFields, titleKeys, type FieldPart } from './record-parts.ts';
import { isEmptyIn, type ValueSetting } from './record-value.tsx';
import type { PageSection } from './record-view.ts';
import { LinesCard, SectionCard, SectionsForm, SectionsFrame } from './sections-frame.tsx';
import {
  useUnsavedResults,
  type LinesAsWritten,
  type UnsavedResults,
} from '../unsaved-results/unsaved-results.ts';
import { renderRead } from './unsaved-value.tsx';

type RecordSectionsProps = {
  recordTypeId: number;
  record: RecordRow;
  fields: readonly RecordField[];
  /** What the header says of the record. */
  facts: readonly string[];
  setting: ValueSetting;
  lines: readonly LineSection[];
  linesAsWritten: LinesAsWritten;
  attachments: RecordPane['attachments'];
  /** Where the record stands among others; the page brings it. */
  project: ReactNode;
  edit: RecordEdit;
  isEditing: boolean;
  /** Where nothing can be changed a line says so, and no field has a lock of its own. */
  mayEdit: boolean;
  /** Specification 2: all of them, or one alone. */
  section: PageSection;
  onDocument: () => void;
};

export function RecordSections(props: RecordSectionsProps) {
  const { record, fields, facts, setting, edit, isEditing, mayEdit, section } = props;
  const [hasDetail, setDetail] = useDetail(props.recordTypeId);
  /** Its head has a line for the description, which may be longer. */
  const isPhone = useMediaQuery(phonePage);
  const isShown = (name: PageSection) => section === 'All' || section === name;
  const stateOf = useFieldStates(props.recordTypeId, record, fields);
  const results = useUnsavedResults({
    fields,
    record,
    session: edit.session,
    lines: props.linesAsWritten,
  });
  const hiddenInForm = useHiddenKeys(edit.session, record.id);
  const hidden = isEditing
    ? hiddenInForm
    : fields.flatMap(({ key }) => (stateOf(key).isShown ? [] : [key])).join(' ');
  const parts = useMemo(() => {
    const notShown = new Set(hidden.split(' '));
    return partFields(
      fields.filter(({ key }) => !notShown.has(key)),
      new Set(isEditing ? facts : [...facts, ...(isPhone ? ['recordNumber'] : titleKeys)]),
    ).filter(({ id }) => section === 'All' || (section === 'Objects' && id === 'objects'));
  }, [fields, hidden, isEditing, isPhone, facts, section]);
  const lines = isShown('LineItems') ? props.lines : [];
  const attachments = isShown('Attachments') ? props.attachments : undefined;
  const project = section === 'All' ? props.project : undefined;
  const sections: Section[] = [
    ...parts.map(({ id, title }) => ({ id, title })),
    ...lines.map(({ id, title, count }) => ({ id, title, count })),
    ...(project ? [{ id: 'project', title: 'Project' }] : []),
    ...(attachments ? [{ id: 'attachments', title: 'Attachments', count: attachments.count }] : []),
  ];
  if (sections.length === 0)
    return (
      <div className={styles.form}>
        <EmptyState title="No items found" />
      </div>
    );
  return (
    <SectionsFrame
      label={`Sections of ${rowLabel(record)}`}
      sections={sections}
      aside={
        <div className={styles.detail} role="group" aria-label="Fields">
          {(['Summary', 'Detail'] as const).map((word) => (
            <button
              key={word}
              type="button"
              aria-pressed={hasDetail === (word === 'Detail')}
              onClick={() => setDetail(word === 'Detail')}
            >
              {word}
            </button>
          ))}
        </div>
      }
    >
      <FormOrNot isForm={isEditing} onSubmit={edit.save} label={`Edit ${rowLabel(record)}`}>
        {parts.map((part) => (
          <PartOfFields
            key={part.id}
            recordTypeId={props.recordTypeId}
            part={part}
            record={record}
            setting={setting}
            results={results}
            edit={edit}
            isEditing={isEditing}
            stateOf={stateOf}
            hasDetail={hasDetail}
            mayEdit={mayEdit}
            onDetail={() => setDetail(true)}
          />
        ))}
      </FormOrNot>
      {lines.map(({ id, title, count = 0, render }) => (
        <LinesCard key={id} id={id} title={title} count={count}>
          {render(record)}
        </LinesCard>
      ))}
      {project && (
        <SectionCard id="project" title="Project">
          {project}
        </SectionCard>
      )}
      {attachments && (
        <SectionCard id="attachments" title="Attachments">
          {attachments.render({ mayEdit, onDocument: props.onDocument })}
        </SectionCard>
      )}
    </SectionsFrame>
  );
}

type FormOrNotProps = { isForm: boolean; onSubmit: () => void; label: string; children: ReactNode };

function FormOrNot({ isForm, onSubmit, label, children }: FormOrNotProps) {
  if (!isForm) return children;
  return (
    <SectionsForm label={label} onSubmit={onSubmit}>
      {children}
    </SectionsForm>
  );
}

type PartProps = {
  recordTypeId: number;
  part: FieldPart;
  record: RecordRow;
  setting: ValueSetting;
  results: UnsavedResults;
  edit: RecordEdit;
  isEditing: boolean;
  /** Of the record as it is read. */
  stateOf: (key: string) => FieldState;
  hasDetail: boolean;
  /** Where nothing can be changed a line says so, and no field has a lock of its own. */
  mayEdit: boolean;
  onDetail: () => void;
};

function PartOfFields({ part, record, setting, edit, isEditing, hasDetail, mayEdit, ...props }: PartProps) {
  const { recordTypeId, stateOf, onDetail, results } = props;
  const isShown = (field: RecordField) =>
    hasDetail ||
    results.has(field.key) ||
    (isEditing && isInForm(field)) ||
    (!isQuiet(field) && !isEmptyIn(field, record, setting));
  const shown = part.fields.filter(isShown);
  const more = part.fields.length - shown.length;
  return (
    <SectionCard
      id={part.id}
      title={part.title}
      more={
        more > 0 && (
          <button type="button" className={styles.more} onClick={onDetail}>
            {`${more} more in Detail`}
          </button>
        )
      }
    >
      {shown.length === 0 ? (
        <p className={styles.empty}>Nothing is filled in yet.</p>
      ) : isEditing ? (
        <RecordFieldsForm
          recordTypeId={recordTypeId}
          fields={shown}
          record={record}
          edit={edit}
          setting={setting}
          results={results}
        />
      ) : (
        <div
          onDoubleClick={(event) => {
            const key = (event.target as Element).closest<HTMLElement>('[data-field]')?.dataset['field'];
            const field = part.fields.find((one) => one.key === key);
            if (mayEdit && field !== undefined && isInForm(field) && stateOf(field.key).whyReadOnly === null)
              edit.begin(field.key);
          }}
        >
          <FieldList>
            {shown.map((field) => (
              <FieldView
                key={field.key}
                name={field.key}
                label={field.currency == null ? field.name : `${field.name} (${field.currency})`}
                isFigure={viewOf(field.dataType).kind !== 'text'}
                whyLocked={
                  !mayEdit
                    ? undefined
                    : field.access === 'Editable'
                      ? (stateOf(field.key).whyReadOnly ?? undefined)
                      : lockOf(field)
                }
                onWhy={(anchor) => askWhyField(recordTypeId, record, field, anchor)}
              >
                {renderRead(field, record, setting, results)}
                {setting.renderPlace?.(field, storedValue(field, record))}
              </FieldView>
            ))}
          </FieldList>
        </div>
      )}
    </SectionCard>
  );
}

/** That the system sets a field is what everybody expects of it. */
const lockOf = (field: RecordField): string | undefined =>
  findBaseField(field.key)?.readOnly ? undefined : (whyReadOnly(field) ?? undefined);

const isTrue = (value: unknown): value is { readonly detail: true } =>
  typeof value === 'object' && value !== null && 'detail' in value;

/** Whether all fields are shown or those that say something; remembered for the type. */
function useDetail(recordTypeId: number): [boolean, (detail: boolean) => void] {
  const setting = `record-fields:${recordTypeId}`;
  const [hasDetail, setDetail] = useState(() => readOwnSetting(setting, isTrue) !== null);
  const change = (detail: boolean) => {
    setDetail(detail);
    writeOwnSetting(setting, detail ? { detail: true } : null);
  };
  return [hasDetail, change];
}
