import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import {
  FirstAccountForm,
  type FirstAccount,
} from '../features/identity/registration/first-account-form.tsx';
import { beginSession, findWayIn } from '../features/identity/sign-in/way-in.ts';
import { useSession } from '../features/identity/use-session.ts';
import { userDetailsQuery } from '../features/identity/user-details.ts';
import { NewCompanyForm, type NewCompany } from '../features/tenants/new-company-form.tsx';
import { callAuth } from '../platform/auth.ts';
import { RequestFailure, toSentence } from '../platform/request-failure.ts';
import { forgetFirstLink } from '../platform/storage/opened-first-link.ts';
import { rememberRedirectPath } from '../platform/storage/redirect-path.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import styles from './invited-person.module.css';

const secondStep = 'company';

/** /register, as the link of a first start opens it: an account, then its company. Nothing is made before both are there. */
export function FirstPerson({ token, onOver }: { token: string; onOver: () => void }) {
  const isSignedIn = useSession().serviceToken !== null;
  // The session begins while the last step is still at work, and must not change the steps meanwhile.
  const [hadAccount] = useState(isSignedIn);
  const [account, setAccount] = useState<Partial<FirstAccount>>({});
  // The second step is a place in the browser's history: its Back leads to the first, with what was typed. What was typed is
  // in no storage, so after a reload it is asked for again.
  const { pathname, state } = useLocation();
  const isSecond = hadAccount || (account.email !== undefined && state === secondStep);
  const [fault, setFault] = useState<string>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [keepsPasswords, setKeepsPasswords] = useState<boolean | null>(null);
  const link = useQuery({
    // The session that begins forgets all queries, and the link is used by then.
    enabled: keepsPasswords === null,
    queryKey: ['first-link', token],
    queryFn: ({ signal }) => callAuth('first-link', { token }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  if (keepsPasswords === null && link.data !== undefined) setKeepsPasswords(link.data.keepsPasswords);

  const isOver = link.error instanceof RequestFailure && link.error.code === 'NOT_FOUND';
  if (isOver && keepsPasswords === null) {
    return (
      <BrandColumn title="This link cannot be used" subtitle={toSentence(link.error)}>
        <div className={styles.ways}>
          <Button variant="contained" size="large" fullWidth component={Link} to="/login" onClick={onOver}>
            Go to sign in
          </Button>
        </div>
      </BrandColumn>
    );
  }
  if (keepsPasswords === null) {
    return (
      <BrandColumn title="Welcome">
        {link.error === null ? (
          <ProgressLine active label="Loading" />
        ) : (
          <ErrorAlert
            failure={link.error}
            title="The link could not be looked at"
            onRetry={() => void link.refetch()}
          />
        )}
      </BrandColumn>
    );
  }

  async function make({ name, url }: NewCompany) {
    const company = { companyName: name, companyUrl: url };
    if (hadAccount) {
      const made = await callAuth('begin-company', { token, ...company });
      forgetFirstLink();
      rememberRedirectPath(`/${made.company.url}/dashboard`);
      queryClient.removeQueries({ queryKey: userDetailsQuery.queryKey });
      await navigate(await findWayIn(queryClient), { replace: true });
      return;
    }
    try {
      const { signIn, company: made } = await callAuth('begin-installation', {
        token,
        ...(account as FirstAccount),
        ...company,
      });
      forgetFirstLink();
      rememberRedirectPath(`/${made.url}/dashboard`);
      if (!('serviceToken' in signIn)) {
        snackbars.success(`${made.name} is made. Sign in to enter it.`);
        await navigate('/login', { replace: true });
        return;
      }
      await navigate(await beginSession(signIn, queryClient), { replace: true });
    } catch (failure) {
      // What the first step can put right is said there.
      const field = failure instanceof RequestFailure ? (failure.field ?? '') : '';
      const isOfAccount =
        ['email', 'password', 'firstName', 'lastName'].includes(field) ||
        (failure instanceof RequestFailure && failure.details['reason'] === 'AccountExists');
      if (!isOfAccount) throw failure;
      setFault(toSentence(failure));
      await navigate(-1);
    }
  }

  if (!isSecond) {
    return (
      <BrandColumn
        title="Welcome to your installation"
        subtitle="Step 1 of 2: your account. It will administer the first company."
      >
        <FirstAccountForm
          key={fault}
          first={account}
          keepsPasswords={keepsPasswords}
          fault={fault}
          onGo={(given) => {
            setAccount(given);
            setFault(undefined);
            void navigate(pathname, { state: secondStep });
          }}
        />
        <div className={styles.ways}>
          <Button variant="text" fullWidth component={Link} to="/login">
            I have an account here
          </Button>
        </div>
      </BrandColumn>
    );
  }
  return (
    <BrandColumn
      title="Your company"
      subtitle={
        hadAccount
          ? 'You will administer it. Its name and address can be changed later.'
          : 'Step 2 of 2. You will administer it. Its name and address can be changed later.'
      }
    >
      <NewCompanyForm
        findUrlFault={async (url, signal) =>
          (await callAuth('first-link', { token, url }, { signal })).urlFault
        }
        onMake={make}
      />
      {!hadAccount && (
        <div className={styles.ways}>
          <Button variant="text" fullWidth onClick={() => void navigate(-1)}>
            Back to your account
          </Button>
        </div>
      )}
    </BrandColumn>
  );
}
