import { Link } from 'react-router';
import { Icon } from '../../../ui/icons.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-doors.module.css';
import { useSignInMethods } from './sign-in-methods.ts';

type SignInDoorsProps = {
  email: string;
  emailFixed: boolean;
  fault: string | undefined;
  returning: boolean;
  onSignIn: (email: string, password: string) => Promise<void>;
};

/** All the ways in that this installation has: a password, a provider's own page, or both. */
export function SignInDoors({ emailFixed, fault, ...form }: SignInDoorsProps) {
  const { passwords, registration, provider } = useSignInMethods();
  return (
    <div className={styles.doors}>
      {passwords && <SignInForm {...form} emailFixed={emailFixed} fault={fault} />}
      {!passwords && fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {passwords && provider !== null && <p className={styles.or}>or</p>}
      {provider !== null && (
        <a className={styles.provider} data-alone={!passwords || undefined} href={provider.path}>
          <Icon name="lock" />
          {provider.label}
        </a>
      )}
      {registration && !emailFixed && (
        <p className={styles.foot}>
          New here? <Link to="/register">Create an account</Link>
        </p>
      )}
    </div>
  );
}
