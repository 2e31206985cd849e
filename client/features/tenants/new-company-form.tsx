import Button from '@mui/material/Button';
import { newCompanyForm, suggestCompanyUrl, whyNotCompanyUrl } from '@rowhouse/domain/tenants/rules.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { faultsOfIssues } from '../../ui/form-dialog/faults-of-issues.ts';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { LabelledInput } from '../../ui/labelled-input.tsx';
import styles from './new-company-form.module.css';

export type NewCompany = { readonly name: string; readonly url: string };

type NewCompanyFormProps = {
  /** What was typed before, when the person comes back to this step. */
  first?: NewCompany;
  label?: string;
  runningLabel?: string;
  /** Why no company can have the address, or null; asked while it is typed. */
  findUrlFault: (url: string, signal: AbortSignal) => Promise<string | null>;
  /** Throws what the server refuses: it is shown at the input that it concerns, and nothing typed is lost. */
  onMake: (company: NewCompany) => Promise<void>;
};

type Faults = { readonly name?: string; readonly url?: string; readonly form?: string };

const pauseMs = 300;

/** A company's name and address: the address follows the name until somebody writes it. */
export function NewCompanyForm({
  first,
  label = 'Make the company',
  runningLabel = 'Making the company…',
  findUrlFault,
  onMake,
}: NewCompanyFormProps) {
  const [name, setName] = useState(first?.name ?? '');
  const [ownUrl, setOwnUrl] = useState<string | null>(first?.url ?? null);
  const [faults, setFaults] = useState<Faults>({});
  const [running, setRunning] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const url = ownUrl ?? suggestCompanyUrl(name);
  const found = useUrlFault(url, findUrlFault, running);
  const urlFault = faults.url ?? (url === '' ? undefined : (found.fault ?? undefined));

  async function make(event: FormEvent) {
    event.preventDefault();
    if (running) return;
    const parsed = newCompanyForm.safeParse({ name, url });
    if (!parsed.success) {
      show(faultsOfIssues(parsed.error.issues));
      return;
    }
    setRunning(true);
    try {
      await onMake(parsed.data);
    } catch (failure) {
      show({ [fieldOf(failure)]: toSentence(failure) });
      // Only then: a company that is made leads on from here.
      setRunning(false);
    }
  }

  function show(given: Faults) {
    setFaults(given);
    // After the paint: the input is marked then.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void make(event)}>
      <LabelledInput
        ref={focusAtFirst}
        label="Company name"
        name="name"
        autoComplete="organization"
        required
        mark="required"
        value={name}
        fault={faults.name}
        onChange={({ target }) => {
          setName(target.value);
          setFaults(({ url: kept }) => (ownUrl === null || kept === undefined ? {} : { url: kept }));
        }}
      />
      <LabelledInput
        label="Address"
        name="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        mark="required"
        value={url}
        hint={
          url === '' || found.isFree !== true
            ? `${window.location.host}/…: small letters, digits and hyphens.`
            : `${window.location.host}/${url} is free.`
        }
        fault={urlFault}
        onChange={({ target }) => {
          setOwnUrl(target.value.toLowerCase());
          setFaults(({ name: kept }) => (kept === undefined ? {} : { name: kept }));
        }}
      />
      {faults.form !== undefined && (
        <p role="alert" className={styles.fault}>
          {faults.form}
        </p>
      )}
      <Button type="submit" variant="contained" size="large" fullWidth aria-disabled={running}>
        {running ? runningLabel : label}
      </Button>
    </form>
  );
}

/** By our rules at once, and by what the server knows after a pause. A check that fails says nothing: making it asks again. */
function useUrlFault(url: string, findUrlFault: NewCompanyFormProps['findUrlFault'], isOver: boolean) {
  const [asked, setAsked] = useState<{ url: string; fault: string | null } | null>(null);
  const find = useRef(findUrlFault);
  useEffect(() => {
    find.current = findUrlFault;
  });
  const own = whyNotCompanyUrl(url);
  useEffect(() => {
    // The link that lets one ask is used up when the company is made.
    if (own !== null || isOver) return undefined;
    const stop = new AbortController();
    const wait = setTimeout(() => {
      find
        .current(url, stop.signal)
        .then((fault) => setAsked({ url, fault }))
        .catch(() => undefined);
    }, pauseMs);
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [url, own, isOver]);
  const answer = asked?.url === url ? asked : null;
  return { fault: own ?? answer?.fault ?? null, isFree: own === null && answer?.fault === null };
}

function fieldOf(failure: unknown): keyof Faults {
  const field = failure instanceof RequestFailure ? failure.field : null;
  if (field === 'name' || field === 'companyName') return 'name';
  return field === 'url' || field === 'companyUrl' ? 'url' : 'form';
}
