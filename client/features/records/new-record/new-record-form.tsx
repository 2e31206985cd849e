// Nothing that was typed is lost: not by a refusal, a reload or an expired session, for the draft is kept with
// the key under which it is sent, so that sending it twice makes one record.
import Button from '@mui/material/Button';
import {
  isRequiredInNewRecord,
  latestRecordDate,
  newRecordBaseFields,
} from '@rowhouse/domain/records/new-record.ts';
import { useEffect, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useFormField } from '../../../edit-session/form-field.ts';
import { todayHere } from '../../../platform/clock.ts';
import { request } from '../../../platform/graphql/request.ts';
import { RequestFailure, toSentence } from '../../../platform/request-failure.ts';
import { removeDraft } from '../../../platform/storage/drafts.ts';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { Option } from '../../../ui/inputs/option.ts';
import { useObserved } from '../../../ui/observed.ts';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import { FieldEditor, hasEditor } from '../../../values/field-editor.tsx';
import type { FieldEditorProps } from '../../../values/value-view.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import { registerRecord } from '../api.ts';
import { withMoveComment } from '../move-comment/with-move-comment.ts';
import { newRecordMove, withMoves } from '../status-moves.ts';
import { useStatusPath } from '../use-status-path.ts';
import { keyOfRefused } from '../row-edit/row-values.ts';
import { newRecordId, openNewRecord, type NewRecordSession } from './new-record-kind.ts';
import { findTakenNumbers, numberTaken } from '../taken-numbers.ts';
import { toRegisterInput } from './new-record-input.ts';
import styles from './new-record-form.module.css';
import { isBase, type RecordField } from '../record-field.ts';

/** How a field that holds a file is edited; the page brings it. */
export type RenderFile = (edited: FieldEditorProps, field: RecordField) => ReactElement;

type NewRecordFormProps = {
  recordTypeId: number;
  /** All that the role may see; what it cannot write is left out of the form. */
  fields: readonly RecordField[];
  options: FieldOptions;
  renderFile: RenderFile;
  /** Of another record that this one is a copy of. */
  copied?: { readonly id: number; readonly values: ReadonlyMap<string, string> };
  /** What else is done with the record, above its buttons. */
  extra?: ReactNode;
  onCreated: (recordNumber: number | null, id: number) => void | Promise<void>;
  onDiscard: () => void;
};

export function NewRecordForm(props: NewRecordFormProps) {
  const { recordTypeId, fields, options, renderFile, copied, extra, onCreated, onDiscard } = props;
  const confirm = useConfirm();
  const [today] = useState(todayHere);
  const { base, additional, unfillable } = useMemo(() => partFields(fields), [fields]);
  const filled = useMemo(() => [...base, ...additional], [base, additional]);
  const bySection = Map.groupBy(additional, ({ section }) => section ?? 'Additional fields');
  const draftName = `new-record:${recordTypeId}${copied === undefined ? '' : `:copy of ${copied.id}`}`;
  const [failure, setFailure] = useState<unknown>(null);

  const [session] = useState(() => openNewRecord({ draftName, copied: copied?.values, filled, today }));
  // One that is set up meanwhile is filled like the others.
  useEffect(() => session.setFields(filled), [session, filled]);
  const { changes: changed } = useObserved({ subscribe: session.subscribe, get: session.getSummary });
  const path = useStatusPath(recordTypeId);
  // What the other fields hold is judged when it is sent: they are still being written.
  const statuses = withMoves(options.get('status'), path, newRecordMove);
  const inputs = useRef(new Map<string, HTMLInputElement & HTMLTextAreaElement>());
  const focus = (key: string) => inputs.current.get(key)?.focus();
  const [isSending, setSending] = useState(false);

  const letGo = useUnsavedWork(
    changed > 0 ? 'The record is not saved. Its draft is kept in this tab.' : null,
  );

  async function send() {
    setFailure(null);
    const wrong = session.tellAll(newRecordId);
    if (wrong !== null) {
      focus(wrong);
      return;
    }
    setSending(true);
    await register();
    setSending(false);
  }

  async function register() {
    const values = Object.fromEntries(filled.map(({ key }) => [key, session.getValue(newRecordId, key)]));
    const { idempotencyKey } = session.getRows().get(newRecordId)!;
    const number = (values.recordNumber ?? '').trim();
    const taken = await findTakenNumbers(recordTypeId, [number]);
    if (
      taken.has(number) &&
      !(await confirm({
        title: `${numberTaken(number)} Save anyway?`,
        body: sameNumber,
        confirmLabel: 'Save anyway',
      }))
    ) {
      focus('recordNumber');
      return;
    }
    const data = toRegisterInput(filled, values, { recordTypeId, idempotencyKey });
    try {
      const { id, recordNumber } = (
        await withMoveComment((more) => request(registerRecord, { data: { ...data, ...more } }))
      ).registerRecordHeader;
      removeDraft(draftName);
      letGo();
      await onCreated(recordNumber, id);
    } catch (refusal) {
      const field = refusal instanceof RequestFailure ? refusal.field : null;
      const place = field && keyOfRefused(field);
      if (place !== null && filled.some(({ key }) => key === place)) {
        session.refuse(newRecordId, toSentence(refusal), place);
        focus(place);
      } else setFailure(refusal);
    }
  }

  async function discard() {
    const question = { title: 'Are you sure you want to discard your changes?', confirmLabel: 'Discard' };
    if (changed > 0 && !(await confirm({ ...question, tone: 'danger' }))) return;
    removeDraft(draftName);
    letGo();
    onDiscard();
  }

  const sectionOf = (title: string, part: readonly RecordField[]) =>
    part.length > 0 && (
      <fieldset key={title} className={styles.section}>
        <legend className={styles.legend}>{title}</legend>
        <div className={styles.fields}>
          {part.map((field) => (
            <div key={field.key} className={isWide(field) ? styles.wide : undefined}>
              {field.key === 'recordNumber' && <TakenNumber session={session} recordTypeId={recordTypeId} />}
              <FormField
                field={field}
                session={session}
                hold={(input) =>
                  input ? inputs.current.set(field.key, input) : inputs.current.delete(field.key)
                }
                options={field.key === 'status' ? statuses : options.get(field.key)}
                today={today}
                renderFile={renderFile}
              />
            </div>
          ))}
        </div>
      </fieldset>
    );

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      aria-label="New record"
    >
      <div className={styles.sections}>
        {failure !== null && <ErrorAlert failure={failure} title="The record was not saved" />}
        {sectionOf('General', base)}
        {[...bySection].map(([section, part]) => sectionOf(section, part))}
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
      {extra}
      <div className={styles.bar}>
        <p className={styles.kept} role="status">
          {changed > 0 && `${changed} ${changed === 1 ? 'field' : 'fields'} filled. Your draft is kept.`}
        </p>
        <Button variant="text" onClick={() => void discard()} disabled={isSending}>
          Discard
        </Button>
        <Button type="submit" variant="contained" disabled={isSending}>
          {isSending ? 'Saving' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

const sameNumber = 'Both records keep the number.';

/** While it is typed: that the number is there already. */
function TakenNumber({ session, recordTypeId }: { session: NewRecordSession; recordTypeId: number }) {
  const number = useFormField(session, newRecordId, 'recordNumber').value.trim();
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (number === '') return undefined;
    let isOver = false;
    const timer = window.setTimeout(async () => {
      const found = await findTakenNumbers(recordTypeId, [number]);
      if (!isOver) setTaken(found);
    }, lookMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [number, recordTypeId]);
  return (
    <p role="status" className={styles.taken}>
      {taken.has(number) && (
        <>
          <Icon name="warning" size={16} />
          {numberTaken(number)}
        </>
      )}
    </p>
  );
}

const lookMs = 400;

type FormFieldProps = {
  field: RecordField;
  session: NewRecordSession;
  options: readonly Option[] | undefined;
  today: string;
  renderFile: RenderFile;
  /** Told the input, which takes the focus when its value is refused. */
  hold: (input: (HTMLInputElement & HTMLTextAreaElement) | null) => void;
};

function FormField({ field, session, options, today, renderFile, hold }: FormFieldProps) {
  const input = useFormField(session, newRecordId, field.key);
  const edited: FieldEditorProps = {
    ...input,
    field,
    options,
    required: isRequiredInNewRecord(field),
    ...(field.key === 'recordDate' && { latest: latestRecordDate(today) }),
    ref: hold,
  };
  return field.dataType === 'attachment' ? renderFile(edited, field) : <FieldEditor {...edited} />;
}

const isWide = ({ key, dataType }: RecordField): boolean => key === 'description' || dataType === 'textarea';

const isEditedHere = ({ dataType }: RecordField) => hasEditor(dataType) || dataType === 'attachment';

/** Hidden fields are not in the list at all; what the role can only view is left out here. */
function partFields(fields: readonly RecordField[]) {
  const writable = fields.filter(({ access }) => access === 'Editable');
  const byKey = new Map(writable.map((field) => [field.key, field]));
  const ofType = writable.filter((field) => !isBase(field));
  return {
    base: newRecordBaseFields.flatMap((key) => byKey.get(key) ?? []),
    additional: ofType.filter(isEditedHere),
    unfillable: ofType.filter((field) => !isEditedHere(field) && field.required),
  };
}
