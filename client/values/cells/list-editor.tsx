// One of a list: typing narrows, the arrows choose, Enter takes. It opens with its list.
import { useEffect, useId, useImperativeHandle, useRef, useState, type KeyboardEvent } from 'react';
import type { CellEditorProps } from '../../ui/grid/grid-column.ts';
import { CellPopover } from '../../ui/grid/cell-popover.tsx';
import { asOptions, labelOf, type Option, type OptionAct } from '../../ui/inputs/option.ts';
import { useDisabledOptions } from '../../ui/inputs/use-disabled-options.ts';
import { lastOne, narrowOptions, stepFar, stepThrough } from './narrow-options.ts';
import { OptionList } from './option-list.tsx';

type ListEditorProps = CellEditorProps & {
  options: readonly Option[];
  isLoading: boolean;
  acts: readonly OptionAct[];
};

/** The choice of none, offered where the field may stay empty. */
const noneOption: Option = { id: '', name: 'No value', enabled: true };

export function ListEditor(props: ListEditorProps) {
  const { options, isLoading, value, typed, label, required, describedBy, onDone, ref } = props;
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef(value);
  const listId = useId();
  const current = options.find(({ id }) => id === value);
  const [text, setText] = useState(typed);
  const [isNarrowed, setNarrowed] = useState(typed !== '');
  const { offered, mayTake, tick } = useDisabledOptions(options, (id) => id === value, 'seen');
  const acts = [...props.acts, ...tick];
  const all = required || value === '' ? offered : [noneOption, ...offered];
  const narrowed = narrowOptions(all, isNarrowed ? text : '');
  const { more } = narrowed;
  const shown = [...narrowed.shown, ...asOptions(acts)];
  const [at, setAt] = useState(() => (typed === '' ? shown.findIndex(({ id }) => id === value) : 0));
  const marked = shown[Math.min(at, shown.length - 1)];

  useImperativeHandle(ref, () => ({
    read: () => {
      const written = input.current!.value.trim().toLowerCase();
      if (!isNarrowed || chosen.current !== value) return chosen.current;
      if (written === '') return '';
      // Who leaves with a whole name written means it; half a name is no value.
      const exact = offered.filter((option) => labelOf(option).toLowerCase() === written);
      return exact.length === 1 && mayTake(exact[0]!) ? exact[0]!.id : null;
    },
  }));
  useEffect(() => {
    const element = input.current!;
    element.focus({ preventScroll: true });
    if (typed === '') element.select();
    else element.setSelectionRange(element.value.length, element.value.length);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);

  function take(option: Option, exit: 'down' | 'up' | 'next' | 'previous' | 'stay') {
    const act = acts.find(({ id }) => id === option.id);
    if (act !== undefined) {
      act.run(isNarrowed ? text.trim() : '');
      if (act.ticked !== undefined) setAt(lastOne);
      return;
    }
    if (!mayTake(option) && option.id !== value) return;
    chosen.current = option.id;
    onDone(exit);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : -1;
      setAt((now) => stepThrough(now, step, shown.length));
    } else if (key === 'PageDown' || key === 'PageUp') {
      const step = key === 'PageDown' ? 8 : -8;
      setAt((before) => stepFar(before, step, shown.length));
    } else if (key === 'Enter' && marked) take(marked, shiftKey ? 'up' : 'down');
    else if (key === 'Tab' && marked && isNarrowed && text.trim() !== '' && narrowed.shown.includes(marked))
      take(marked, shiftKey ? 'previous' : 'next');
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
        aria-label={label}
        aria-required={required || undefined}
        aria-describedby={describedBy}
        aria-expanded={true}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={marked ? `${listId}-${marked.id}` : undefined}
        defaultValue={typed === '' ? (current ? labelOf(current) : '') : typed}
        onChange={(event) => {
          setText(event.target.value);
          setNarrowed(true);
          setAt(event.target.value.trim() === '' ? -1 : 0);
        }}
        onKeyDown={onKeyDown}
      />
      <CellPopover>
        <OptionList
          id={listId}
          label={label}
          options={shown}
          acts={acts.length}
          more={more}
          isLoading={isLoading}
          markedId={marked?.id}
          chosenIds={value === '' ? [] : [value]}
          onChoose={(option) => take(option, 'stay')}
        />
      </CellPopover>
    </>
  );
}
