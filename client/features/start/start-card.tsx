import { useId, type ReactNode } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import styles from './start.module.css';

type StartCardProps = {
  title: string;
  aside?: ReactNode;
  action?: ReactNode;
  /** Said in the place of the rows; the other parts stay. */
  failure?: unknown;
  onRetry?: () => void;
  /** Rows on their way take the room that rows take. */
  loadingRows?: number | undefined;
  children?: ReactNode;
};

export function StartCard({
  title,
  aside,
  action,
  failure = null,
  onRetry,
  loadingRows,
  children,
}: StartCardProps) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId} aria-busy={loadingRows !== undefined}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <span className={styles.aside}>{aside}</span>
        {action}
      </div>
      {failure !== null ? (
        <div className={styles.failed}>
          <ErrorAlert
            failure={failure}
            title={`${title} could not be loaded`}
            {...(onRetry !== undefined && { onRetry })}
          />
        </div>
      ) : loadingRows !== undefined ? (
        <div className={styles.skeletons} aria-hidden="true">
          {Array.from({ length: loadingRows }, (_, index) => (
            <span key={index} className={styles.skeleton} />
          ))}
        </div>
      ) : (
        children
      )}
    </section>
  );
}
