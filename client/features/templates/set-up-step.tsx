import { useId, type ReactNode, type Ref } from 'react';
import { Icon } from '../../ui/icons.tsx';
import styles from './templates.module.css';

type SetUpStepProps = {
  number: number;
  isDone: boolean;
  title: string;
  /** What came of it, or what it is for. */
  about?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
  /** Its title, which can be given the focus. */
  ref?: Ref<HTMLHeadingElement>;
};

/** One of the first steps: done ones stay readable. */
export function SetUpStep({ number, isDone, title, about, aside, children, ref }: SetUpStepProps) {
  const titleId = useId();
  return (
    <li className={styles.step} aria-labelledby={titleId}>
      <span className={styles.number} data-done={isDone || undefined}>
        {isDone ? <Icon name="check" size={16} /> : <span aria-hidden="true">{number}</span>}
        {isDone && <span className="rh-visually-hidden">Done</span>}
      </span>
      <div className={styles.stepWords}>
        <div className={styles.stepHead}>
          <h2 ref={ref} id={titleId} tabIndex={-1} className={styles.stepTitle}>
            {title}
          </h2>
          {aside !== undefined && <div className={styles.aside}>{aside}</div>}
        </div>
        {about !== undefined && <p className={styles.quiet}>{about}</p>}
        {children}
      </div>
    </li>
  );
}
