// Things in an order, and the chosen one beside them. Rows are moved by their grip, or by Alt and the arrows.
import Button from '@mui/material/Button';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { focusIfLost } from '../../ui/focus-if-lost.ts';
import { Icon } from '../../ui/icons.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { movePart, type Part, type Parts } from './design-draft.ts';
import styles from './record-types.module.css';
import type { Designer } from './use-designer.ts';

type Named = { readonly name: string; readonly enabled: boolean };

type PartsEditorProps<Values extends Named> = {
  /** 'Fields': what the list is called. */
  label: string;
  addLabel: string;
  /** What such a part is, while there is none. */
  emptyHint: string;
  parts: Parts<Values>;
  designer: Pick<Designer, 'chosen' | 'choose' | 'add'>;
  onChange: (parts: Parts<Values>) => void;
  /** At the right of the name: 'Currency'. */
  noteOf: (values: Values) => string;
  isAsked?: (values: Values) => boolean;
  /** Of the chosen one; without one it is said what there is to do. */
  inspector: ReactNode;
  /** Below the list. */
  below?: ReactNode;
  /** Beside both, where there is room. */
  aside?: ReactNode;
};

export function PartsEditor<Values extends Named>(props: PartsEditorProps<Values>) {
  const { label, addLabel, emptyHint, parts, designer, onChange, noteOf, isAsked, inspector, below, aside } =
    props;
  const { chosen, choose, add } = designer;
  const list = useRef<HTMLUListElement>(null);
  const [told, setTold] = useState('');
  const isNarrow = useMediaQuery('(width < 900px)');
  const rows = parts.parts;
  const isAlone = isNarrow && inspector !== null;
  const addButton = useRef<HTMLButtonElement>(null);
  const isChosen = inspector !== null;

  // A part that was saved or removed takes its inputs away, and the focus with them.
  const before = useRef({ chosen, isChosen });
  useEffect(() => {
    const isOther = before.current.chosen !== chosen || before.current.isChosen !== isChosen;
    if (isOther) focusIfLost(list.current?.querySelector<HTMLElement>('[aria-current]') ?? addButton.current);
    before.current = { chosen, isChosen };
  }, [chosen, isChosen]);

  function move(part: Part<Values>, to: number) {
    const place = Math.max(0, Math.min(to, rows.length - 1));
    onChange(movePart(parts, part.key, place));
    setTold(`${part.values.name}, ${place + 1} of ${rows.length}`);
  }

  function onKey(event: KeyboardEvent, part: Part<Values>, index: number) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.altKey) move(part, index + step);
    else list.current?.querySelectorAll<HTMLElement>('[data-part]')[index + step]?.focus();
  }

  function onGripDown(event: PointerEvent<HTMLElement>, part: Part<Values>) {
    if (event.button !== 0) return;
    const grip = event.currentTarget;
    grip.setPointerCapture(event.pointerId);
    event.preventDefault();
    const onMove = ({ clientY }: globalThis.PointerEvent) => {
      const lines = [...(list.current?.children ?? [])];
      const at = lines.findIndex((line) => clientY < line.getBoundingClientRect().bottom);
      carry.current(part, at === -1 ? lines.length - 1 : at);
    };
    const stop = () => {
      grip.removeEventListener('pointermove', onMove);
      grip.removeEventListener('pointerup', stop);
      grip.removeEventListener('pointercancel', stop);
    };
    grip.addEventListener('pointermove', onMove);
    grip.addEventListener('pointerup', stop);
    grip.addEventListener('pointercancel', stop);
  }
  const carry = useRef((_part: Part<Values>, _to: number): void => undefined);
  useLayoutEffect(() => {
    carry.current = (part, to) => {
      if (rows[to]?.key !== part.key) move(part, to);
    };
  });

  return (
    <div className={styles.columns} data-previews={aside === undefined ? undefined : ''}>
      {!isAlone && (
        <div className={styles.index}>
          <Button
            ref={addButton}
            variant="outlined"
            startIcon={<Icon name="plus" />}
            onClick={add}
            className={styles.add!}
          >
            {addLabel}
          </Button>
          {rows.length > 0 && (
            <ul ref={list} className={styles.parts} aria-label={label}>
              {rows.map((part, index) => (
                <li
                  key={part.key}
                  data-chosen={part.key === chosen || undefined}
                  data-off={!part.values.enabled || undefined}
                >
                  <span
                    className={styles.grip}
                    aria-hidden="true"
                    onPointerDown={(event) => onGripDown(event, part)}
                  >
                    <Icon name="drag" size={16} />
                  </span>
                  <button
                    type="button"
                    data-part
                    className={styles.part}
                    aria-current={part.key === chosen || undefined}
                    aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                    onClick={() => choose(part.key)}
                    onKeyDown={(event) => onKey(event, part, index)}
                  >
                    <span className={styles.name}>
                      {part.values.name || 'Without a name'}
                      {isAsked?.(part.values) === true && (
                        <>
                          <span className={styles.asterisk} aria-hidden="true">
                            {' *'}
                          </span>
                          <span className="rh-visually-hidden"> (required)</span>
                        </>
                      )}
                    </span>
                    {isUnsaved(part) && <span className={styles.dot} title="Not saved yet" />}
                    <span className={styles.note}>
                      {part.values.enabled ? noteOf(part.values) : 'Switched off'}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {rows.length > 1 && !isNarrow && (
            <p className={styles.keys}>
              <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> moves a row
            </p>
          )}
          <p role="status" className="rh-visually-hidden">
            {told}
          </p>
          {below}
        </div>
      )}
      {(inspector !== null || !isNarrow || rows.length === 0) && (
        <div className={styles.inspector}>
          {isAlone && (
            <Button startIcon={<Icon name="chevron-left" size={16} />} onClick={() => choose(null)}>
              {label}
            </Button>
          )}
          {inspector ?? (
            <p className={styles.quiet}>
              {rows.length === 0 ? emptyHint : 'Choose one to see and change it.'}
            </p>
          )}
        </div>
      )}
      {aside !== undefined && !isAlone && <div className={styles.preview}>{aside}</div>}
    </div>
  );
}

const isUnsaved = <Values extends object>({ id, base, values }: Part<Values>): boolean =>
  id === null || Object.entries(values).some(([name, value]) => base[name as keyof Values] !== value);
