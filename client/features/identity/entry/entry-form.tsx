import Button from '@mui/material/Button';
import {
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
} from 'react';
import { RequestFailure, toSentence } from '../../../platform/request-failure.ts';
import styles from './entry-form.module.css';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const WaitSentence = lazyPart(async () => ({ default: (await import('./wait-sentence.tsx')).WaitSentence }));

/** By the name of the input; under 'form' what concerns no input. */
export type Faults = Readonly<Record<string, string>>;
/** What stands in the inputs, by their names; a checkbox that is off is absent. */
export type Given = Readonly<Record<string, string>>;

type EntryFormProps = {
  /** The inputs that can show a fault of theirs; any other fault stands above the button. */
  fields: readonly string[];
  /** On the one button, and while it works. */
  verb: string;
  verbRunning: string;
  /** What is wrong before anything is sent. */
  check?: (given: Given) => Faults | null | Promise<Faults | null>;
  /** Throws what the server refuses: it is shown at the input that it concerns, and nothing typed is lost. */
  onSend: (given: Given) => Promise<void>;
  /** What went wrong before this form was shown. */
  fault?: string | undefined;
  /** Whoever comes to the page comes to fill this in: the first empty input has the focus, unless something took it. */
  takesFocus?: boolean;
  /** Before it draws itself: goes on with what was typed where it stands now. Answers whether that was to be sent. */
  takesOver?: (form: HTMLFormElement) => boolean;
  children: (faults: Faults) => ReactNode;
};

const none: Faults = {};

/** A form at the door: its inputs keep their own values, one button sends them. */
export function EntryForm({
  fields,
  verb,
  verbRunning,
  check,
  onSend,
  fault,
  takesFocus = false,
  takesOver,
  children,
}: EntryFormProps) {
  const [{ faults, areNew }, setShown] = useState<{ faults: Faults; areNew: boolean }>({
    faults: fault === undefined ? none : { form: fault },
    areNew: false,
  });
  const [running, setRunning] = useState(false);
  const [freeAt, setFreeAt] = useState<number | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [isOwed, setOwed] = useState(false);

  // In the layout phase: what it takes over from is still in the page, and a key that is pressed next comes here.
  useLayoutEffect(() => {
    if (form.current !== null && takesOver?.(form.current) === true) setOwed(true);
  }, [takesOver]);

  useEffect(() => {
    if (isOwed) form.current?.requestSubmit();
  }, [isOwed]);

  // At once where the cursor stands in the form that goes: a Tab that is pressed a moment later begins here.
  useLayoutEffect(() => {
    if (takesFocus && document.activeElement?.closest('#first-form')) focusFirstEmpty(form.current);
  }, [takesFocus]);

  useEffect(() => {
    if (!takesFocus) return;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body && activeElement.tagName !== 'H1') return;
    focusFirstEmpty(form.current);
  }, [takesFocus]);

  // After the paint, because a fault may bring its input into the page.
  useEffect(() => {
    if (!areNew) return;
    const inputs = Array.from(form.current?.elements ?? []);
    const first = inputs.find(
      (input) => input instanceof HTMLInputElement && faults[input.name] !== undefined,
    );
    if (first instanceof HTMLInputElement) first.focus();
  }, [faults, areNew]);

  /** What is being corrected is not called wrong any more. */
  function forgive({ target }: FormEvent) {
    if (!(target instanceof HTMLInputElement)) return;
    const { name } = target;
    setShown((shown) =>
      shown.faults[name] === undefined ? shown : { faults: without(shown.faults, name), areNew: false },
    );
  }

  const show = (found: Faults) => setShown({ faults: found, areNew: true });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (running) return;
    const given = readInputs(form.current);
    setFreeAt(null);
    setRunning(true);
    try {
      const found = (await check?.(given)) ?? null;
      show(found ?? none);
      if (found === null) await onSend(given);
    } catch (failure) {
      const wait = findFreeAt(failure);
      setFreeAt(wait);
      show(wait === null ? toFaults(failure) : none);
    } finally {
      setRunning(false);
    }
  }

  const unplaced = Object.keys(faults).find((name) => !fields.includes(name));
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onInput={forgive}
      onSubmit={(event) => void submit(event)}
    >
      {children(faults)}
      {unplaced !== undefined && (
        <p role="alert" className={styles.fault}>
          {faults[unplaced]}
        </p>
      )}
      {freeAt !== null && (
        <Suspense>
          <WaitSentence freeAt={freeAt} onFree={() => setFreeAt(null)} />
        </Suspense>
      )}
      {/* Not disabled while it works: that would take the focus from whoever pressed it. */}
      <Button type="submit" variant="contained" size="large" fullWidth aria-disabled={running}>
        {running ? verbRunning : verb}
      </Button>
    </form>
  );
}

function focusFirstEmpty(form: HTMLFormElement | null): void {
  const inputs = Array.from(form?.elements ?? []);
  const first = inputs.find((input) => input instanceof HTMLInputElement && isEmptyText(input));
  if (first instanceof HTMLInputElement) first.focus();
}

const isEmptyText = ({ type, readOnly, value }: HTMLInputElement): boolean =>
  !readOnly && value === '' && type !== 'checkbox' && type !== 'hidden';

const without = (faults: Faults, name: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => field !== name));

function toFaults(failure: unknown): Faults {
  const field = failure instanceof RequestFailure ? failure.field : null;
  return { [field ?? 'form']: toSentence(failure) };
}

export function findFreeAt(failure: unknown): number | null {
  if (!(failure instanceof RequestFailure) || failure.code !== 'LIMITED') return null;
  const { retryAfterMs } = failure.details;
  return typeof retryAfterMs === 'number' && retryAfterMs > 0 ? Date.now() + retryAfterMs : null;
}

function readInputs(form: HTMLFormElement | null): Given {
  const entries = form === null ? [] : [...new FormData(form)];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
