import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { findInvitationEnd, useInvitation } from '../features/identity/registration/invitation.ts';
import { InvitationDoor } from '../features/identity/registration/invitation-door.tsx';
import { headOf, type SignInStep } from '../features/identity/sign-in/sign-in-steps.tsx';
import { useSession } from '../features/identity/use-session.ts';
import { useSignInMethods } from '../features/identity/sign-in/sign-in-methods.ts';
import { findWayIn } from '../features/identity/sign-in/way-in.ts';
import { toSentence } from '../platform/request-failure.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import styles from './invited-person.module.css';

/** /register, as the link of an invitation opens it. */
export function InvitedPerson({ token, onTurnAway }: { token: string; onTurnAway: () => void }) {
  const { invitation, failure, retry } = useInvitation(token);
  const [laterStep, setLaterStep] = useState<SignInStep | null>(null);
  const isSignedIn = useSession().serviceToken !== null;
  const { registration } = useSignInMethods();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const end = findInvitationEnd(failure);
  // A provider's page has brought the person in, or the link was opened again: there is nothing left to do.
  const isDone = end === 'used' && isSignedIn;

  async function turnAway() {
    onTurnAway();
    if (isSignedIn) await navigate(await findWayIn(queryClient), { replace: true });
  }

  useEffect(() => {
    if (!isDone) return;
    snackbars.info(toSentence(failure));
    onTurnAway();
    void findWayIn(queryClient).then((path) => navigate(path, { replace: true }));
  }, [isDone, failure, onTurnAway, queryClient, navigate]);

  if (end !== null) {
    return (
      <BrandColumn title="This invitation cannot be used" subtitle={toSentence(failure)}>
        <div className={styles.ways}>
          <Button variant="contained" size="large" fullWidth component={Link} to="/login">
            Go to sign in
          </Button>
          {(isSignedIn || registration) && (
            <Button variant="text" fullWidth onClick={() => void turnAway()}>
              {isSignedIn ? 'Go to your company' : 'Create an account without it'}
            </Button>
          )}
        </div>
      </BrandColumn>
    );
  }
  if (invitation === null) {
    return (
      <BrandColumn title="Your invitation">
        {failure === null ? (
          <ProgressLine active label="Loading your invitation" />
        ) : (
          <ErrorAlert failure={failure} title="The invitation could not be loaded" onRetry={retry} />
        )}
      </BrandColumn>
    );
  }
  const step = laterStep ?? { name: 'password', email: invitation.email };
  const head =
    step.name === 'password'
      ? {
          title: `Join ${invitation.tenantName}`,
          subtitle: `${invitation.invitedBy} invites you to ${invitation.tenantName} as ${invitation.roleName}.`,
        }
      : headOf(step);
  return (
    <BrandColumn {...head}>
      <InvitationDoor
        token={token}
        invitation={invitation}
        step={step}
        onStep={setLaterStep}
        onTurnAway={() => void turnAway()}
      />
    </BrandColumn>
  );
}
