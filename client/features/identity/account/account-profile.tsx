import Button from '@mui/material/Button';
import { whyNotValue } from '@rowhouse/domain/values/why-not-value.ts';
import { profileForm } from '@rowhouse/domain/identity/profile.ts';
import { useRef, useState, type FormEvent } from 'react';
import { browserZone } from '../../../platform/clock.ts';
import { RequestFailure, toSentence } from '../../../platform/request-failure.ts';
import { Card } from '../../../ui/card.tsx';
import { OptionPicker } from '../../../ui/inputs/option-picker.tsx';
import type { Option } from '../../../ui/inputs/option.ts';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import styles from './account-profile.module.css';
import type { UserDetails } from '../api.ts';
import { findFaults } from '../entry/entry-checks.ts';
import { PhoneField } from '../entry/phone-field.tsx';
import { useChangeProfile } from './use-change-profile.ts';

type Person = Pick<UserDetails, 'firstName' | 'lastName' | 'phone' | 'timeZone'>;
type Faults = Readonly<Record<string, string>>;

const unsaved = 'Your changes to your profile are not saved, and would be lost.';
/** The picker's id of 'that of the browser'. */
const ofBrowser = 'browser';

/** Who one is to colleagues, and where one's clock stands. */
export function AccountProfile({ person }: { person: Person }) {
  const [firstName, setFirstName] = useState(person.firstName ?? '');
  const [lastName, setLastName] = useState(person.lastName ?? '');
  const [phone, setPhone] = useState(person.phone ?? '');
  const [timeZone, setTimeZone] = useState(person.timeZone);
  const [faults, setFaults] = useState<Faults>({});
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = useChangeProfile();

  const stored = phone === '' ? null : phone;
  const given = {
    ...(firstName !== (person.firstName ?? '') && { firstName }),
    ...(lastName !== (person.lastName ?? '') && { lastName }),
    ...(stored !== person.phone && { phone: stored }),
    ...(timeZone !== person.timeZone && { timeZone }),
  };
  const isChanged = Object.keys(given).length > 0;
  useUnsavedWork(isChanged ? unsaved : null);

  const forgive = (name: string) =>
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== name)));

  async function save(event: FormEvent) {
    event.preventDefault();
    if (saving || !isChanged) return;
    const phoneFault = whyNotValue({ name: 'Phone', dataType: 'phone', required: false }, stored);
    const found = { ...findFaults(profileForm, given), ...(phoneFault !== null && { phone: phoneFault }) };
    if (Object.keys(found).length > 0) {
      show(found);
      return;
    }
    setSaving(true);
    try {
      const saved = await change(given);
      setFirstName(saved.firstName ?? '');
      setLastName(saved.lastName ?? '');
      setFaults({});
      snackbars.success('Changes Saved!');
    } catch (failure) {
      const field = failure instanceof RequestFailure ? failure.field : null;
      show({ [field ?? 'form']: toSentence(failure) });
    } finally {
      setSaving(false);
    }
  }

  function show(found: Faults) {
    setFaults(found);
    // After the paint: the input is marked then.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  }

  return (
    <Card title="Profile" subtitle="Colleagues in all of your companies see your name, phone and email.">
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <div className={styles.two}>
          <TextInput
            label="First name"
            required
            name="firstName"
            autoComplete="given-name"
            value={firstName}
            error={faults['firstName'] ?? null}
            onChange={(text) => {
              setFirstName(text);
              forgive('firstName');
            }}
          />
          <TextInput
            label="Last name"
            required
            name="lastName"
            autoComplete="family-name"
            value={lastName}
            error={faults['lastName'] ?? null}
            onChange={(text) => {
              setLastName(text);
              forgive('lastName');
            }}
          />
        </div>
        <PhoneField
          inside
          value={phone}
          fault={faults['phone']}
          onChange={(number) => {
            setPhone(number);
            forgive('phone');
          }}
        />
        <OptionPicker
          label="Time zone"
          isFirm
          options={zoneOptions()}
          value={timeZone ?? ofBrowser}
          error={faults['timeZone'] ?? null}
          hint="Dates with a time are shown in it, and it says when today begins."
          onChange={(id) => {
            setTimeZone(id === ofBrowser || id === '' ? null : id);
            forgive('timeZone');
          }}
        />
        {faults['form'] !== undefined && (
          <p role="alert" className={styles.fault}>
            {faults['form']}
          </p>
        )}
        <div>
          <Button type="submit" variant="contained" disabled={!isChanged} aria-disabled={saving}>
            {saving ? 'Saving…' : 'Save profile'}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function zoneOptions(): readonly Option[] {
  const nameOf = (zone: string) => zone.replaceAll('_', ' ');
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({
    id: zone,
    name: nameOf(zone),
    enabled: true,
  }));
  const browser = { id: ofBrowser, name: `As this browser: ${nameOf(browserZone())}`, enabled: true };
  return [browser, { id: 'UTC', name: 'UTC', enabled: true }, ...zones.filter(({ id }) => id !== 'UTC')];
}
