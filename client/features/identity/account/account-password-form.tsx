import { passwordForm } from '@rowhouse/domain/identity/rules.ts';
import { callAuth } from '../../../platform/auth.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { renewSession } from '../../../platform/session.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { findNewPasswordFault } from '../entry/entry-checks.ts';
import { EntryForm, type Faults, type Given } from '../entry/entry-form.tsx';
import { NewPasswordInput } from '../entry/new-password-input.tsx';

/** The current password and the new one. All sessions end, and a new one takes the place of this. */
export function AccountPasswordForm({ onChanged }: { onChanged: () => void }) {
  async function send({ current = '', password = '' }: Given) {
    const answer = await callAuth('change-password', { password: current, newPassword: password }).catch(
      toOwnFields,
    );
    if ('serviceToken' in answer) renewSession(answer.serviceToken);
    onChanged();
  }

  return (
    <EntryForm
      fields={['current', 'password']}
      verb="Change password"
      verbRunning="Changing…"
      check={findFaults}
      onSend={send}
    >
      {(faults) => (
        <>
          <PasswordInput
            label="Current password"
            name="current"
            autoComplete="current-password"
            required
            fault={faults['current']}
          />
          <NewPasswordInput fault={faults['password']} />
        </>
      )}
    </EntryForm>
  );
}

function findFaults({ current = '', password = '' }: Given): Faults | null {
  const { error } = passwordForm.safeParse(current);
  const faults: Faults = {
    ...(error !== undefined && { current: error.issues[0]?.message ?? '' }),
    ...findNewPasswordFault({ password }),
  };
  return Object.keys(faults).length === 0 ? null : faults;
}

/** The call names its fields in its own way. */
const ownFields: Readonly<Record<string, string>> = { password: 'current', newPassword: 'password' };

function toOwnFields(failure: unknown): never {
  if (!(failure instanceof RequestFailure) || failure.field === null) throw failure;
  const { code, message, field, details } = failure;
  throw new RequestFailure(code, message, { field: ownFields[field] ?? field, details });
}
