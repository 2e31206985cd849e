import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { ConfirmRegistration } from '../features/identity/registration/confirm-registration.tsx';
import { findExpectedEmail } from '../features/identity/entry/expected-email.ts';
import { keepMailedCode, takeMailedCode } from '../features/identity/recovery/mailed-code.ts';
import { readRegistration } from '../platform/storage/waiting-registration.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';

/** In place of an id: the link of the mail, which names no registration (decision 037). */
const linkOfMail = 'link';

export function UserConfirmationPage() {
  const { userId = '' } = useParams();
  return userId === linkOfMail ? <OpenedLink /> : <Confirmation key={userId} registrationId={userId} />;
}

function Confirmation({ registrationId }: { registrationId: string }) {
  const email = findExpectedEmail(useLocation().state);
  // Of the link that led over the sign-in page to here.
  const [code] = useState(takeMailedCode);
  return (
    <BrandColumn
      title="Confirm your email"
      subtitle={
        code === null
          ? `We have sent a mail to ${email === '' ? 'your address' : email}. Enter the 6-digit code that it holds.`
          : undefined
      }
    >
      <ConfirmRegistration registrationId={registrationId} email={email} code={code ?? undefined} />
    </BrandColumn>
  );
}

/** The browser that registered goes on; any other has to give the password that was chosen there. */
function OpenedLink() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const fragment = new URLSearchParams(hash.slice(1));
    const email = fragment.get('email') ?? '';
    const own = readRegistration();
    const isOwn = own !== null && own.email.toLowerCase() === email.toLowerCase();
    const code = fragment.get('code');
    if (code !== null) keepMailedCode(code);
    if (!isOwn) snackbars.info('Sign in with the password that you chose: that confirms your email.');
    void navigate(isOwn ? `/user-confirmation/${encodeURIComponent(own.id)}` : '/login', {
      replace: true,
      state: { email },
    });
  }, [hash, navigate]);
  return <ProgressLine active label="Opening the link" />;
}
