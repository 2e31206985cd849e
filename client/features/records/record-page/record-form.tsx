// The fields of one part as inputs. What cannot be changed here is read, with the reason as a lock.
import { useEffect, useSyncExternalStore } from 'react';
import { useFormField } from '../../../edit-session/form-field.ts';
import { FieldView } from '../../../ui/field-view.tsx';
import { FieldEditor } from '../../../values/field-editor.tsx';
import { viewOf } from '../../../values/views.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';
import type { RecordEdit } from './record-edit.ts';
import { isInForm, isRequiredHere } from './record-form-kind.ts';
import styles from './record-form.module.css';
import { renderValue, type ValueSetting } from './record-value.tsx';

type RecordFieldsFormProps = {
  fields: readonly RecordField[];
  record: RecordRow;
  edit: RecordEdit;
  setting: ValueSetting;
};

export function RecordFieldsForm({ fields, record, edit, setting }: RecordFieldsFormProps) {
  return (
    <div className={styles.container}>
      <div className={styles.fields}>
        {fields.map((field) => (
          <div
            key={field.key}
            className={isWide(field) ? styles.wide : styles.field}
            data-field={field.key}
            data-aimed={setting.aimed === field.key || undefined}
          >
            {isInForm(field) ? (
              <FormField field={field} record={record} edit={edit} setting={setting} />
            ) : (
              <dl className={styles.locked}>
                <FieldView
                  name={field.key}
                  label={field.currency == null ? field.name : `${field.name} (${field.currency})`}
                  isFigure={viewOf(field.dataType).kind !== 'text'}
                  whyLocked={
                    field.dataType === 'object' || field.dataType === 'attachment'
                      ? undefined
                      : (whyReadOnly(field) ?? undefined)
                  }
                >
                  {renderValue(field, record, setting)}
                </FieldView>
              </dl>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

type FormFieldProps = {
  field: RecordField;
  record: RecordRow;
  edit: RecordEdit;
  setting: ValueSetting;
};

function FormField({ field, record, edit, setting }: FormFieldProps) {
  const input = useFormField(edit.session, record.id, field.key);
  return (
    <>
      <FieldEditor
        {...input}
        field={field}
        options={setting.options.get(field.key)}
        required={isRequiredHere(field)}
        ref={null}
      />
      {setting.renderPlace?.(field, input.value)}
    </>
  );
}

/** The form goes to the field that was asked for; where that has no input, to its first. */
export function useWantedField(edit: RecordEdit, root: { readonly current: HTMLElement | null }) {
  const wanted = useSyncExternalStore(edit.wanted.subscribe, edit.wanted.get);
  const isEditing = useSyncExternalStore(edit.isEditing.subscribe, edit.isEditing.get);
  const asked = wanted?.asked;
  useEffect(() => {
    if (asked === undefined || !isEditing) return undefined;
    const key = edit.wanted.get()?.key ?? null;
    const frame = requestAnimationFrame(() => {
      const inputs = 'input:not([type=hidden]), textarea, button[aria-haspopup=listbox]';
      const own = key === null ? null : root.current?.querySelector<HTMLElement>(`[data-field="${key}"]`);
      const input =
        own?.querySelector<HTMLElement>(inputs) ??
        root.current?.querySelector<HTMLElement>(`form [data-field] :is(${inputs})`);
      input?.focus({ preventScroll: true });
      input?.scrollIntoView({ block: key === null ? 'nearest' : 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [asked, isEditing, edit, root]);
}

const isWide = ({ key, dataType }: RecordField): boolean => key === 'description' || dataType === 'textarea';
