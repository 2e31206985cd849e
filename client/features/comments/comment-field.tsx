// Where a comment is written. The names that @ offers are a listbox beside the text: the focus stays in the text, and
// `aria-activedescendant` says which name is the current one.
import Button from '@mui/material/Button';
import { whyNotComment, toCommentText } from '@rowhouse/domain/comments/rules.ts';
import { useQuery } from '@tanstack/react-query';
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { Icon } from '../../ui/icons.tsx';
import { findReaders, type CommentedRecord, type CommentReader } from './api.ts';
import { findMentionBegun, type MentionBegun } from './mention-begun.ts';
import { MentionList } from './mention-list.tsx';
import styles from './record-comments.module.css';

export type CommentFieldHandle = { focus(): void; fill(text: string): void };

type CommentFieldProps = {
  ref?: Ref<CommentFieldHandle>;
  record: CommentedRecord;
  label: string;
  initial: string;
  verb: 'Send' | 'Save';
  /** What is wrong with what was last submitted. */
  error?: string | null;
  onChange?: (text: string) => void;
  /** The field is emptied by whoever answers true. */
  onSubmit: (text: string) => boolean;
  onEscape: () => void;
  /** ↑ in the empty field. */
  onUp?: () => void;
  onCancel?: () => void;
};

const isMeant = ({ name, email }: CommentReader, sought: string): boolean =>
  `${name}\n${email}`.toLowerCase().includes(sought.toLowerCase());

export function CommentField({ ref, ...props }: CommentFieldProps) {
  const { record, label, verb, onUp, onCancel } = props;
  const [text, setText] = useState(props.initial);
  const [begun, setBegun] = useState<MentionBegun | null>(null);
  /** Where the @ stands whose list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [placed, setPlaced] = useState<{ readonly caret: number } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  const isSought = begun !== null && begun.at !== closedAt;
  const { data } = useQuery({
    queryKey: ['comments', 'readers', record.recordTypeId, record.recordId, begun?.sought ?? ''],
    queryFn: ({ signal }) => findReaders(record, begun?.sought ?? '', signal),
    enabled: isSought,
    staleTime: 30_000,
    placeholderData: (before) => before,
  });
  // While the answer is on its way, those of the last one who fit stay: Enter never chooses somebody else.
  const readers = isSought ? (data?.members ?? []).filter((one) => isMeant(one, begun.sought)) : [];
  const isOpen = readers.length > 0;
  const current = Math.min(active, readers.length - 1);
  const error = fault ?? props.error ?? null;

  const look = (): void => {
    const { value, selectionStart, selectionEnd } = area.current!;
    const next = selectionStart === selectionEnd ? findMentionBegun(value, selectionStart) : null;
    if (next?.sought !== begun?.sought) setActive(0);
    setBegun(next);
    if (next === null) setClosedAt(null);
  };
  // Before the next key is typed.
  useLayoutEffect(() => {
    if (placed === null) return;
    area.current?.focus();
    area.current?.setSelectionRange(placed.caret, placed.caret);
  }, [placed]);
  /** The caret stands at `caret` afterwards. */
  const put = (next: string, caret: number): void => {
    setText(next);
    setFault(null);
    props.onChange?.(next);
    setPlaced({ caret });
  };
  const choose = (reader: CommentReader): void => {
    if (begun === null || !reader.maySeeRecord) return;
    const rest = text.slice(area.current!.selectionStart);
    const written = `@${reader.name}${/^\s/.test(rest) ? '' : ' '}`;
    setClosedAt(begun.at);
    put(`${text.slice(0, begun.at)}${written}${rest}`, begun.at + written.length);
  };
  const submit = (): void => {
    const whyNot = whyNotComment(toCommentText(text));
    setFault(whyNot);
    if (whyNot !== null) area.current?.focus();
    else if (props.onSubmit(toCommentText(text))) put('', 0);
  };
  const beginMention = (): void => {
    const { selectionStart: caret } = area.current!;
    const isApart = caret === 0 || /\s$/.test(text.slice(0, caret));
    const sign = isApart ? '@' : ' @';
    put(`${text.slice(0, caret)}${sign}${text.slice(caret)}`, caret + sign.length);
  };

  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    fill: (filled) => put(filled, filled.length),
  }));

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const act = (deed: () => void): void => {
      event.preventDefault();
      event.stopPropagation();
      deed();
    };
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return act(submit);
    if (isOpen && isPlain) {
      if (event.key === 'ArrowDown') return act(() => setActive((current + 1) % readers.length));
      if (event.key === 'ArrowUp')
        return act(() => setActive((current - 1 + readers.length) % readers.length));
      if (event.key === 'Enter' || event.key === 'Tab') return act(() => choose(readers[current]!));
      if (event.key === 'Escape') return act(() => setClosedAt(begun?.at ?? null));
    }
    if (event.key === 'Escape' && isPlain) return act(props.onEscape);
    if (event.key === 'ArrowUp' && isPlain && text === '' && onUp) return act(onUp);
    return undefined;
  };

  return (
    <div className={styles.field} data-has-error={error !== null}>
      {isOpen && (
        <MentionList
          id={`${id}-list`}
          readers={readers}
          current={current}
          onChoose={choose}
          isMore={data?.isMore === true}
        />
      )}
      <textarea
        ref={area}
        rows={1}
        value={text}
        aria-label={label}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-list-${current}` : undefined}
        placeholder={verb === 'Send' ? 'Write a comment' : undefined}
        onChange={({ target }) => {
          setText(target.value);
          setFault(null);
          props.onChange?.(target.value);
        }}
        onSelect={look}
        onBlur={() => setBegun(null)}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <p id={`${id}-error`} role="alert" className={styles.fault}>
          {error}
        </p>
      )}
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.at}
          aria-label="Mention somebody"
          // The text keeps its caret.
          onMouseDown={(event) => event.preventDefault()}
          onClick={beginMention}
        >
          <Icon name="at" size={18} />
        </button>
        <span className={styles.keys} aria-hidden="true">
          <kbd>Ctrl</kbd>
          <kbd>Enter</kbd>
        </span>
        {onCancel && (
          <Button variant="text" size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button variant="outlined" size="small" onClick={submit}>
          {verb}
        </Button>
      </div>
    </div>
  );
}
