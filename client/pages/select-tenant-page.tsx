import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { loginToTenant, logoutUser, type UserDetails } from '../features/identity/api.ts';
import { useSession } from '../features/identity/use-session.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import type { TenantChoice } from '../features/tenants/find-tenants.ts';
import { TenantPicker } from '../features/tenants/tenant-picker.tsx';
import { asksForSecondFactor } from '../platform/request-failure.ts';
import { demandSecondFactor, endSession, enterTenant } from '../platform/session.ts';
import { rememberRedirectPath } from '../platform/storage/redirect-path.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import styles from './select-tenant-page.module.css';

export function SelectTenantPage() {
  const { data: details, error, refetch } = useUserDetails();
  if (details === undefined)
    return (
      <BrandColumn title="Choose a company" subtitle="You can switch at any time.">
        {error === null ? (
          <ProgressLine active label="Loading your companies" />
        ) : (
          <ErrorAlert
            failure={error}
            title="Your companies could not be loaded"
            onRetry={() => void refetch()}
          />
        )}
        <div className={styles.body}>
          <WayOut />
        </div>
      </BrandColumn>
    );
  if (details.tenants.length === 0) return <NoCompany email={details.email} onRetry={() => void refetch()} />;
  return <Choice details={details} />;
}

function Choice({ details }: { details: UserDetails }) {
  const { tenantId } = useSession();
  const [chosen, setChosen] = useState<TenantChoice | null>(null);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const navigate = useNavigate();
  const tenants = details.tenants.map(({ tenant }) => ({
    ...tenant,
    note: tenant.mfaRequired && !details.secondFactor ? 'Requires two-factor sign-in' : undefined,
  }));

  async function login() {
    if (chosen === null || running) return;
    if (chosen.note !== undefined) {
      await setUpSecondFactor(chosen.url);
      return;
    }
    setRunning(true);
    setFailure(null);
    try {
      const { tenant, token } = await loginToTenant(chosen.id);
      enterTenant(tenant, token);
      snackbars.success(`You are now in ${tenant.name}.`);
      await navigate(`/${tenant.url}`);
    } catch (refusal) {
      if (asksForSecondFactor(refusal)) {
        await setUpSecondFactor(chosen.url);
        return;
      }
      setFailure(refusal);
      setRunning(false);
    }
  }

  async function setUpSecondFactor(url: string) {
    rememberRedirectPath(`/${url}`);
    demandSecondFactor();
    await navigate('/setupmfa');
  }

  return (
    <BrandColumn title="Choose a company" subtitle={sayHowMany(details.tenants.length)}>
      <div className={styles.body}>
        <TenantPicker
          tenants={tenants}
          presentTenantId={tenantId}
          chosen={chosen}
          onChoose={setChosen}
          onEnter={() => void login()}
        />
        {failure !== null && <ErrorAlert failure={failure} title="You could not be logged in" />}
        <p role="status" className={chosen?.note === undefined ? 'rh-visually-hidden' : styles.note}>
          {chosen?.note !== undefined &&
            `${chosen.name} requires two-factor sign-in. You set it up on the next page.`}
        </p>
        <Button
          variant="contained"
          size="large"
          fullWidth
          disabled={chosen === null || running}
          onClick={() => void login()}
        >
          {running ? 'Logging in…' : 'Login'}
        </Button>
        <WayOut />
      </div>
    </BrandColumn>
  );
}

function NoCompany({ email, onRetry }: { email: string; onRetry: () => void }) {
  return (
    <BrandColumn title="No tenants found" subtitle={`You are signed in as ${email}.`}>
      <div className={styles.body}>
        <p>
          You do not belong to a company yet. Ask an administrator of yours to invite {email}: the mail has a
          link that lets you in.
        </p>
        <Button variant="contained" size="large" fullWidth onClick={onRetry}>
          Look again
        </Button>
        <WayOut />
      </div>
    </BrandColumn>
  );
}

/** Back to where one is, or out. */
function WayOut() {
  const { tenantPath } = useSession();
  const navigate = useNavigate();

  async function leave() {
    await logoutUser().catch(() => undefined);
    endSession('signed out');
    await navigate('/login', { replace: true });
  }

  return tenantPath === null ? (
    <Button variant="text" fullWidth onClick={() => void leave()}>
      Log out
    </Button>
  ) : (
    <Button variant="text" fullWidth onClick={() => void navigate(`${tenantPath}/dashboard`)}>
      Stay where I am
    </Button>
  );
}

function sayHowMany(count: number): string {
  return count === 1
    ? 'You belong to one company.'
    : `You belong to ${count} companies. You can switch at any time.`;
}
