// Nothing that was typed is lost: not by a refusal, a reload or an expired session, for the draft is kept with
// the key under which it is sent, so that sending it twice makes one record.
import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import {
  isRequiredInNewRecord,
  latestRecordDate,
  newRecordBaseFields,
  newRecordDefaults,
  newRecordSchema,
  type NewRecordValues,
} from '@rowhouse/domain/records/new-record.ts';
import { useEffect, useMemo, useState, type ReactElement, type Ref } from 'react';
import { Controller, useForm, type Control } from 'react-hook-form';
import { todayHere } from '../../../platform/clock.ts';
import { request } from '../../../platform/graphql/request.ts';
import { makeRandomKey } from '../../../platform/random-key.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { readDraft, removeDraft, writeDraft } from '../../../platform/storage/drafts.ts';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { Option } from '../../../ui/inputs/option.ts';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import { registerRecord } from '../api.ts';
import { toRegisterInput } from './new-record-input.ts';
import styles from './new-record-form.module.css';
import { isBase, type FieldOptions, type RecordField } from '../record-field.ts';

/** How one field is edited; the page brings it. */
export type EditedField = {
  field: RecordField;
  options: readonly Option[] | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  required: boolean;
  error: string | null;
  latest?: string;
  ref: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

type NewRecordFormProps = {
  recordTypeId: number;
  /** All that the role may see; what it cannot write is left out of the form. */
  fields: readonly RecordField[];
  options: FieldOptions;
  renderEditor: (edited: EditedField) => ReactElement;
  hasEditor: (field: RecordField) => boolean;
  onCreated: (recordNumber: number | null) => void;
  onDiscard: () => void;
};

type Draft = { values: NewRecordValues; idempotencyKey: string };

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { values, idempotencyKey } = value as Record<string, unknown>;
  return (
    typeof idempotencyKey === 'string' &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((text) => typeof text === 'string')
  );
}

/** Where a refusal of the server is shown: the contract's names of two base fields differ from their keys. */
const keyOfRefused: Readonly<Record<string, string>> = { statusId: 'status', problemCodeId: 'problemCode' };

export function NewRecordForm(props: NewRecordFormProps) {
  const { recordTypeId, fields, options, renderEditor, hasEditor, onCreated, onDiscard } = props;
  const confirm = useConfirm();
  const today = useMemo(todayHere, []);
  const { base, additional, unfillable } = useMemo(() => partFields(fields, hasEditor), [fields, hasEditor]);
  const filled = useMemo(() => [...base, ...additional], [base, additional]);
  const draftName = `new-record:${recordTypeId}`;
  const [draft] = useState(() => readDraft(draftName, isDraft));
  const [idempotencyKey] = useState(() => draft?.idempotencyKey ?? makeRandomKey());
  const [failure, setFailure] = useState<unknown>(null);

  const defaults = useMemo(() => newRecordDefaults(filled, today), [filled, today]);
  const resolver = useMemo(() => zodResolver(newRecordSchema(filled, today)), [filled, today]);
  const form = useForm<NewRecordValues>({
    resolver,
    defaultValues: defaults,
    mode: 'onTouched',
    shouldFocusError: true,
  });
  const { control, formState, handleSubmit, reset, setError, subscribe } = form;
  // The draft is put over the defaults once, so that what differs from them counts as changed.
  useEffect(() => {
    if (draft) reset({ ...defaults, ...draft.values }, { keepDefaultValues: true });
    // eslint-disable-next-line react/exhaustive-deps -- only when the form opens
  }, []);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeDraft(draftName, { values, idempotencyKey }),
      }),
    [subscribe, draftName, idempotencyKey],
  );

  const changed = Object.keys(formState.dirtyFields).length;
  const letGo = useUnsavedWork(
    changed > 0 ? 'The record is not saved. Its draft is kept in this tab.' : null,
  );

  const send = handleSubmit(async (values) => {
    setFailure(null);
    const data = toRegisterInput(filled, values, { recordTypeId, idempotencyKey });
    try {
      const { recordNumber } = (await request(registerRecord, { data })).registerRecordHeader;
      removeDraft(draftName);
      letGo();
      onCreated(recordNumber);
    } catch (refusal) {
      const key = refusal instanceof RequestFailure && refusal.field ? refusal.field : '';
      const place = keyOfRefused[key] ?? key;
      if (refusal instanceof RequestFailure && filled.some((field) => field.key === place))
        setError(place, { message: refusal.message }, { shouldFocus: true });
      else setFailure(refusal);
    }
  });

  async function discard() {
    const question = { title: 'Are you sure you want to discard your changes?', confirmLabel: 'Discard' };
    if (changed > 0 && !(await confirm({ ...question, tone: 'danger' }))) return;
    removeDraft(draftName);
    letGo();
    onDiscard();
  }

  const sectionOf = (title: string, part: readonly RecordField[]) =>
    part.length > 0 && (
      <fieldset className={styles.section}>
        <legend className={styles.legend}>{title}</legend>
        <div className={styles.fields}>
          {part.map((field) => (
            <div key={field.key} className={isWide(field) ? styles.wide : undefined}>
              <FormField
                field={field}
                control={control}
                options={options.get(field.key)}
                today={today}
                renderEditor={renderEditor}
              />
            </div>
          ))}
        </div>
      </fieldset>
    );

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void send(event)} aria-label="New record">
      <div className={styles.sections}>
        {failure !== null && <ErrorAlert failure={failure} title="The record was not saved" />}
        {sectionOf('General', base)}
        {sectionOf('Additional fields', additional)}
        {unfillable.length > 0 && (
          <section className={styles.section} aria-label="Fields that cannot be filled here">
            {unfillable.map(({ key, name }) => (
              <p key={key} className={styles.unfillable}>
                <Icon name="info" />
                <span>
                  <strong>{name}</strong> is required, and it cannot be filled here yet.
                </span>
              </p>
            ))}
          </section>
        )}
      </div>
      <div className={styles.bar}>
        <p className={styles.kept} role="status">
          {changed > 0 && `${changed} ${changed === 1 ? 'field' : 'fields'} filled. Your draft is kept.`}
        </p>
        <Button variant="text" onClick={() => void discard()} disabled={formState.isSubmitting}>
          Discard
        </Button>
        <Button type="submit" variant="contained" disabled={formState.isSubmitting}>
          {formState.isSubmitting ? 'Saving' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

type FormFieldProps = {
  field: RecordField;
  control: Control<NewRecordValues>;
  options: readonly Option[] | undefined;
  today: string;
  renderEditor: (edited: EditedField) => ReactElement;
};

function FormField({ field, control, options, today, renderEditor }: FormFieldProps) {
  return (
    <Controller
      control={control}
      name={field.key}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) =>
        renderEditor({
          field,
          options,
          value: value ?? '',
          onChange,
          onBlur,
          required: isRequiredInNewRecord(field),
          error: error?.message ?? null,
          ...(field.key === 'recordDate' && { latest: latestRecordDate(today) }),
          ref,
        })
      }
    />
  );
}

const isWide = ({ key, dataType }: RecordField): boolean => key === 'description' || dataType === 'textarea';

/** Hidden fields are not in the list at all; what the role can only view is left out here. */
function partFields(fields: readonly RecordField[], hasEditor: (field: RecordField) => boolean) {
  const writable = fields.filter(({ access }) => access === 'Editable');
  const byKey = new Map(writable.map((field) => [field.key, field]));
  const ofType = writable.filter((field) => !isBase(field));
  return {
    base: newRecordBaseFields.flatMap((key) => byKey.get(key) ?? []),
    additional: ofType.filter(hasEditor),
    unfillable: ofType.filter(
      (field) => !hasEditor(field) && field.required && valueFamily(field.dataType) === 'opaque',
    ),
  };
}
