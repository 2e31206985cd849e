import { useLocation } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { readEmail } from '../features/identity/entry/expected-email.ts';
import { ResetPassword } from '../features/identity/recovery/reset-password.tsx';
import { useFragment } from '../features/identity/entry/use-fragment.ts';

export function ResetPage() {
  const { state } = useLocation();
  const fragment = useFragment();
  const email = fragment.get('email') ?? readEmail(state);
  const code = fragment.get('code') ?? findCode(state);
  const token = fragment.get('token') ?? '';
  return (
    <BrandColumn
      title="Choose a new password"
      subtitle="Every device that is signed in with the old one has to sign in again."
    >
      <ResetPassword key={`${email} ${code} ${token}`} email={email} code={code} token={token} />
    </BrandColumn>
  );
}

function findCode(state: unknown): string {
  const code = typeof state === 'object' && state !== null ? (state as { code?: unknown }).code : null;
  return typeof code === 'string' ? code : '';
}
