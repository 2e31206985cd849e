// The sheet of '?': the keys of everything that is on the screen, under the titles of their groups.
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { useEffect, useId, useState } from 'react';
import { Icon } from '../icons.tsx';
import { LabelledCheckbox } from '../labelled-checkbox.tsx';
import { useObserved } from '../../platform/observed.ts';
import styles from './key-sheet.module.css';
import { areLetterKeysOn, setLetterKeys } from './letter-keys.ts';
import { isLetter, keyScopes, type KeyGroup, type KeyWords } from './screen-keys.ts';

export function KeySheet({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const groups = useGroups();
  const [hasLetterKeys, setHasLetterKeys] = useState(areLetterKeysOn);
  const hasLetters = groups.some(({ words }) => words.some(({ keys }) => keys.some(isLetter)));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            Keyboard shortcuts
          </h2>
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- a dialog that is only read opens on its way out */}
          <IconButton autoFocus size="small" aria-label="Close the keyboard shortcuts" onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
        <div className={styles.body} tabIndex={0} role="group" aria-labelledby={titleId}>
          {hasLetters && (
            <LabelledCheckbox
              label="Single letters are shortcuts"
              checked={hasLetterKeys}
              onChange={({ currentTarget: { checked: isOn } }) => {
                setLetterKeys(isOn);
                setHasLetterKeys(isOn);
              }}
            />
          )}
          {groups.map(({ title, words }) => (
            <Keys key={title} title={title} words={words} />
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function Keys({ title, words }: ShownGroup) {
  return (
    <>
      <h3 className={styles.part}>{title}</h3>
      <dl className={styles.keys}>
        {words.map(({ keys, where, does }) => (
          <div key={`${keys.join()} ${where}`} className={styles.line}>
            <dt className={styles.names}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
              {where !== undefined && <span className={styles.where}>{where}</span>}
            </dt>
            <dd className={styles.does}>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type ShownWords = {
  readonly keys: readonly string[];
  readonly where: string | undefined;
  readonly does: string;
};
type ShownGroup = {
  readonly title: string;
  readonly words: readonly ShownWords[];
};

/** Those of the screen first, then of what all screens have, and each group once. */
function useGroups(): readonly ShownGroup[] {
  const scopes = useObserved(keyScopes);
  const [groups, setGroups] = useState<readonly ShownGroup[]>([]);
  useEffect(() => {
    let isWanted = true;
    const ordered = levels.flatMap((level) => scopes.filter((scope) => scope.level === level));
    void (async () => {
      const found = await Promise.all(ordered.map(({ load }) => load()));
      if (isWanted) setGroups(mergeGroups(found.flat()));
    })();
    return () => {
      isWanted = false;
    };
  }, [scopes]);
  return groups;
}

const levels = ['screen', 'panel', 'everywhere'] as const;

export function mergeGroups(groups: readonly KeyGroup[]): readonly ShownGroup[] {
  const byTitle = Map.groupBy(new Set(groups), ({ title }) => title);
  return [...byTitle].map(([title, same]) => ({
    title,
    words: same.flatMap(({ keys }) => Object.values(keys).flatMap(wordsOf)),
  }));
}

function wordsOf({ keys, where, does }: KeyWords): ShownWords[] {
  if (does === undefined) return [];
  return [{ keys: keys.map((key) => key.replace(/\w+$/, (name) => nameOf[name] ?? name)), where, does }];
}

/** What is printed on them. */
const nameOf: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};
