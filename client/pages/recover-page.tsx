import { useLocation } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { readEmail } from '../features/identity/entry/expected-email.ts';
import { RecoverAccount } from '../features/identity/recovery/recover-account.tsx';

export function RecoverPage() {
  const email = readEmail(useLocation().state);
  return (
    <BrandColumn
      title="Check your mail"
      subtitle={
        email === ''
          ? 'Enter the code from the mail that you asked for.'
          : `If ${email} has an account, a mail with a 6-digit code is on its way there.`
      }
    >
      <RecoverAccount email={email} />
    </BrandColumn>
  );
}
