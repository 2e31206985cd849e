import { Icon } from '../../ui/icons.tsx';
import styles from './order-form.module.css';

export type PathStep = { readonly name: string; readonly left: number };

type OrderPathProps = { steps: readonly PathStep[]; current: string; onGo: (name: string) => void };

/** The sections as a path: a rail beside the form, bars over it where there is little room. */
export function OrderPath({ steps, current, onGo }: OrderPathProps) {
  const at = steps.findIndex(({ name }) => name === current);
  return (
    <nav aria-label="Sections" className={styles.path}>
      <ol className={styles.steps}>
        {steps.map(({ name, left }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.step}
              aria-current={name === current ? 'step' : undefined}
              data-done={left === 0 || undefined}
              onClick={() => onGo(name)}
            >
              <span className={styles.mark} data-done={left === 0 || undefined}>
                {left === 0 && <Icon name="check" size={14} />}
              </span>
              <span className={styles.stepName}>{name}</span>
              {left > 0 && <span className={styles.left}>{left} left</span>}
            </button>
          </li>
        ))}
      </ol>
      <span className={styles.progress}>
        {at + 1} of {steps.length}
      </span>
    </nav>
  );
}
