// The one way to say something in passing. `snackbars.success('Changes Saved!')` works from anywhere; the host is
// mounted once, at the root.
import {
  closeSnackbar,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
  type CustomContentProps,
} from 'notistack';
import { forwardRef, type ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import styles from './snackbars.module.css';

/** Specification 9, in milliseconds. */
const durations = { standard: 6000, alert: 3000, success: 1000, centred: 1500 };

type Tone = 'info' | 'success' | 'warning' | 'error';
const icons: Record<Tone, IconName> = { info: 'info', success: 'check', warning: 'warning', error: 'error' };

/** One thing that can be done about what was said. It stays to be reached as long as anything that is read. */
export type SnackbarAction = { readonly label: string; readonly run: () => void };

export const snackbars = {
  info: (message: string) => show(message, 'info', durations.standard),
  success: (message: string, action?: SnackbarAction) =>
    show(message, 'success', action ? durations.standard : durations.success, action),
  /** @param title stands above the message */
  warning: (message: string, title?: string) =>
    show(title === undefined ? message : `${title}\n${message}`, 'warning', durations.alert),
  error: (message: string, action?: SnackbarAction) =>
    show(message, 'error', action ? durations.standard : durations.alert, action),
  /** In the middle of the lower edge, for a word that belongs to the whole page. */
  centred: (message: string) =>
    enqueueSnackbar(message, {
      variant: 'info',
      autoHideDuration: durations.centred,
      anchorOrigin: { vertical: 'bottom', horizontal: 'center' },
    }),
};

function show(message: string, variant: Tone, autoHideDuration: number, action?: SnackbarAction) {
  return enqueueSnackbar(message, {
    variant,
    autoHideDuration,
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

export function SnackbarHost({ children }: { children: ReactNode }) {
  return (
    <SnackbarProvider
      maxSnack={3}
      preventDuplicate
      autoHideDuration={durations.standard}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      classes={{ containerRoot: styles.host }}
      Components={cards}
    >
      {children}
    </SnackbarProvider>
  );
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
