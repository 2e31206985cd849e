import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { BrandLogo } from '../brands/brand-logo.tsx';
import { chosenBrand } from '../brands/chosen-brand.ts';
import { loginToTenant, logoutUser } from '../features/identity/api.ts';
import { useSession } from '../features/identity/use-session.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import type { TenantChoice } from '../features/tenants/find-tenants.ts';
import { TenantPicker } from '../features/tenants/tenant-picker.tsx';
import { endSession, enterTenant } from '../platform/session.ts';
import { EntryColumn } from '../ui/entry-column.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import styles from './select-tenant-page.module.css';

export function SelectTenantPage() {
  const { tenantId, tenantPath } = useSession();
  const { data: details, error, refetch } = useUserDetails();
  const [chosen, setChosen] = useState<TenantChoice | null>(null);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const navigate = useNavigate();

  async function login() {
    if (chosen === null || running) return;
    setRunning(true);
    setFailure(null);
    try {
      const { tenant, token } = await loginToTenant(chosen.id);
      enterTenant(tenant, token);
      snackbars.success(`You are now in ${tenant.name}.`);
      await navigate(`/${tenant.url}`);
    } catch (refusal) {
      setFailure(refusal);
      setRunning(false);
    }
  }

  async function leave() {
    await logoutUser().catch(() => undefined);
    endSession('signed out');
    await navigate('/login', { replace: true });
  }

  return (
    <EntryColumn
      logo={<BrandLogo size={36} />}
      brandName={chosenBrand.name}
      title="Choose a company"
      subtitle={details === undefined ? 'You can switch at any time.' : sayHowMany(details.tenants.length)}
    >
      <div className={styles.body}>
        {error !== null && (
          <ErrorAlert
            failure={error}
            title="Your companies could not be loaded"
            onRetry={() => void refetch()}
          />
        )}
        {details === undefined && error === null && <ProgressLine active label="Loading your companies" />}
        {details !== undefined && (
          <TenantPicker
            tenants={details.tenants.map(({ tenant }) => tenant)}
            presentTenantId={tenantId}
            chosen={chosen}
            onChoose={setChosen}
            onEnter={() => void login()}
          />
        )}
        {failure !== null && <ErrorAlert failure={failure} title="You could not be logged in" />}
        <Button
          variant="contained"
          size="large"
          fullWidth
          disabled={chosen === null || running}
          onClick={() => void login()}
        >
          {running ? 'Logging in…' : 'Login'}
        </Button>
        {tenantPath === null ? (
          <Button variant="text" fullWidth onClick={() => void leave()}>
            Log out
          </Button>
        ) : (
          <Button variant="text" fullWidth onClick={() => void navigate(`${tenantPath}/dashboard`)}>
            Stay where I am
          </Button>
        )}
      </div>
    </EntryColumn>
  );
}

function sayHowMany(count: number): string {
  return count === 1
    ? 'You belong to one company.'
    : `You belong to ${count} companies. You can switch at any time.`;
}
