import Button from '@mui/material/Button';
import { canonicalEmail } from '@rowhouse/domain/identity/rules.ts';
import type { InvitationAnswer } from '@rowhouse/domain/identity/auth-calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callAuth } from '../../../platform/auth.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { endSession } from '../../../platform/session.ts';
import { forgetInvitation } from '../../../platform/storage/opened-invitation.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { logoutUser } from '../api.ts';
import styles from '../entry/entry-form.module.css';
import { RegistrationForm } from './registration-form.tsx';
import { useSignInMethods } from '../sign-in/sign-in-methods.ts';
import { SignInSteps, useSignInAnswer, type SignInStep } from '../sign-in/sign-in-steps.tsx';
import { useSession } from '../use-session.ts';
import { beginSession, findWayIn, joinTenant, type SignedIn } from '../sign-in/way-in.ts';

type InvitationDoorProps = {
  token: string;
  invitation: InvitationAnswer;
  step: SignInStep;
  onStep: (step: SignInStep) => void;
  onTurnAway: () => void;
};

/** The way into the company for whoever was invited: with an account or without, signed in or not. */
export function InvitationDoor({ token, invitation, step, onStep, onTurnAway }: InvitationDoorProps) {
  const { serviceToken, email } = useSession();
  const { passwords } = useSignInMethods();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // The session begins while the door is still at work, and must not change it meanwhile.
  const [entering, setEntering] = useState(false);
  // Made since the invitation was read, in another tab perhaps.
  const [accountFound, setAccountFound] = useState(false);

  async function enter(answer: SignedIn, first: () => Promise<void>) {
    setEntering(true);
    try {
      await navigate(await beginSession(answer, queryClient, first), { replace: true });
    } catch (failure) {
      setEntering(false);
      throw failure;
    }
  }

  const join = () => joinTenant(token, queryClient);
  const take = useSignInAnswer({
    onStep,
    onSignedIn: (answer) => enter(answer, async () => forgetInvitation()),
  });

  if (serviceToken !== null && !entering) {
    return (
      <SignedInDoor
        invitation={invitation}
        email={email ?? ''}
        onJoin={async () => {
          await join();
          await navigate(await findWayIn(queryClient), { replace: true });
        }}
        onTurnAway={onTurnAway}
      />
    );
  }
  if (invitation.hasAccount || accountFound || !passwords || step.name !== 'password') {
    return (
      <SignInSteps emailFixed step={step} onStep={onStep} onSignedIn={(answer) => enter(answer, join)} />
    );
  }
  return (
    <RegistrationForm
      verb={`Join ${invitation.tenantName}`}
      verbRunning="Joining…"
      firstName={invitation.firstName}
      lastName={invitation.lastName}
      email={invitation.email}
      onRegister={async ({ email, ...person }) => {
        try {
          await take(await callAuth('accept-invitation', { token, ...person }), email);
        } catch (failure) {
          if (!(failure instanceof RequestFailure) || failure.details['reason'] !== 'AccountExists')
            throw failure;
          setAccountFound(true);
          onStep({ name: 'password', email, fault: failure.message, returning: true });
        }
      }}
    />
  );
}

type SignedInDoorProps = {
  invitation: InvitationAnswer;
  email: string;
  onJoin: () => Promise<void>;
  onTurnAway: () => void;
};

function SignedInDoor({ invitation, email, onJoin, onTurnAway }: SignedInDoorProps) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isInvited = canonicalEmail(email) === canonicalEmail(invitation.email);

  async function run(act: () => Promise<void>) {
    if (running) return;
    setRunning(true);
    setFailure(null);
    try {
      await act();
    } catch (refusal) {
      setFailure(refusal);
    } finally {
      setRunning(false);
    }
  }

  async function leave() {
    await logoutUser().catch(() => undefined);
    endSession('signed out');
  }

  return (
    <div className={styles.form}>
      {!isInvited && (
        <p className={styles.note}>
          You are signed in as {email}, and the invitation is for {invitation.email}.
        </p>
      )}
      {failure !== null && <ErrorAlert failure={failure} title="You could not join" />}
      <Button
        variant="contained"
        size="large"
        fullWidth
        aria-disabled={running}
        onClick={() => void run(isInvited ? onJoin : leave)}
      >
        {isInvited ? `Join ${invitation.tenantName}` : 'Log out and go on'}
      </Button>
      <Button variant="text" fullWidth onClick={onTurnAway}>
        Not now
      </Button>
    </div>
  );
}
