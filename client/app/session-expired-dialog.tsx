// Three steps of one dialog, so that the focus comes back to where it was when the last is done: the session has
// expired; the person signs in again; the tenant is entered again. Without unsaved work only the first is shown.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginToTenant } from '../features/identity/api.ts';
import { useSession } from '../features/identity/use-session.ts';
import { asksForSecondFactor, isSessionEnd, RequestFailure } from '../platform/request-failure.ts';
import { acknowledgeExpiry, endSession, enterTenant, getSession, leaveTenant } from '../platform/session.ts';
import { rememberRedirectPath } from '../platform/storage/redirect-path.ts';
import { abandonUnsavedWork, hasUnsavedWork } from '../platform/unsaved-work.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const loadForm = () => import('../features/identity/account/account-sign-in-again.tsx');
const AccountSignInAgain = lazyPart(async () => ({ default: (await loadForm()).AccountSignInAgain }));

export function SessionExpiredDialog() {
  const { expired, held, serviceToken } = useSession();
  const entering = useEnterAgain(held && !expired && serviceToken !== null);
  // A session that another tab has renewed goes on without a word.
  const [wasTold, setWasTold] = useState(expired);
  if (expired && !wasTold) setWasTold(true);
  if (!wasTold && entering.failure === null) return null;

  const step = expired ? <Told /> : serviceToken === null ? <SignInAgain /> : <EnterAgain {...entering} />;
  return (
    <Dialog
      open
      fullWidth
      maxWidth={expired ? 'sm' : 'xs'}
      role="alertdialog"
      aria-labelledby="session-expired-title"
      aria-describedby="session-expired-body"
    >
      {step}
    </Dialog>
  );
}

/** Nothing else can be done until it is read. */
function Told() {
  useEffect(() => {
    // What comes next is fetched while this is read.
    if (getSession().held) loadForm().catch(() => undefined);
  }, []);
  return (
    <>
      <DialogTitle id="session-expired-title">Session Expired</DialogTitle>
      <DialogContent id="session-expired-body">
        Your session has expired. Please log in again to continue.
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the only control of a modal */}
        <Button autoFocus variant="contained" onClick={acknowledgeExpiry}>
          Ok
        </Button>
      </DialogActions>
    </>
  );
}

function SignInAgain() {
  const { email } = useSession();
  const navigate = useNavigate();
  const [leaves, setLeaves] = useState(false);

  async function takeOtherAccount() {
    abandonUnsavedWork();
    endSession('signed out');
    await navigate('/login', { replace: true });
  }

  if (leaves) {
    return (
      <>
        <DialogTitle id="session-expired-title">Use another account?</DialogTitle>
        <DialogContent id="session-expired-body">
          What you have not saved on this page is lost then.
        </DialogContent>
        <DialogActions>
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog stands on its safest button */}
          <Button autoFocus onClick={() => setLeaves(false)}>
            Back
          </Button>
          <Button variant="contained" color="error" onClick={() => void takeOtherAccount()}>
            Use another account
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <DialogTitle id="session-expired-title">Sign in again</DialogTitle>
      <DialogContent>
        <p id="session-expired-body" style={{ marginBottom: 16 }}>
          {hasUnsavedWork() ? 'What you have typed on this page stays as it is.' : 'Then this page goes on.'}
        </p>
        <Suspense fallback={<ProgressLine active />}>
          <AccountSignInAgain email={email ?? ''} onOtherAccount={() => setLeaves(true)} />
        </Suspense>
      </DialogContent>
    </>
  );
}

type Entering = { failure: unknown; retry: () => void; leave: () => Promise<void> };

function EnterAgain({ failure, retry, leave }: Entering) {
  return (
    <>
      <DialogTitle id="session-expired-title">Going on</DialogTitle>
      <DialogContent id="session-expired-body">
        {failure === null ? (
          <ProgressLine active label="Entering your company again" />
        ) : (
          <ErrorAlert failure={failure} title="Your company could not be entered again" onRetry={retry} />
        )}
      </DialogContent>
      {failure !== null && (
        <DialogActions>
          <Button onClick={() => void leave()}>Leave this page</Button>
        </DialogActions>
      )}
    </>
  );
}

/** Enters the tenant of the page that stands, with the new session; out of it who does not belong to it any more. */
function useEnterAgain(wanted: boolean): Entering {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const queryClient = useQueryClient();
  const { serviceToken, tenantId } = useSession();

  async function leaveFor(path: string) {
    abandonUnsavedWork();
    await navigate(path, { replace: true });
    leaveTenant();
  }

  const { error, refetch } = useQuery({
    queryKey: ['enter-again', serviceToken, tenantId],
    queryFn: async () => {
      const entered = await loginToTenant(Number(tenantId)).catch(async (refusal: unknown) => {
        if (asksForSecondFactor(refusal)) {
          rememberRedirectPath(`${pathname}${search}${hash}`);
          await leaveFor('/setupmfa');
        } else if (isNoMember(refusal)) {
          await leaveFor('/select-tenant');
          snackbars.warning('You do not belong to that company any more.');
        } else throw refusal;
        return null;
      });
      if (entered === null) return false;
      enterTenant(entered.tenant, entered.token);
      // Names, memberships and rights may be others than before.
      await queryClient.invalidateQueries({ queryKey: ['identity'] });
      await queryClient.invalidateQueries({ queryKey: ['menu'] });
      // A change of the role ends a session too: what the former one saw is asked for anew.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [of] }) => of !== 'identity' && of !== 'menu' && of !== 'enter-again',
      });
      return true;
    },
    enabled: wanted,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  return {
    failure: wanted && !isSessionEnd(error) ? error : null,
    retry: () => void refetch(),
    leave: () => leaveFor('/select-tenant'),
  };
}

const isNoMember = (refusal: unknown): boolean =>
  refusal instanceof RequestFailure && (refusal.code === 'NOT_FOUND' || refusal.code === 'FORBIDDEN');
