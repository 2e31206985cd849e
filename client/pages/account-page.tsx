import Button from '@mui/material/Button';
import { Link, useNavigate } from 'react-router';
import { BrandBar } from '../brands/brand-bar.tsx';
import { AccountDevices } from '../features/identity/account/account-devices.tsx';
import { AccountEvents } from '../features/identity/account/account-events.tsx';
import { AccountAppearance } from '../features/identity/account/account-appearance.tsx';
import { AccountProfile } from '../features/identity/account/account-profile.tsx';
import { AccountSessions } from '../features/identity/account/account-sessions.tsx';
import { AccountSignIn } from '../features/identity/account/account-sign-in.tsx';
import { useSecurityState } from '../features/identity/account/account-state.ts';
import { AccountTwoFactor } from '../features/identity/account/account-two-factor.tsx';
import { useSession } from '../features/identity/use-session.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import { MailScheduleList } from '../features/mail-schedules/mail-schedule-list.tsx';
import { NotificationMails } from '../features/notifications/notification-mails.tsx';
import { useScreenSource } from '../platform/change-source.ts';
import { endSession } from '../platform/session.ts';
import { ConfirmHost } from '../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { AccountCompanies } from './account-companies.tsx';
import styles from './account-page.module.css';

export function AccountPage() {
  useScreenSource('ACCOUNT');
  const { tenantPath } = useSession();
  const home = tenantPath ?? '/select-tenant';
  return (
    <ConfirmHost>
      <BrandBar home={home}>
        <WayBack home={home} />
      </BrandBar>
      <main className={styles.page}>
        <Account />
      </main>
    </ConfirmHost>
  );
}

function Account() {
  const { data: state, error, refetch } = useSecurityState();
  const person = useUserDetails().data;
  const { tenantId, backendToken } = useSession();
  const navigate = useNavigate();
  const companyName = person?.tenants.find(({ tenant }) => String(tenant.id) === tenantId)?.tenant.name;

  async function leave() {
    endSession('signed out');
    await navigate('/login', { replace: true });
  }

  return (
    <>
      <PageHeader title="Profile and security" aside={person?.name} />
      {person !== undefined && (
        <>
          <AccountProfile key={person.id} person={person} />
          <AccountAppearance theme={person.theme} />
          <AccountCompanies tenants={person.tenants} />
          {/* Without a token of the company, as after a reload beside a tab of another one, it is asked for inside of it. */}
          {tenantId !== null && backendToken !== null && (
            <>
              <NotificationMails tenantId={tenantId} tenantName={companyName} />
              <MailScheduleList whose="own" companyName={companyName} />
            </>
          )}
        </>
      )}
      {state === undefined && error !== null && (
        <ErrorAlert failure={error} title="Your account could not be loaded" onRetry={() => void refetch()} />
      )}
      {state === undefined && error === null && <ProgressLine active label="Loading your account" />}
      {state !== undefined && (
        <>
          <AccountSignIn email={state.email} hasPassword={state.hasPassword} />
          <AccountTwoFactor totp={state.totp} backupCodesLeft={state.backupCodesLeft} />
          <AccountDevices devices={state.devices} />
          <AccountSessions sessions={state.sessions} proof={state.proof} onSignedOut={() => void leave()} />
          <AccountEvents events={state.events} />
        </>
      )}
    </>
  );
}

function WayBack({ home }: { home: string }) {
  const { tenantId } = useSession();
  const details = useUserDetails().data;
  const tenant = details?.tenants.find((membership) => String(membership.tenant.id) === tenantId)?.tenant;
  return (
    <Button
      variant="text"
      component={Link}
      to={home}
      className={styles.back}
      title={tenant?.name}
      startIcon={<Icon name="chevron-left" />}
    >
      <span className={styles.backTo}>
        {tenantId === null ? 'Choose a company' : `Back to ${tenant?.name ?? 'your company'}`}
      </span>
    </Button>
  );
}
