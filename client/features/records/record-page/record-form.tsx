// The fields of one part as inputs. What cannot be changed here is read, with the reason as a lock.
import { useEffect, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import type { EditSession } from '../../../edit-session/edit-session.ts';
import type { ThingId } from '../../../edit-session/edited.ts';
import { useFieldState, useFormField } from '../../../edit-session/form-field.ts';
import { FieldView } from '../../../ui/field-view.tsx';
import { FieldEditor } from '../../../values/field-editor.tsx';
import type { FieldEditorProps } from '../../../values/value-view.ts';
import { viewOf } from '../../../values/views.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { askWhyField } from '../ask-why-of.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';
import type { RecordEdit } from './record-edit.ts';
import { isInForm, isRequiredHere } from './record-form-kind.ts';
import styles from './record-form.module.css';
import type { ValueSetting } from './record-value.tsx';
import type { UnsavedResults } from '../unsaved-results/unsaved-results.ts';
import { renderRead } from './unsaved-value.tsx';

type FormFieldsProps = {
  fields: readonly RecordField[];
  render: (field: RecordField) => ReactNode;
  /** The field that a value of the document would be taken into. */
  aimed?: string | null | undefined;
  /** Whether each object has the width of the card, for the inputs of its properties. */
  isWhole?: boolean;
};

/** The inputs of one card, in as many columns as there is room for. */
export function FormFields({ fields, render, aimed, isWhole = false }: FormFieldsProps) {
  return (
    <div className={styles.container}>
      <div className={styles.fields}>
        {fields.map((field) => (
          <div
            key={field.key}
            className={
              isWhole && field.dataType === 'object'
                ? styles.whole
                : isWide(field)
                  ? styles.wide
                  : styles.field
            }
            data-field={field.key}
            data-aimed={aimed === field.key || undefined}
          >
            {render(field)}
          </div>
        ))}
      </div>
    </div>
  );
}

type FormFieldProps<Source, Id extends ThingId> = {
  field: RecordField;
  session: EditSession<Source, Id, RecordField>;
  id: Id;
  options: FieldEditorProps['options'];
  required: boolean;
  latest?: string | undefined;
  /** How files and objects are edited; absent where they do not wait for Save. */
  renderBrought?: RenderBrought;
  /** In the place of the input, while what other fields hold closes it. */
  renderClosed: (field: RecordField, why: string) => ReactNode;
  /** Beside the input. */
  renderBeside?: ((field: RecordField, value: string) => ReactNode) | undefined;
};

/** How a field is edited that holds files or an object; the page brings it. */
export type RenderBrought = (edited: FieldEditorProps, field: RecordField) => ReactElement;

/** The input of one field of a session. */
export function FormField<Source, Id extends ThingId>(props: FormFieldProps<Source, Id>) {
  const { field, session, id, options, required, latest, renderBrought, renderClosed, renderBeside } = props;
  const input = useFormField(session, id, field.key);
  const { whyClosed, isAsked } = useFieldState(session, id, field.key);
  const edited: FieldEditorProps = {
    ...input,
    field,
    options,
    required: required || isAsked,
    ...(latest !== undefined && { latest }),
    ref: null,
  };
  if (whyClosed !== null) return renderClosed(field, whyClosed);
  return (
    <>
      {isBrought(field) ? renderBrought?.(edited, field) : <FieldEditor {...edited} />}
      {renderBeside?.(field, input.value)}
    </>
  );
}

type RecordFieldsFormProps = {
  recordTypeId: number;
  fields: readonly RecordField[];
  record: RecordRow;
  edit: RecordEdit;
  setting: ValueSetting;
  results: UnsavedResults;
};

export function RecordFieldsForm(props: RecordFieldsFormProps) {
  const { recordTypeId, fields, record, edit, setting, results } = props;
  const renderLocked = (field: RecordField, why: string | null) => (
    <dl className={styles.locked}>
      <FieldView
        name={field.key}
        label={field.currency == null ? field.name : `${field.name} (${field.currency})`}
        isFigure={viewOf(field.dataType).kind !== 'text'}
        whyLocked={why ?? undefined}
        onWhy={(anchor) => askWhyField(recordTypeId, record, field, anchor)}
      >
        {renderRead(field, record, setting, results)}
      </FieldView>
    </dl>
  );
  return (
    <FormFields
      fields={fields}
      aimed={setting.aimed}
      render={(field) =>
        isInForm(field) ? (
          <FormField
            field={field}
            session={edit.session}
            id={record.id}
            options={setting.options.get(field.key)}
            required={isRequiredHere(field)}
            renderClosed={renderLocked}
            renderBeside={setting.renderPlace}
          />
        ) : (
          renderLocked(
            field,
            field.dataType === 'object' || field.dataType === 'attachment' ? null : whyReadOnly(field),
          )
        )
      }
    />
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
      if (root.current !== null) goToField(root.current, key);
    });
    return () => cancelAnimationFrame(frame);
  }, [asked, isEditing, edit, root]);
}

/** To the input of the field, of several to the first that is wrong; where it has none, to the first of the form. */
export function goToField(root: HTMLElement, key: string | null): void {
  const inputs =
    'input:not([type=hidden], [hidden]), textarea, button[aria-haspopup=listbox], [role=group] button, [data-add]';
  const own = key === null ? null : root.querySelector<HTMLElement>(`[data-field="${key}"]`);
  const input =
    own?.querySelector<HTMLElement>('[aria-invalid=true]') ??
    own?.querySelector<HTMLElement>(inputs) ??
    root.querySelector<HTMLElement>(`form [data-field] :is(${inputs})`);
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: key === null ? 'nearest' : 'center' });
}

/** Its editor is a feature of its own. */
export const isBrought = ({ dataType }: Pick<RecordField, 'dataType'>): boolean =>
  dataType === 'attachment' || dataType === 'object';

const isWide = ({ key, dataType }: RecordField): boolean => key === 'description' || dataType === 'textarea';
