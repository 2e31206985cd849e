import { useEffect, useState } from 'react';
import { loadAnew } from '../../platform/load-anew.ts';
import { toSentence } from '../../platform/request-failure.ts';
import { abandonUnsavedWork } from '../../platform/unsaved-work.ts';
import { Icon } from '../../ui/icons.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { stopViewAs } from './api.ts';
import styles from './view-as-bar.module.css';

type ViewAsBarProps = {
  viewing: {
    readonly tenant: { readonly name: string };
    readonly role: { readonly name: string };
    readonly person: { readonly name: string | null } | null;
  };
  /** Where the person goes on as themselves. */
  backTo: string;
};

/** Stands above every page while the person looks at the company as somebody else. */
export function ViewAsBar({ viewing: { tenant, role, person }, backTo }: ViewAsBarProps) {
  const [isStopping, setStopping] = useState(false);
  const name = person?.name ?? role.name;
  useTitleOf(name);

  const stop = async () => {
    setStopping(true);
    try {
      await stopViewAs();
      // What was typed cannot be saved in any case.
      abandonUnsavedWork();
      loadAnew(backTo);
    } catch (failure) {
      setStopping(false);
      snackbars.error(toSentence(failure));
    }
  };

  return (
    <section aria-label="Viewing as somebody else" className={styles.bar}>
      <Icon name="eye" size={20} />
      <p className={styles.words}>
        <span className={styles.wide}>You view {tenant.name} as</span>
        <span className={styles.narrow}>As</span> <strong>{name}</strong>
        {person === null ? (
          <span className={styles.wide}>, with no records of their own</span>
        ) : (
          `, ${role.name}`
        )}
        . Nothing can be changed
        {person !== null && <span className={styles.wide}>, and they were told</span>}.
      </p>
      <button
        type="button"
        className={styles.stop}
        aria-disabled={isStopping || undefined}
        onClick={() => void stop()}
      >
        {isStopping ? 'Stopping…' : 'Stop viewing'}
      </button>
    </section>
  );
}

/** The tab says it too: `PageHeader` begins its title with it. */
function useTitleOf(name: string): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['viewingAs'] = name;
    document.title = `As ${name}: ${document.title}`;
    return () => {
      delete dataset['viewingAs'];
    };
  }, [name]);
}
