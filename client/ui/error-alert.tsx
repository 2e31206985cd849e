import Button from '@mui/material/Button';
import { isSessionEnd, toSentence } from '../platform/request-failure.ts';
import { Icon } from './icons.tsx';
import styles from './error-alert.module.css';

type ErrorAlertProps = {
  /** What was thrown; its sentence is shown. */
  failure: unknown;
  /** What could not be done, before the sentence. */
  title?: string;
  onRetry?: () => void;
};

export function ErrorAlert({ failure, title, onRetry }: ErrorAlertProps) {
  // What could not be loaded because the session is over: its dialog stands, and says what is to be done.
  if (onRetry !== undefined && isSessionEnd(failure)) return null;
  return (
    <div role="alert" className={styles.alert}>
      <Icon name="error" />
      <div className={styles.words}>
        {title !== undefined && <strong>{title}</strong>}
        <span>{toSentence(failure)}</span>
      </div>
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
