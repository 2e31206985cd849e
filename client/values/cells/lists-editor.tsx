// Some of a list. A typed word and Enter add or take away, so does Space on what the arrows chose; Enter alone takes
// the whole choice, and Backspace takes away the last.
import { readIds, writeIds } from '@rowhouse/domain/kernel/formats.ts';
import { useEffect, useId, useImperativeHandle, useRef, useState, type KeyboardEvent } from 'react';
import type { CellEditorProps } from '../../ui/grid/grid-column.ts';
import { CellPopover } from '../../ui/grid/cell-popover.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { asOptions, labelOf, type Option, type OptionAct } from '../../ui/inputs/option.ts';
import { useDisabledOptions } from '../../ui/inputs/use-disabled-options.ts';
import styles from './cell-editors.module.css';
import { lastOne, narrowOptions, stepThrough } from './narrow-options.ts';
import { OptionList } from './option-list.tsx';

type ListsEditorProps = CellEditorProps & {
  options: readonly Option[];
  isLoading: boolean;
  /** @param ids what is chosen at the moment */
  actsOn: (ids: readonly string[]) => readonly OptionAct[];
};

export function ListsEditor(props: ListsEditorProps) {
  const { options, isLoading, actsOn, value, typed, label, required, describedBy, ref } = props;
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [ids, setIds] = useState<readonly string[]>(() => readIds(value).map(String));
  const [text, setText] = useState(typed);
  const [at, setAt] = useState(typed === '' ? -1 : 0);
  const [told, setTold] = useState('');
  const before = new Set(readIds(value).map(String));
  const { offered, mayTake, tick } = useDisabledOptions(options, (id) => before.has(id), 'seen');
  const narrowed = narrowOptions(offered, text);
  const { more } = narrowed;
  const acts = [...actsOn(ids), ...tick];
  const shown = [...narrowed.shown, ...asOptions(acts)];
  const marked = shown[Math.min(at, shown.length - 1)];
  const chosen = ids.flatMap((id) => options.find((option) => option.id === id) ?? []);

  useImperativeHandle(ref, () => ({
    read: () => {
      const written = ids.length === 0 ? '' : writeIds(ids.map(Number));
      return isSameChoice(ids, before) ? value : written;
    },
  }));
  useEffect(() => input.current!.focus({ preventScroll: true }), []);

  function toggle(option: Option | undefined) {
    if (!option) return;
    const act = acts.find(({ id }) => id === option.id);
    if (act !== undefined) {
      act.run(text.trim());
      if (act.ticked !== undefined) setAt(lastOne);
      return;
    }
    const isChosen = ids.includes(option.id);
    if (!isChosen && !mayTake(option) && !before.has(option.id)) return;
    setIds(isChosen ? ids.filter((id) => id !== option.id) : [...ids, option.id]);
    setTold(`${labelOf(option)} ${isChosen ? 'removed' : 'added'}`);
    input.current!.value = '';
    setText('');
    if (text !== '') setAt(-1);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : -1;
      setAt((now) => stepThrough(now, step, shown.length));
    } else if ((key === 'Enter' && text !== '') || (key === ' ' && text === '' && marked)) toggle(marked);
    else if (key === 'Backspace' && text === '') toggle(chosen.at(-1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        className="rh-editor-input"
        placeholder={ids.length === 0 ? 'Type to find' : `${ids.length} chosen`}
        aria-label={label}
        aria-required={required || undefined}
        aria-describedby={describedBy}
        aria-expanded={true}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={marked ? `${listId}-${marked.id}` : undefined}
        defaultValue={typed}
        onChange={(event) => {
          setText(event.target.value);
          setAt(event.target.value === '' ? -1 : 0);
        }}
        onKeyDown={onKeyDown}
      />
      <CellPopover>
        {chosen.length > 0 && <p className={styles.chosen}>{chosen.map(labelOf).join(', ')}</p>}
        <OptionList
          id={listId}
          label={label}
          options={shown}
          acts={acts.length}
          more={more}
          isLoading={isLoading}
          markedId={marked?.id}
          chosenIds={ids}
          takesMany
          onChoose={toggle}
        />
        <VisuallyHidden>
          <span role="status">{told}</span>
        </VisuallyHidden>
      </CellPopover>
    </>
  );
}

const isSameChoice = (ids: readonly string[], before: ReadonlySet<string>): boolean =>
  ids.length === before.size && ids.every((id) => before.has(id));
