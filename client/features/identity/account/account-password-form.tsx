import { passwordForm } from '@rowhouse/domain/identity/rules.ts';
import { callAuth } from '../../../platform/auth.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { renewSession } from '../../../platform/session.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { findNewPasswordFault } from '../entry/entry-checks.ts';
import { EntryForm, type Faults, type Given } from '../entry/entry-form.tsx';
import { NewPasswordInput } from '../entry/new-password-input.tsx';

/** The present password and the new one. All sessions end, and a new one takes the place of this. */
export function AccountPasswordForm({ onChanged }: { onChanged: () => void }) {
  async function send({ present = '', password = '' }: Given) {
    const answer = await callAuth('change-password', { password: present, newPassword: password }).catch(
      toOwnFields,
    );
    if ('serviceToken' in answer) renewSession(answer.serviceToken);
    onChanged();
  }

  return (
    <EntryForm
      fields={['present', 'password']}
      verb="Change password"
      verbRunning="Changing…"
      check={findFaults}
      onSend={send}
    >
      {(faults) => (
        <>
          <PasswordInput
            label="Current password"
            name="present"
            autoComplete="current-password"
            required
            fault={faults['present']}
          />
          <NewPasswordInput fault={faults['password']} />
        </>
      )}
    </EntryForm>
  );
}

function findFaults({ present = '', password = '' }: Given): Faults | null {
  const { error } = passwordForm.safeParse(present);
  const faults: Faults = {
    ...(error !== undefined && { present: error.issues[0]?.message ?? '' }),
    ...findNewPasswordFault({ password }),
  };
  return Object.keys(faults).length === 0 ? null : faults;
}

/** The call names its fields in its own way. */
const ownFields: Readonly<Record<string, string>> = { password: 'present', newPassword: 'password' };

function toOwnFields(failure: unknown): never {
  if (!(failure instanceof RequestFailure) || failure.field === null) throw failure;
  const { code, message, field, details } = failure;
  throw new RequestFailure(code, message, { field: ownFields[field] ?? field, details });
}
