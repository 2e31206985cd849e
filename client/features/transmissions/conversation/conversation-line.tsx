import Button from '@mui/material/Button';
import type { ConversationAnswerKind } from '@rowhouse/domain/contract.generated.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { memo, useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { Chip, type ChipTone } from '../../../ui/chip.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { FieldEditor } from '../../../values/field-editor.tsx';
import type { Conversation, ConversationLine, ConversationTerm } from './api.ts';
import type { DraftAnswer } from './conversation-draft.ts';
import styles from './conversation.module.css';

type Edited = 'CHANGED' | 'BACKORDERED' | 'REJECTED';
type Position = ConversationLine['mine'];

const kinds: Readonly<Record<ConversationAnswerKind, { tone: ChipTone; name: string }>> = {
  ACCEPTED: { tone: 'green', name: 'Accepted' },
  CHANGED: { tone: 'amber', name: 'Changed' },
  BACKORDERED: { tone: 'amber', name: 'Backordered' },
  REJECTED: { tone: 'red', name: 'Rejected' },
};

/** The same objects as long as the conversation stands: a line is drawn anew only when something of it is another. */
export type LineActions = {
  readonly accept: (line: ConversationLine) => void;
  readonly edit: (line: ConversationLine, kind: Edited | null) => void;
  readonly keep: (line: ConversationLine, answer: Omit<DraftAnswer, 'to'>) => void;
  readonly takeBack: (line: ConversationLine) => void;
};

type ConversationLineItemProps = {
  line: ConversationLine;
  isFirst: boolean;
  isChosen: boolean;
  /** Else it is its number and its name, until it comes near. */
  isWhole: boolean;
  conversation: Conversation;
  /** Not sent yet. */
  answer: Omit<DraftAnswer, 'to'> | null;
  editing: Edited | null;
  actions: LineActions;
};

/** One line: what is agreed of it, or what each would have, and the answer to it. */
export const ConversationLineItem = memo(function ConversationLineItem(props: ConversationLineItemProps) {
  const { line, isFirst, isChosen, isWhole } = props;
  const { number, name, details, waitsForUs } = line;
  const title = name === '' ? `Line ${number}` : name;
  const titleId = useId();
  return (
    <li
      className={styles.line}
      data-line={number}
      data-chosen={isChosen || undefined}
      data-waits={waitsForUs || undefined}
      data-undrawn={!isWhole || undefined}
      aria-labelledby={titleId}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lines are walked by arrows and answered by single keys
      tabIndex={isFirst ? 0 : -1}
    >
      <div className={styles.lineHead}>
        <span className={styles.at}>{number}</span>
        <span id={titleId} className={styles.name}>
          {title}
          {details !== '' && <span className={styles.quiet}>{` ${details}`}</span>}
        </span>
        {isWhole && <Said line={line} company={props.conversation.company} />}
      </div>
      {isWhole && <LineBody {...props} title={title} />}
    </li>
  );
});

function Said({ line: { last, waitsForThem }, company }: { line: ConversationLine; company: string }) {
  return (
    <span className={styles.said}>
      {last !== null && (
        <>
          <Chip tone={kinds[last.kind].tone}>{kinds[last.kind].name}</Chip>
          <span className={styles.quiet}>
            {[last.isOurs ? 'by you' : `by ${company}`, last.isByItself ? 'by itself' : '', last.reason ?? '']
              .filter(Boolean)
              .join(', ')}
          </span>
        </>
      )}
      {last === null && waitsForThem && <span className={styles.quiet}>not answered yet</span>}
    </span>
  );
}

function LineBody({
  line,
  title,
  conversation,
  answer,
  editing,
  actions,
}: ConversationLineItemProps & { title: string }) {
  const { waitsForUs } = line;
  return (
    <>
      <Positions line={line} terms={conversation.terms} title={title} />
      {answer !== null && (
        <p className={styles.draft}>
          <Chip tone="blue">{sayDraft(answer, conversation.terms)}</Chip>
          <span className={styles.quiet}>not sent yet</span>
          <Button
            size="small"
            aria-label={`Undo the answer to ${title}`}
            onClick={() => actions.takeBack(line)}
          >
            Undo
          </Button>
        </p>
      )}
      {editing !== null && (
        <AnswerForm
          key={editing}
          line={line}
          title={title}
          kind={editing}
          answer={answer}
          conversation={conversation}
          onKeep={(given) => actions.keep(line, given)}
          onCancel={() => actions.edit(line, null)}
        />
      )}
      {conversation.mayAnswer && answer === null && editing === null && (
        <div className={styles.answers}>
          {waitsForUs && (
            <Button
              size="small"
              variant="outlined"
              aria-label={`Accept ${title}`}
              onClick={() => actions.accept(line)}
            >
              Accept
            </Button>
          )}
          <Button
            size="small"
            aria-label={`${waitsForUs ? 'Counter' : 'Propose a change'} ${title}`}
            onClick={() => actions.edit(line, 'CHANGED')}
          >
            {waitsForUs ? 'Counter' : 'Propose a change'}
          </Button>
          {waitsForUs && (
            <>
              <Button
                size="small"
                aria-label={`Backorder ${title}`}
                onClick={() => actions.edit(line, 'BACKORDERED')}
              >
                Backorder
              </Button>
              <Button
                size="small"
                aria-label={`Reject ${title}`}
                onClick={() => actions.edit(line, 'REJECTED')}
              >
                Reject
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}

const showTerm = ({ dataType }: ConversationTerm, value: string | undefined): string =>
  value === undefined || value === ''
    ? '–'
    : valueOf(dataType).show(value, { timeZone: viewerZone(), nameOf: () => '' });

const sayDraft = (
  { kind, values, reason }: Omit<DraftAnswer, 'to'>,
  terms: readonly ConversationTerm[],
): string =>
  [
    { ACCEPTED: 'Accept', CHANGED: 'Change', BACKORDERED: 'Backorder', REJECTED: 'Reject' }[kind],
    ...terms.flatMap((term) =>
      values[term.item] === undefined ? [] : [`${term.name} ${showTerm(term, values[term.item])}`],
    ),
    reason,
  ]
    .filter(Boolean)
    .join(', ');

/** One row where both agree; else what each would have, with what differs marked. */
function Positions({
  line: { mine, theirs, agreed, waitsForUs, waitsForThem },
  terms,
  title,
}: {
  line: ConversationLine;
  terms: readonly ConversationTerm[];
  title: string;
}) {
  const isOpen = waitsForUs || waitsForThem;
  const rows: readonly (readonly [string, Position])[] = isOpen
    ? [...(agreed == null ? [] : ([['Agreed', agreed]] as const)), ['Mine', mine], ['Theirs', theirs]]
    : [['Agreed', agreed]];
  if (terms.length === 0) return null;
  const differs = (at: number) =>
    isOpen &&
    mine != null &&
    theirs != null &&
    (mine.isWithout !== theirs.isWithout || mine.values[at] !== theirs.values[at]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
    <div className={styles.scroller} role="region" aria-label={`Terms of ${title}`} tabIndex={0}>
      <table className={styles.terms}>
        <thead>
          <tr>
            <th scope="col">
              <span className="rh-visually-hidden">Whose</span>
            </th>
            {terms.map(({ item, name }) => (
              <th key={item} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([whose, position]) => (
            <tr key={whose}>
              <th scope="row">{whose}</th>
              {position == null ? (
                <td colSpan={terms.length} className={styles.none}>
                  not answered yet
                </td>
              ) : position.isWithout ? (
                <td colSpan={terms.length} className={styles.none} data-differs={isOpen || undefined}>
                  without this line
                </td>
              ) : (
                terms.map((term, at) => (
                  <td key={term.item} data-differs={(whose === 'Theirs' && differs(at)) || undefined}>
                    {showTerm(term, position.values[at])}
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type AnswerFormProps = {
  line: ConversationLine;
  title: string;
  kind: Edited;
  answer: Omit<DraftAnswer, 'to'> | null;
  conversation: Conversation;
  onKeep: (answer: Omit<DraftAnswer, 'to'>) => void;
  onCancel: () => void;
};

function AnswerForm({ line, title, kind, answer, conversation, onKeep, onCancel }: AnswerFormProps) {
  const { terms, reasons } = conversation;
  const own = line.mine != null && !line.mine.isWithout ? line.mine : line.theirs;
  const begin = Object.fromEntries(
    terms.map(({ item }, at) => [item, answer?.values[item] ?? own?.values[at] ?? '']),
  );
  const [values, setValues] = useState<Readonly<Record<number, string>>>(begin);
  const [reason, setReason] = useState(answer?.reason ?? '');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const reasonId = useId();
  useEffect(() => {
    if (kind === 'REJECTED' || terms.length === 0)
      form.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [kind, terms.length]);
  /** Inputs of values come late: the first of them takes the focus when it is there. */
  const [focusFirst] = useState(() => (input: HTMLElement | null) => input?.focus());

  function keep(event: SubmitEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const found: Record<string, string> = {};
    const changed: Record<number, string> = {};
    if (kind !== 'REJECTED')
      for (const [at, { item, dataType }] of terms.entries()) {
        const value = values[item] ?? '';
        const whyNot = value === '' ? null : valueOf(dataType).whyNot(value);
        if (whyNot !== null) found[item] = whyNot;
        else if (!valueOf(dataType).isSame(value, own?.values[at] ?? '')) changed[item] = value;
      }
    if (kind === 'REJECTED' && reason.trim() === '') found['reason'] = 'Say why.';
    if (kind !== 'REJECTED' && Object.keys(found).length === 0 && Object.keys(changed).length === 0)
      found['reason'] = 'Nothing is different yet.';
    setFaults(found);
    if (Object.keys(found).length === 0) onKeep({ kind, values: changed, reason: reason.trim() });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves the form from any of its inputs
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={`${{ CHANGED: 'Change', BACKORDERED: 'Backorder', REJECTED: 'Reject' }[kind]} ${title}`}
      onSubmit={keep}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onCancel();
        }
      }}
    >
      {kind !== 'REJECTED' &&
        terms.map((term, at) => (
          <FieldEditor
            key={term.item}
            field={term}
            options={[]}
            value={values[term.item] ?? ''}
            onChange={(value) => setValues({ ...values, [term.item]: value })}
            onBlur={() => undefined}
            required={false}
            error={faults[term.item] ?? null}
            ref={at === 0 ? focusFirst : null}
          />
        ))}
      {reasons.length === 0 ? (
        <TextInput
          label="Reason"
          required={kind === 'REJECTED'}
          value={reason}
          maxLength={200}
          error={faults['reason'] ?? null}
          onChange={setReason}
        />
      ) : (
        <label className={styles.reason} htmlFor={reasonId}>
          <span>{kind === 'REJECTED' ? 'Reason *' : 'Reason'}</span>
          <Select
            id={reasonId}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          >
            <option value="">{kind === 'REJECTED' ? 'Choose…' : 'None'}</option>
            {reasons.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
          {faults['reason'] !== undefined && <span className={styles.fault}>{faults['reason']}</span>}
        </label>
      )}
      <div className={styles.answers}>
        <Button type="submit" size="small" variant="outlined">
          Keep
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
