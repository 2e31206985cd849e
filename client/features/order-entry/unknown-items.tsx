import Button from '@mui/material/Button';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import type { MatchedItem } from '@rowhouse/domain/order-entry/pasted-lines.ts';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { areLetterKeysOn } from '../../ui/screen-keys/letter-keys.ts';
import styles from './order-lines.module.css';
import type { UnknownItem } from './order-lines.ts';
import type { OrderFilesState } from './use-order-files.ts';

export type TakenItem = UnknownItem & { readonly option: string };

type UnknownItemsProps = {
  files: OrderFilesState;
  opportunity: string;
  items: readonly UnknownItem[];
  hold: (input: HTMLElement | null) => void;
  /** These are those options; they are unknown no more. */
  onTake: (taken: readonly TakenItem[]) => void;
  onDrop: (dropped: readonly UnknownItem[]) => void;
};

/** Nobody works through more at once; the others come as these are put right. */
const mostShown = 25;

/** Items of a pasted table that are no options, with what comes nearest: 1, 2 and 3 take one, and all are taken at once. */
export function UnknownItems({ files, opportunity, items, hold, onTake, onDrop }: UnknownItemsProps) {
  const matched = useMatches(files, opportunity, items);
  const list = useRef<HTMLUListElement>(null);
  const titleId = useId();
  const [wasIn, setWasIn] = useState(false);
  // The one that was put right is gone: the focus stays in the list.
  useLayoutEffect(() => {
    if (wasIn && !list.current?.contains(document.activeElement))
      list.current?.querySelector<HTMLElement>('button')?.focus();
  }, [wasIn, items]);
  // Another file that has come since may know it.
  const nearestOf = (item: string): readonly string[] => {
    const found = matched.get(item);
    return found?.option == null ? (found?.nearest ?? []) : [found.option];
  };
  const takeable = items.flatMap((one): TakenItem[] => {
    const [option] = nearestOf(one.item);
    return option === undefined ? [] : [{ ...one, option }];
  });
  const takeOne = (one: UnknownItem, option: string) => {
    setWasIn(true);
    onTake([{ ...one, option }]);
  };
  const dropOne = (one: UnknownItem) => {
    setWasIn(true);
    onDrop([one]);
  };
  function onKeyDown(event: KeyboardEvent, one: UnknownItem) {
    if (event.ctrlKey || event.metaKey || event.altKey || !areLetterKeysOn()) return;
    const option = /^[123]$/.test(event.key) ? nearestOf(one.item)[Number(event.key) - 1] : undefined;
    if (option !== undefined) takeOne(one, option);
    else if (event.key === 'Delete') dropOne(one);
    else return;
    event.preventDefault();
  }
  return (
    <section ref={hold} tabIndex={-1} className={styles.unknown} aria-labelledby={titleId}>
      <div className={styles.unknownHead}>
        <h3
          id={titleId}
        >{`${showCount(items.length)} ${items.length === 1 ? 'item is' : 'items are'} not known`}</h3>
        {takeable.length > 0 && (
          <Button variant="outlined" size="small" onClick={() => onTake(takeable)}>
            {takeable.length === 1
              ? 'Take the nearest'
              : `Take the nearest of ${takeable.length === items.length ? 'all' : showCount(takeable.length)}`}
          </Button>
        )}
        <Button size="small" onClick={() => onDrop(items)}>
          {items.length === 1 ? 'Leave it out' : 'Leave all out'}
        </Button>
      </div>
      <ul ref={list} className={styles.items} aria-label="Items that are not known">
        {items.slice(0, mostShown).map((one) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- 1, 2, 3 and Delete are for the item that has the focus
          <li key={one.item} className={styles.item} onKeyDown={(event) => onKeyDown(event, one)}>
            <span className={styles.itemName}>
              {one.item} <span className={styles.pieces}>{`× ${showCount(one.quantity)}`}</span>
            </span>
            <span className={styles.nearest}>
              {nearestOf(one.item).map((option, at) => (
                <Button
                  key={option}
                  variant="outlined"
                  size="small"
                  className={styles.take ?? ''}
                  data-key={at + 1}
                  aria-keyshortcuts={String(at + 1)}
                  aria-label={`${one.item}: take ${option}`}
                  onClick={() => takeOne(one, option)}
                >
                  {option}
                </Button>
              ))}
              {matched.has(one.item) && nearestOf(one.item).length === 0 && (
                <span className={styles.nothing}>Nothing comes near.</span>
              )}
              <Button
                size="small"
                aria-keyshortcuts="Delete"
                aria-label={`${one.item}: leave out`}
                onClick={() => dropOne(one)}
              >
                Leave out
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {items.length > mostShown && (
        <p
          className={styles.hint}
        >{`and ${showCount(items.length - mostShown)} more, which come as these are put right`}</p>
      )}
    </section>
  );
}

const none: ReadonlyMap<string, MatchedItem> = new Map();

/** Asked of the file that stands now: another one may know the item. */
function useMatches(
  files: OrderFilesState,
  opportunity: string,
  items: readonly UnknownItem[],
): ReadonlyMap<string, MatchedItem> {
  const [matched, setMatched] = useState(none);
  const opened = files.state === 'ready' ? files.files : null;
  const names = useMemo(() => items.map(({ item }) => item).join('\n'), [items]);
  useEffect(() => {
    if (opened === null || names === '') return undefined;
    let isOver = false;
    const ask = async () => {
      const found = await opened.match(opportunity, names.split('\n'));
      if (!isOver) setMatched(new Map(found.map((one) => [one.item, one])));
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [opened, opportunity, names]);
  return matched;
}
