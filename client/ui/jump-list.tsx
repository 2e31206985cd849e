// One box to type into and groups of what it finds (a combobox with a list): the focus stays in the box, the arrows move
// through what can be chosen. What cannot be chosen stays in its place with its reason, and is skipped.
import Dialog from '@mui/material/Dialog';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import styles from './jump-list.module.css';
import { Marked } from './marked.tsx';

export type JumpItem = {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  /** At the right: where it is, what it does. */
  readonly note?: string | undefined;
  readonly end?: ReactNode;
  /** Why it cannot be chosen. */
  readonly whyNot?: string | undefined;
  /** Absent of what is no place: it cannot be opened beside. */
  readonly to?: string | undefined;
  readonly run?: (() => void) | undefined;
};

export type JumpGroup = {
  readonly id: string;
  readonly name: string;
  readonly aside?: string | undefined;
  readonly items: readonly JumpItem[];
};

type JumpListProps = {
  label: string;
  placeholder: string;
  /** Where is searched. */
  scope: string;
  text: string;
  onText: (text: string) => void;
  /** What of the text is marked where it is found. */
  sought: string;
  groups: readonly JumpGroup[];
  /** More may come. */
  isBusy: boolean;
  /** In the place of a group that could not be had. */
  notice: string | null;
  nothing: string;
  /** Narrows to one group, or widens again. */
  onNarrow: (groupId: string | null) => void;
  isNarrowed: boolean;
  onChoose: (item: JumpItem, isBeside: boolean) => void;
  onClose: () => void;
  foot: ReactNode;
};

const restMs = 400;

export function JumpList(props: JumpListProps) {
  const { label, placeholder, scope, text, onText, sought, groups, isBusy, notice, nothing, foot } = props;
  const { onNarrow, isNarrowed, onChoose, onClose } = props;
  const listId = useId();
  const [activeId, setActiveId] = useState<string | null>(null);
  /** Enter was pressed before anything was found: the first that comes is meant. */
  const isAwaited = useRef(false);
  const items = useMemo(() => groups.flatMap((group) => group.items), [groups]);
  const open = useMemo(() => items.filter(({ whyNot }) => whyNot === undefined), [items]);
  const active = open.find(({ id }) => id === activeId) ?? open[0] ?? null;
  // What comes later stands around the active row, and does not take its place.
  if (active !== null && active.id !== activeId) setActiveId(active.id);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (active !== null)
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useEffect(() => {
    if (!isAwaited.current || open[0] === undefined) return;
    isAwaited.current = false;
    onChoose(open[0], false);
  }, [open, onChoose]);

  function move(to: number): void {
    const next = open[(to + open.length) % open.length];
    if (next !== undefined) setActiveId(next.id);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = active === null ? -1 : open.indexOf(active);
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter') {
      if (active !== null) onChoose(active, event.ctrlKey || event.metaKey);
      else isAwaited.current = isBusy;
    } else if (event.key === 'Tab' && !event.shiftKey && active !== null && !isNarrowed)
      onNarrow(groups.find((group) => group.items.includes(active))?.id ?? null);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      if (isNarrowed) onNarrow(null);
      else if (text === '') onClose();
      else onText('');
    } else return;
    event.preventDefault();
  }

  const optionId = (item: JumpItem) => `${listId}-${item.id}`;
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      slotProps={{ paper: { className: styles.paper, 'aria-label': label } }}
      classes={{ container: styles.container ?? '' }}
    >
      <div className={styles.head}>
        <Icon name="search" size={20} />
        <input
          // The dialog is this box: whoever opens it is about to type.
          ref={(input) => input?.focus()}
          className={styles.input}
          role="combobox"
          type="text"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === null ? undefined : optionId(active)}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            isAwaited.current = false;
            setActiveId(null);
            onText(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <span className={styles.scope}>{scope}</span>
        <button type="button" className={styles.close} onClick={onClose} aria-label="Esc: close">
          <kbd>Esc</kbd>
          <Icon name="close" size={20} />
        </button>
        <span className={styles.bar} data-busy={isBusy} />
      </div>
      <div ref={list} id={listId} role="listbox" aria-label="Found" className={styles.list}>
        {groups.map((group) => (
          <div key={group.id} role="group" aria-labelledby={`${listId}-g-${group.id}`}>
            <div className={styles.groupHead}>
              <span id={`${listId}-g-${group.id}`}>{group.name}</span>
              {group.aside !== undefined && <span>{group.aside}</span>}
            </div>
            {group.items.map((item) => (
              // The box hears the keys; a click must not take the focus from it.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box hears the keys
              <div
                key={item.id}
                id={optionId(item)}
                role="option"
                tabIndex={-1}
                aria-selected={item === active}
                aria-disabled={item.whyNot !== undefined}
                className={styles.item}
                onPointerMove={() => item.whyNot === undefined && setActiveId(item.id)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={(event) =>
                  item.whyNot === undefined && onChoose(item, event.ctrlKey || event.metaKey)
                }
              >
                <Icon name={item.whyNot === undefined ? item.icon : 'lock'} />
                <span className={styles.label}>
                  <Marked text={item.label} sought={sought} />
                </span>
                {(item.whyNot ?? item.note) !== undefined && (
                  <span className={styles.note}>{item.whyNot ?? item.note}</span>
                )}
                {item.end}
              </div>
            ))}
          </div>
        ))}
      </div>
      {notice !== null && <p className={styles.notice}>{notice}</p>}
      {items.length === 0 && notice === null && !isBusy && <p className={styles.notice}>{nothing}</p>}
      <div className={styles.foot}>{foot}</div>
      <Spoken text={isBusy ? '' : open.length === 1 ? '1 result' : `${open.length} results`} />
    </Dialog>
  );
}

/** Told when nothing has changed for a while: not at every key. */
function Spoken({ text }: { text: string }) {
  const [told, setTold] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setTold(text), restMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  return (
    <span role="status" className="rh-visually-hidden">
      {told}
    </span>
  );
}
