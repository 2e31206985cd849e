import Button from '@mui/material/Button';
import { listEffects } from '@rowhouse/domain/roles/effects.ts';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { focusIfLost } from '../../ui/focus-if-lost.ts';
import styles from './access.module.css';
import { toAccessChanges } from './access-draft.ts';
import type { AccessRole } from './api.ts';
import type { AccessEditing } from './use-access-draft.ts';
import { stickyBar } from '../../ui/sticky-bar.ts';

const mostShown = 3;

/** What is changed and not saved: its greatest effect first, and what is lost before what is gained. */
export function AccessBar({ editing, roles }: { editing: AccessEditing; roles: readonly AccessRole[] }) {
  const { draft, conflicts, saving, failure } = editing;
  const [isOpen, setIsOpen] = useState(false);
  // The cells come first, the sentences about them with the next frame.
  const told = useDeferredValue(draft);
  const effects = useMemo(
    () => listEffects(toAccessChanges(told), new Map(roles.map((role) => [role.id, role]))),
    [told, roles],
  );
  useKeptPlace(draft.size > 0, saving);
  const [first, ...others] = effects;
  if (first === undefined || draft.size === 0) return null;
  const shown = isOpen ? others : others.slice(0, mostShown);
  const more = others.length - shown.length;
  return (
    <section ref={stickyBar} className={styles.bar} aria-label="Changes that are not saved" data-sticky-bar>
      <div className={styles.said}>
        <p className={styles.headline} aria-live="polite">
          <span aria-hidden="true" className={styles.dot} data-conflict={conflicts.length > 0 || undefined} />
          {conflicts.length > 0 ? (
            <span>
              {conflicts.length === 1
                ? 'Somebody else changed one of the same cells'
                : `Somebody else changed ${conflicts.length} of the same cells`}
              {': '}
              <strong>{sayConflict(conflicts[0]!, roles)}</strong>
            </span>
          ) : (
            <span>
              {draft.size === 1 ? 'One cell changed: ' : `${draft.size} cells changed: `}
              <strong data-loss={first.isLoss || undefined}>{first.sentence}</strong>
            </span>
          )}
        </p>
        {conflicts.length === 0 && shown.length > 0 && (
          <ul className={styles.effects}>
            {shown.map(({ sentence, isLoss }) => (
              <li key={sentence} data-loss={isLoss || undefined}>
                {sentence}
              </li>
            ))}
            {(more > 0 || isOpen) && (
              <li>
                <button type="button" className={styles.more} onClick={() => setIsOpen(!isOpen)}>
                  {isOpen ? 'Fewer effects' : `and ${more} more ${more === 1 ? 'effect' : 'effects'}`}
                </button>
              </li>
            )}
          </ul>
        )}
        {failure !== null && conflicts.length === 0 && (
          <ErrorAlert failure={failure} title="The changes were not saved" />
        )}
      </div>
      <div className={styles.acts}>
        {conflicts.length > 0 ? (
          <>
            <Button variant="outlined" onClick={() => editing.decide('theirs')}>
              Take theirs
            </Button>
            <Button variant="contained" onClick={() => editing.decide('mine')}>
              Keep mine
            </Button>
          </>
        ) : (
          <>
            <Button variant="text" disabled={saving} onClick={editing.discard}>
              Discard
            </Button>
            <Button variant="contained" disabled={saving} onClick={() => void editing.save()}>
              {draft.size === 1 ? 'Save 1 change' : `Save ${draft.size} changes`}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** What was pressed is closed while it is saved, and goes with the bar: the keyboard is in the matrix again. */
function useKeptPlace(isOpen: boolean, saving: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (!wasOpen.current && !isOpen) return undefined;
    wasOpen.current = isOpen;
    const find = (selector: string) => document.querySelector<HTMLElement>(selector);
    const timer = setTimeout(() =>
      focusIfLost(
        find('main [data-sticky-bar] button:last-child:enabled') ??
          find('main [role=grid]') ??
          find('main [role=tabpanel]'),
      ),
    );
    return () => clearTimeout(timer);
  }, [isOpen, saving]);
}

function sayConflict(
  { row, roleId }: AccessEditing['conflicts'][number],
  roles: readonly AccessRole[],
): string {
  return `${row.name} of ${roles.find(({ id }) => id === roleId)?.name ?? ''}, ${row.place}`;
}
