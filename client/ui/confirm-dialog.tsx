// Asking is awaiting: `if (await confirm({ title, confirmLabel })) …`. A question that was settled with
// "Don't show this again" is answered yes without a dialog (Specification 4).
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import { createContext, useCallback, useContext, useId, useRef, useState, type ReactNode } from 'react';
import {
  isQuestionSettled,
  settleQuestion,
  type RememberedQuestion,
} from '../platform/storage/local-storage.ts';
import { ErrorAlert } from './error-alert.tsx';
import { Icon } from './icons.tsx';
import styles from './confirm-dialog.module.css';

export type Question = {
  /** The question itself. */
  title: string;
  body?: ReactNode;
  /** What would be lost; shown with a warning sign. */
  warning?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  loadingLabel?: string;
  /** 'danger' for what takes something away. */
  tone?: 'primary' | 'danger';
  width?: 'xs' | 'sm' | 'md';
  /** Offers "Don't show this again". */
  remember?: RememberedQuestion;
  /** Runs while the dialog shows the loading label; when it throws, the dialog stays and says why. */
  onConfirm?: () => Promise<void>;
};

export type Confirm = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

/** Resolves true on confirm, false on cancel or close. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (confirm === null) throw new Error('useConfirm needs a ConfirmHost above it.');
  return confirm;
}

type Asked = Question & { number: number; answer: (confirmed: boolean) => void };

export function ConfirmHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const count = useRef(0);

  const confirm = useCallback<Confirm>(async (question) => {
    if (question.remember !== undefined && isQuestionSettled(question.remember)) {
      await question.onConfirm?.();
      return true;
    }
    count.current += 1;
    const number = count.current;
    return new Promise<boolean>((resolve) => {
      const answer = (confirmed: boolean) => {
        setAsked((present) => present.filter((other) => other.number !== number));
        resolve(confirmed);
      };
      setAsked((present) => [...present, { ...question, number, answer }]);
    });
  }, []);

  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked[0] !== undefined && <ConfirmDialog key={asked[0].number} {...asked[0]} />}
    </ConfirmContext>
  );
}

function ConfirmDialog({
  title,
  body,
  warning,
  confirmLabel = 'Confirm',
  cancelLabel = 'Cancel',
  loadingLabel = 'Loading',
  tone = 'primary',
  width = 'sm',
  remember,
  onConfirm,
  answer,
}: Asked) {
  const titleId = useId();
  const bodyId = useId();
  const [settled, setSettled] = useState(false);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const spoken = body !== undefined || warning !== undefined;

  async function carryOut() {
    if (onConfirm !== undefined) {
      setRunning(true);
      setFailure(null);
      try {
        await onConfirm();
      } catch (error) {
        setFailure(error);
        setRunning(false);
        return;
      }
    }
    if (settled && remember !== undefined) settleQuestion(remember);
    answer(true);
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth={width}
      onClose={running ? undefined : () => answer(false)}
      aria-labelledby={titleId}
      aria-describedby={spoken ? bodyId : undefined}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent className={styles.content}>
        <div id={bodyId}>
          {body}
          {warning !== undefined && (
            <p className={styles.warning}>
              <Icon name="warning" />
              <span>{warning}</span>
            </p>
          )}
        </div>
        {failure !== null && <ErrorAlert failure={failure} />}
        {remember !== undefined && (
          <FormControlLabel
            className={styles.remember}
            control={<Checkbox checked={settled} onChange={(event) => setSettled(event.target.checked)} />}
            label="Don't show this again"
          />
        )}
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its safest button */}
        <Button autoFocus disabled={running} onClick={() => answer(false)}>
          {cancelLabel}
        </Button>
        <Button
          variant="contained"
          color={tone === 'danger' ? 'error' : 'primary'}
          disabled={running}
          onClick={() => void carryOut()}
        >
          {running ? loadingLabel : confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
