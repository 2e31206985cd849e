import { useNavigate, Link } from 'react-router';
import { rememberRegistration } from '../../../platform/storage/waiting-registration.ts';
import { expectEmail } from '../entry/expected-email.ts';
import { signUp } from '../api.ts';
import styles from '../entry/entry-form.module.css';
import { RegistrationForm } from './registration-form.tsx';
import { useSignInMethods } from '../sign-in/sign-in-methods.ts';

/** An account for anybody who asks, where this installation allows it. */
export function OpenRegistration() {
  const { registration } = useSignInMethods();
  const navigate = useNavigate();
  return (
    <div className={styles.form}>
      {registration ? (
        <RegistrationForm
          verb="Create account"
          verbRunning="Creating the account…"
          onRegister={async (person) => {
            const { id } = await signUp({ ...person, phone: person.phone ?? null });
            expectEmail(person.email);
            rememberRegistration({ id, email: person.email });
            await navigate(`/user-confirmation/${encodeURIComponent(id)}`, {
              state: { email: person.email },
            });
          }}
        />
      ) : (
        <p className={styles.note}>
          Accounts are made by invitation here. Ask an administrator of your company to invite you.
        </p>
      )}
      <p className={styles.foot}>
        Have an account? <Link to="/login">Sign in</Link>
      </p>
    </div>
  );
}
