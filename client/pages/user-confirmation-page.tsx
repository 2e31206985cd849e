import { useLocation, useParams } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { ConfirmRegistration } from '../features/identity/confirm-registration.tsx';
import { findExpectedEmail } from '../features/identity/expected-email.ts';

export function UserConfirmationPage() {
  const { userId = '' } = useParams();
  const email = findExpectedEmail(useLocation().state);
  return (
    <BrandColumn
      title="Confirm your email"
      subtitle={`We have sent a mail to ${email === '' ? 'your address' : email}. Enter the 6-digit code that it holds.`}
    >
      <ConfirmRegistration key={userId} registrationId={userId} email={email} />
    </BrandColumn>
  );
}
