import Button from '@mui/material/Button';
import { currencyChoices } from '@rowhouse/domain/tenants/currencies.ts';
import { companyForm, keptAddressDays, whyNotRequireSecondFactor } from '@rowhouse/domain/tenants/rules.ts';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { faultsOfIssues } from '../../ui/form-dialog/faults-of-issues.ts';
import { Card } from '../../ui/card.tsx';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import type { Company } from './api.ts';
import { CompanyBrand } from './company-brand.tsx';
import { changesOf, rebase, toDraft, type CompanyDraft } from './company-draft.ts';
import styles from './company-form.module.css';
import { useChangeCompany } from './use-company.ts';

type Faults = Readonly<Partial<Record<keyof CompanyDraft | 'form', string>>>;

const unsaved = 'Your changes to the company are not saved, and would be lost.';

type CompanyFormProps = {
  company: Company;
  /** The company stands at another address from now on. */
  onMove: (url: string) => void;
};

export function CompanyForm({ company, onMove }: CompanyFormProps) {
  const [base, setBase] = useState(company);
  const [draft, setDraft] = useState(() => toDraft(company));
  const [faults, setFaults] = useState<Faults>({});
  const [conflict, setConflict] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { change } = useChangeCompany();
  const changes = changesOf(draft, base);
  const isChanged = Object.keys(changes).length > 0;
  const letGo = useUnsavedWork(isChanged ? unsaved : null);
  const whyNoSecondFactor = base.mfaRequired ? null : whyNotRequireSecondFactor(base.hasSecondFactor);

  function set(part: Partial<CompanyDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in part))));
  }

  function discard() {
    setDraft(toDraft(base));
    setFaults({});
    setConflict(null);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (saving || !isChanged) return;
    const { error } = companyForm.safeParse(changes);
    if (error !== undefined) {
      showFaults(faultsOfIssues(error.issues));
      return;
    }
    setSaving(true);
    try {
      const changed = await change({ version: base.version, ...changes });
      setBase(changed);
      setDraft(toDraft(changed));
      setFaults({});
      setConflict(null);
      snackbars.success('Changes Saved!');
      if (changed.url !== base.url) {
        letGo();
        onMove(changed.url);
      }
    } catch (failure) {
      const current = failure instanceof RequestFailure ? findCurrent(failure) : null;
      if (current === null) {
        const field = failure instanceof RequestFailure ? failure.field : null;
        showFaults({ [field ?? 'form']: toSentence(failure) });
      } else {
        setDraft(rebase(draft, base, current));
        setBase(current);
        setConflict(toSentence(failure));
      }
    } finally {
      setSaving(false);
    }
  }

  function showFaults(found: Faults) {
    setFaults(found);
    // After the paint: the input is marked then.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      {conflict !== null && (
        <Notice tone="warning" onDismiss={() => setConflict(null)}>
          {conflict} What you changed is kept: look at it, and save again.
        </Notice>
      )}
      <Card title="About the company">
        <div className={styles.fields}>
          <TextInput
            label="Name"
            required
            value={draft.name}
            error={faults.name ?? null}
            autoComplete="organization"
            onChange={(name) => set({ name })}
          />
          <div className={styles.narrow}>
            <TextInput
              label="Address"
              required
              value={draft.url}
              error={faults.url ?? null}
              hint={sayAddress(base, draft.url)}
              onChange={(url) => set({ url: url.toLowerCase() })}
            />
          </div>
          <TextArea
            label="Description"
            value={draft.description}
            error={faults.description ?? null}
            hint="Shown where people choose a company."
            onChange={(description) => set({ description })}
          />
          <div className={styles.narrow}>
            <OptionPicker
              label="Currency"
              required
              isFirm
              options={currencyChoices()}
              value={draft.currency}
              error={faults.currency ?? null}
              hint="Of all amounts that name no other. No amount is converted."
              onChange={(currency) => set({ currency })}
            />
          </div>
        </div>
      </Card>
      <CompanyBrand
        company={base}
        accent={draft.accent}
        accentFault={faults.accent ?? null}
        onAccent={(accent) => set({ accent })}
        onLogo={setBase}
      />
      <Card title="Security" subtitle="Two-factor sign-in asks for a code from an app beside the password.">
        <div className={styles.fields}>
          <LabelledCheckbox
            label="Two-factor is required"
            name="mfaRequired"
            checked={draft.mfaRequired}
            disabled={whyNoSecondFactor !== null}
            aria-describedby="two-factor-note"
            fault={faults.mfaRequired}
            onChange={({ target }) => set({ mfaRequired: target.checked })}
          />
          <p className={styles.hint} id="two-factor-note">
            {whyNoSecondFactor === null ? (
              'Takes effect with everybody’s next click: who has not set it up is led to do so, and loses nothing.'
            ) : (
              <>
                {whyNoSecondFactor} <Link to="/account">Profile and security</Link>
              </>
            )}
          </p>
        </div>
      </Card>
      {faults.form !== undefined && (
        <p role="alert" className={styles.fault}>
          {faults.form}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="contained" disabled={!isChanged} aria-disabled={saving}>
          {saving ? 'Saving…' : 'Save changes'}
        </Button>
        <Button variant="text" disabled={!isChanged || saving} onClick={discard}>
          Discard
        </Button>
      </div>
    </form>
  );
}

/** Where the company is found, and what becomes of links that people have kept. */
function sayAddress({ url, formerUrls }: Company, typed: string): string {
  const { host } = window.location;
  if (typed !== url)
    return `Links with ${host}/${url} go on working, and no other company can have it for ${keptAddressDays} days.`;
  const former = formerUrls.length === 0 ? '' : ` Links with ${formerUrls.join(', ')} lead here too.`;
  return `${host}/${url}.${former}`;
}

/** The company as another administrator has left it, from a refusal for that reason. */
function findCurrent({ code, details }: RequestFailure): Company | null {
  const current = details['current'];
  const isCompany = code === 'CONFLICT' && typeof current === 'object' && current !== null;
  return isCompany && 'version' in current ? (current as Company) : null;
}
