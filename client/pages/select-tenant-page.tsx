import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { loginToTenant, logoutUser, type UserDetails } from '../features/identity/api.ts';
import { useSession } from '../features/identity/use-session.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import { getCompanyMaking } from '../features/tenants/api.ts';
import type { TenantChoice } from '../features/tenants/find-tenants.ts';
import { TenantPicker } from '../features/tenants/tenant-picker.tsx';
import { asksForSecondFactor } from '../platform/request-failure.ts';
import { demandSecondFactor, endSession, enterTenant } from '../platform/session.ts';
import { rememberRedirectPath } from '../platform/storage/redirect-path.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import styles from './select-tenant-page.module.css';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Seldom asked for. */
const MakeCompany = lazyPart(async () => ({ default: (await import('./make-company.tsx')).MakeCompany }));

const BringInCompany = lazyPart(async () => ({
  default: (await import('./bring-in-company.tsx')).BringInCompany,
}));

export function SelectTenantPage() {
  const { data: details, error, refetch } = useUserDetails();
  const [step, setStep] = useState<'choose' | 'make' | 'bring in'>('choose');
  if (step !== 'choose') {
    const Step = step === 'make' ? MakeCompany : BringInCompany;
    return (
      <Suspense>
        <Step onBack={() => setStep('choose')} />
      </Suspense>
    );
  }
  return <Selection {...{ details, error }} onRetry={() => void refetch()} onStep={setStep} />;
}

type SelectionProps = {
  details: UserDetails | undefined;
  error: unknown;
  onRetry: () => void;
  onStep: (step: 'make' | 'bring in') => void;
};

function Selection({ details, error, onRetry, onStep }: SelectionProps) {
  const { data: making } = useQuery({
    queryKey: ['tenants', 'making'],
    queryFn: ({ signal }) => getCompanyMaking(signal),
    staleTime: Infinity,
  });
  const make =
    making?.isOpen === true ? (
      <>
        <Button variant="outlined" size="large" fullWidth onClick={() => onStep('make')}>
          Make a company
        </Button>
        {making.bringsIn && (
          <Button variant="outlined" size="large" fullWidth onClick={() => onStep('bring in')}>
            Bring in a company
          </Button>
        )}
      </>
    ) : null;
  if (details === undefined)
    return (
      <BrandColumn title="Choose a company" subtitle="You can switch at any time.">
        {error === null ? (
          <ProgressLine active label="Loading your companies" />
        ) : (
          <ErrorAlert failure={error} title="Your companies could not be loaded" onRetry={onRetry} />
        )}
        <div className={styles.body}>
          <WayOut />
        </div>
      </BrandColumn>
    );
  if (details.tenants.length === 0) return <NoCompany details={details} onRetry={onRetry} make={make} />;
  return <Choice details={details} make={make} />;
}

function Choice({ details, make }: { details: UserDetails; make: ReactNode }) {
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

  const current = tenants.find(({ id }) => String(id) === tenantId);
  if (current !== undefined && tenants.length === 1) return <OnlyCompany name={current.name} make={make} />;
  return (
    <BrandColumn title="Choose a company" subtitle={sayWhere(current?.name, tenants.length)}>
      <div className={styles.body}>
        <TenantPicker
          tenants={tenants}
          currentTenantId={tenantId}
          chosen={chosen}
          onChoose={setChosen}
          onEnter={() => void login()}
        />
        <ClosedCompanies names={details.closedTenants} />
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
        {make}
        <WayOut />
      </div>
    </BrandColumn>
  );
}

/** Nothing can be chosen: it says why, and how that changes. */
function OnlyCompany({ name, make }: { name: string; make: ReactNode }) {
  return (
    <BrandColumn title="Choose a company" subtitle={`You are in ${name}.`}>
      <div className={styles.body}>
        <p>
          It is the only company that you belong to. When an administrator of another one invites you, it is
          found here.
        </p>
        {make}
        <WayOut />
      </div>
    </BrandColumn>
  );
}

type NoCompanyProps = { details: UserDetails; onRetry: () => void; make: ReactNode };

function NoCompany({ details, onRetry, make }: NoCompanyProps) {
  const { email, closedTenants } = details;
  return (
    <BrandColumn title="No tenants found" subtitle={`You are signed in as ${email}.`}>
      <div className={styles.body}>
        <ClosedCompanies names={closedTenants} />
        <p>
          You do not belong to {closedTenants.length > 0 ? 'another' : 'a'} company yet. Ask an administrator
          of yours to invite {email}: the mail has a link that lets you in.
        </p>
        <Button variant="contained" size="large" fullWidth onClick={onRetry}>
          Look again
        </Button>
        {make}
        <WayOut />
      </div>
    </BrandColumn>
  );
}

/** Nobody enters them, and nothing is said of who switched them off. */
function ClosedCompanies({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const list = new Intl.ListFormat('en-US').format(names);
  return (
    <p className={styles.note}>
      {list} {names.length === 1 ? 'is' : 'are'} switched off: nobody gets in. Ask whoever runs this
      installation.
    </p>
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

function sayWhere(current: string | undefined, count: number): string {
  if (current !== undefined) return `You are in ${current}. You can switch at any time.`;
  return count === 1
    ? 'You belong to one company.'
    : `You belong to ${count} companies. You can switch at any time.`;
}
