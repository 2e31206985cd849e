// The form of a new record, in the layout of a record's page: the same cards, columns and inputs, so that who makes a record
// finds its fields where they will stand. Nothing that was typed is lost: not by a refusal, a reload or an expired session,
// for the draft is kept with the key under which it is sent, so that sending it twice makes one record.
import Button from '@mui/material/Button';
import {
  isRequiredInNewRecord,
  latestRecordDate,
  newRecordBaseFields,
} from '@rowhouse/domain/records/new-record.ts';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useHiddenKeys } from '../../../edit-session/form-field.ts';
import { todayHere, viewerZone } from '../../../platform/clock.ts';
import { RequestFailure, isKeyUsedForOther, toSentence } from '../../../platform/request-failure.ts';
import { sendOnBadLine } from '../../../platform/send-through-gaps.ts';
import { removeDraft } from '../../../platform/storage/drafts.ts';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { discarding } from '../../../ui/discarding.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { FieldView } from '../../../ui/field-view.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { createObserved, useObserved } from '../../../platform/observed.ts';
import { openKeySheet, useScreenKeys, type NamedKeys } from '../../../ui/screen-keys/screen-keys.ts';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import { hasEditor } from '../../../values/field-editor.tsx';
import { renderText } from '../../../values/render-text.tsx';
import { namesOf, textOfStored, type Names } from '../../../values/shown-text.ts';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import { registerRecord } from '../api.ts';
import { withMoveComment } from '../move-comment/with-move-comment.ts';
import { isBase, type RecordField } from '../record-field.ts';
import {
  FormField,
  FormFields,
  goToField,
  isBrought,
  type RenderBrought,
} from '../record-page/record-form.tsx';
import { recordKeys } from '../record-page/record-keys.ts';
import page from '../record-page/record-page.module.css';
import { partFields, type FieldPart } from '../record-page/record-parts.ts';
import { LinesCard, SectionCard, SectionsForm, SectionsFrame } from '../record-page/sections-frame.tsx';
import locked from '../record-page/record-form.module.css';
import { keyOfRefused } from '../row-edit/row-values.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';
import { newRecordMove, withMoves } from '../status-moves.ts';
import { findTakenNumbers, numberTaken } from '../taken-numbers.ts';
import { useFilling } from '../../../values/choices/use-filling.ts';
import { useFieldRules } from '../use-field-rules.ts';
import { useStatusPath } from '../use-status-path.ts';
import { GoneFields, nameGone, useGoneFields } from './gone-fields.tsx';
import { NewRecordFrame, type NewRecordHead } from './new-record-frame.tsx';
import { toRegisterInput } from './new-record-input.ts';
import { newRecordId, openNewRecord } from './new-record-kind.ts';
import { isShownResult, useNewRecordResults, type LinesInFormulas } from './new-record-results.ts';
import styles from './new-record-form.module.css';
import { TakenNumber } from './taken-number.tsx';

/** Lines of one kind that are written before their record is there; the page brings them. */
export type NewLinesSection = {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  readonly node: ReactNode;
};

type NewRecordFormProps = {
  recordTypeId: number;
  /** All that the role may see; what it cannot write is left out of the form. */
  fields: readonly RecordField[];
  options: FieldOptions;
  head: NewRecordHead;
  renderBrought: RenderBrought;
  /** Why an object cannot be sent as it is typed, or null. */
  whyNotObject: (key: string, typed: string) => string | null;
  /** Of another record that this one is a copy of. */
  copied?: { readonly id: number; readonly values: ReadonlyMap<string, string> };
  /** What else is done with the record, above its cards. */
  extra?: ReactNode;
  lines: readonly NewLinesSection[];
  /** What the formulas of the record gather from them. */
  linesInFormulas: LinesInFormulas;
  /** Why the lines cannot be sent, or null. */
  whyNotLines: () => string | null;
  onCreated: (recordNumber: number | null, id: number) => void | Promise<void>;
  onDiscard: () => void;
};

export function NewRecordForm(props: NewRecordFormProps) {
  const { recordTypeId, fields, options, head, renderBrought, copied, extra, lines, onCreated, onDiscard } =
    props;
  const confirm = useConfirm();
  const root = useRef<HTMLDivElement>(null);
  const [today] = useState(todayHere);
  const { parts, unfillable } = useMemo(() => partsOfNew(fields), [fields]);
  const filled = useMemo(
    () => parts.flatMap((part) => part.fields).filter((field) => !isShownResult(field)),
    [parts],
  );
  const draftName = `new-record:${recordTypeId}${copied === undefined ? '' : `:copy of ${copied.id}`}`;
  const [failure, setFailure] = useState<unknown>(null);

  // The properties of an object may come after the form.
  const { whyNotObject } = props;
  const [objectsNow] = useState(() => createObserved(whyNotObject));
  useLayoutEffect(() => objectsNow.set(whyNotObject), [objectsNow, whyNotObject]);
  const [session] = useState(() =>
    openNewRecord({
      draftName,
      copied: copied?.values,
      filled,
      today,
      whyNotObject: (key, typed) => objectsNow.get()(key, typed),
    }),
  );
  // One that is set up meanwhile is filled like the others.
  useEffect(() => session.setFields(filled), [session, filled]);
  const { changes: changed } = useObserved({ subscribe: session.subscribe, get: session.getSummary });
  const gone = useGoneFields(session, filled, options);
  const changedHere = changed - gone.length;
  const rules = useFieldRules(recordTypeId);
  useLayoutEffect(() => session.setRules(rules), [session, rules]);
  useFilling(session, filled, options);
  const hidden = useHiddenKeys(session, newRecordId);
  const shownParts = useMemo(() => {
    const notShown = new Set(hidden.split(' '));
    return parts
      .map((part) => ({ ...part, fields: part.fields.filter(({ key }) => !notShown.has(key)) }))
      .filter((part) => part.fields.length > 0);
  }, [parts, hidden]);
  const { linesInFormulas } = props;
  const results = useNewRecordResults({ fields, filled, session, lines: linesInFormulas, today });
  const path = useStatusPath(recordTypeId);
  // What the other fields hold is judged when it is sent: they are still being written.
  const statuses = withMoves(options.get('status'), path, newRecordMove);
  const focus = (key: string) => root.current && goToField(root.current, key);
  const [isSending, setSending] = useState(false);

  const lineCount = lines.reduce((sum, { count }) => sum + count, 0);
  const letGo = useUnsavedWork(
    changed + lineCount > 0 ? 'The record is not saved. Its draft is kept in this tab.' : null,
  );
  useScreenKeys(newRecordKeys, { save: () => void send(), sheet: openKeySheet });

  async function send() {
    if (isSending) return;
    setFailure(null);
    const wrong = session.tellAll(newRecordId);
    if (wrong !== null) {
      // An object tells what is wrong in it after it was told itself.
      requestAnimationFrame(() => focus(wrong));
      return;
    }
    const whyNot = props.whyNotLines();
    if (whyNot !== null) {
      setFailure(new Error(whyNot));
      return;
    }
    if (
      gone.length > 0 &&
      !(await confirm({
        title: `Save without ${nameGone(gone)}?`,
        body: 'What you typed there is not part of the record, and is lost then.',
        confirmLabel: 'Save without it',
      }))
    )
      return;
    setSending(true);
    await register();
    setSending(false);
  }

  async function register() {
    // What is not shown is not sent.
    const sent = filled.filter(({ key }) => session.getState(newRecordId, key).isShown);
    const values = Object.fromEntries(sent.map(({ key }) => [key, session.getValue(newRecordId, key)]));
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
    const data = toRegisterInput(sent, values, { recordTypeId, idempotencyKey });
    try {
      const { id, recordNumber } = await withMoveComment((more) =>
        sendOnBadLine(() => registerRecord({ ...data, ...more })),
      );
      removeDraft(draftName);
      letGo();
      await onCreated(recordNumber, id);
    } catch (refusal) {
      const field = refusal instanceof RequestFailure ? refusal.field : null;
      if (isKeyUsedForOther(refusal)) session.renewKey(newRecordId);
      const place = field && keyOfRefused(field);
      if (place !== null && filled.some(({ key }) => key === place)) {
        session.refuse(newRecordId, toSentence(refusal), place);
        focus(place);
      } else setFailure(refusal);
    }
  }

  async function discard() {
    if (changed + lineCount > 0 && !(await confirm(discarding))) return;
    removeDraft(draftName);
    letGo();
    onDiscard();
  }

  const renderField = (field: RecordField) =>
    isShownResult(field) ? renderResult(field) : renderInput(field);
  const renderResult = (field: RecordField) => {
    const value = results.get(field.key) ?? '';
    return (
      <dl className={locked.locked}>
        <FieldView
          name={field.key}
          label={field.currency == null ? field.name : `${field.name} (${field.currency})`}
          isFigure
          whyLocked={whyReadOnly(field) ?? undefined}
        >
          <output>
            {renderText(field)(value === '' ? '' : textOfStored(field, value, noNames, viewerZone()))}
          </output>
        </FieldView>
      </dl>
    );
  };
  const renderClosed = (field: RecordField, why: string) => (
    <dl className={locked.locked}>
      <FieldView
        name={field.key}
        label={field.currency == null ? field.name : `${field.name} (${field.currency})`}
        whyLocked={why}
      >
        {renderText(field)(
          textOfStored(
            field,
            valueHere(field.key),
            namesOf(options.get(field.key) ?? noOptions),
            viewerZone(),
          ),
        )}
      </FieldView>
    </dl>
  );
  const valueHere = (key: string) => session.getValue(newRecordId, key);
  const renderInput = (field: RecordField) => (
    <>
      {field.key === 'recordNumber' && <TakenNumber session={session} recordTypeId={recordTypeId} />}
      <FormField
        field={withHelp(field)}
        session={session}
        id={newRecordId}
        options={field.key === 'status' ? statuses : options.get(field.key)}
        required={isRequiredInNewRecord(field)}
        latest={field.key === 'recordDate' ? latestRecordDate(today) : undefined}
        renderBrought={renderBrought}
        renderClosed={renderClosed}
      />
    </>
  );
  const slot = (isPhone: boolean) => (
    <>
      <Button
        variant="text"
        size={isPhone ? 'large' : 'medium'}
        disabled={isSending}
        onClick={() => void discard()}
      >
        Discard
      </Button>
      <Button
        type="submit"
        form={formId}
        variant="contained"
        size={isPhone ? 'large' : 'medium'}
        fullWidth={isPhone}
        disabled={isSending}
      >
        {isSending ? 'Saving' : 'Save'}
      </Button>
    </>
  );
  return (
    <NewRecordFrame
      {...head}
      slot={slot}
      state={
        <p role="status" className={styles.state}>
          {changedHere === 0 ? (
            'Nothing is filled in yet.'
          ) : (
            <span className={page.draft}>
              {`${changedHere} ${changedHere === 1 ? 'field' : 'fields'} filled. Your draft is kept.`}
            </span>
          )}
        </p>
      }
    >
      <div ref={root} className={page.body}>
        <SectionsFrame
          label="Sections of the new record"
          sections={[
            ...shownParts.map(({ id, title }) => ({ id, title })),
            ...lines.map(({ id, title, count }) => ({ id, title, count })),
          ]}
        >
          {failure !== null && <ErrorAlert failure={failure} title="The record was not saved" />}
          <GoneFields gone={gone} />
          {extra}
          <SectionsForm id={formId} label="New record" onSubmit={() => void send()}>
            {shownParts.map(({ id, title, fields: part }) => (
              <SectionCard key={id} id={id} title={title}>
                <FormFields isWhole fields={part} render={renderField} />
              </SectionCard>
            ))}
          </SectionsForm>
          {unfillable.length > 0 && (
            <section className={page.section} aria-label="Fields that cannot be filled here">
              {unfillable.map(({ key, name }) => (
                <p key={key} className={styles.unfillable}>
                  <Icon name="info" />
                  <span>
                    <strong>{name}</strong> is required, and nobody has said what it is made of: an
                    administrator defines its object.
                  </span>
                </p>
              ))}
            </section>
          )}
          {lines.map(({ id, title, count, node }) => (
            <LinesCard key={id} id={id} title={title} count={count}>
              {node}
            </LinesCard>
          ))}
        </SectionsFrame>
      </div>
    </NewRecordFrame>
  );
}

const noNames: Names = new Map();
const formId = 'new-record';
const sameNumber = 'Both records keep the number.';

const newRecordKeys = {
  title: recordKeys.title,
  keys: { save: recordKeys.keys.save, sheet: recordKeys.keys.sheet },
} satisfies NamedKeys;

/** An object that nobody has defined has no properties. */
const isEditedHere = (field: RecordField) =>
  hasEditor(field.dataType) ||
  (isBrought(field) && (field.dataType !== 'object' || field.objectDefinition !== null));
const isOffered: ReadonlySet<string> = new Set(newRecordBaseFields);
/** What stands in the header of a record that is there is an input here: nothing is chosen yet. */
const nothingInHeader: ReadonlySet<string> = new Set();

/** Hidden fields are not in the list at all; what the role can only view is left out here. */
function partsOfNew(fields: readonly RecordField[]): {
  readonly parts: readonly FieldPart[];
  readonly unfillable: readonly RecordField[];
} {
  const writable = fields.filter(({ access }) => access === 'Editable');
  const offered = fields.filter((field) =>
    isShownResult(field)
      ? true
      : field.access === 'Editable' && (isBase(field) ? isOffered.has(field.key) : isEditedHere(field)),
  );
  return {
    parts: partFields(offered, nothingInHeader),
    unfillable: writable.filter((field) => !isBase(field) && !isEditedHere(field) && field.required),
  };
}

/** Nothing else tells that a number comes by itself. */
const withHelp = (field: RecordField): RecordField =>
  field.key === 'recordNumber' && field.isGiven === true
    ? { ...field, help: field.help ?? 'Left empty, it is the next number.' }
    : field;
