// Asking is awaiting: `if (await confirm({ title, confirmLabel })) …`. A question that was settled with
// "Don't show this again" is answered yes without a dialog (Specification 4).
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { isQuestionSettled, type RememberedQuestion } from '../platform/storage/local-storage.ts';
import { ConfirmBox } from './late-parts.tsx';

export type Question = {
  /** The question itself. */
  title: string;
  body?: ReactNode;
  /** What would be lost; shown with a warning sign. */
  warning?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  loadingLabel?: string;
  /** Of what is set up for others: has a field for the reason. */
  asksWhy?: boolean;
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

export type Asked = Question & { number: number; answer: (confirmed: boolean) => void };

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
        setAsked((current) => current.filter((other) => other.number !== number));
        resolve(confirmed);
      };
      setAsked((current) => [...current, { ...question, number, answer }]);
    });
  }, []);

  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked[0] !== undefined && <ConfirmBox key={asked[0].number} {...asked[0]} />}
    </ConfirmContext>
  );
}
