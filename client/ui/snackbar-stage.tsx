import {
  closeSnackbar,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
  type CustomContentProps,
} from 'notistack';
import { forwardRef, useEffect } from 'react';
import { Icon, type IconName } from './icons.tsx';
import { durations, takeSaid, type Said, type Tone } from './snackbars.tsx';
import styles from './snackbars.module.css';

const icons: Record<Tone, IconName> = { info: 'info', success: 'check', warning: 'warning', error: 'error' };

/** Where what is said in passing is seen, what was said before it came included. */
export function SnackbarStage() {
  useEffect(() => takeSaid(show), []);
  return (
    <SnackbarProvider
      maxSnack={3}
      preventDuplicate
      autoHideDuration={durations.standard}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      classes={{ containerRoot: styles.host }}
      Components={cards}
    />
  );
}

function show({ message, tone, ms, action, isCentred }: Said): void {
  enqueueSnackbar(message, {
    variant: tone,
    autoHideDuration: ms,
    // Of two deeds that are told in the same words each keeps its way back.
    preventDuplicate: tone !== 'success' || action === undefined,
    ...(isCentred && { anchorOrigin: { vertical: 'bottom', horizontal: 'center' } }),
    ...(action && {
      action: (key) => (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            closeSnackbar(key);
            action.run();
          }}
        >
          {action.label}
        </button>
      ),
    }),
  });
}

const Card = forwardRef<HTMLDivElement, CustomContentProps>(function Card(
  { id, message, variant, action },
  ref,
) {
  const tone: Tone = variant === 'default' ? 'info' : variant;
  return (
    <SnackbarContent ref={ref} role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}>
      <div className={styles.card} data-tone={tone}>
        <Icon name={icons[tone]} />
        <p className={styles.message}>{message}</p>
        {typeof action === 'function' ? action(id) : action}
        <button
          type="button"
          className={styles.dismiss}
          onClick={() => closeSnackbar(id)}
          aria-label="Dismiss"
        >
          <Icon name="close" size={16} />
        </button>
      </div>
    </SnackbarContent>
  );
});

const cards = { default: Card, info: Card, success: Card, warning: Card, error: Card };
