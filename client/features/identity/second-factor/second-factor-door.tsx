import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callAuth } from '../../../platform/auth.ts';
import { dropSecondFactorDemand, endSession } from '../../../platform/session.ts';
import { takeRedirectPath } from '../../../platform/storage/redirect-path.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { useSecurityState } from '../account/account-state.ts';
import { logoutUser } from '../api.ts';
import styles from '../entry/entry-form.module.css';
import { isSecondFactorOwed, putOffSecondFactor, settleSecondFactor } from './second-factor-owed.ts';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';
import { useSetupSecret } from './setup-secret.ts';
import { tellOnce } from './told-once.ts';
import { useSession } from '../use-session.ts';
import { findWayIn } from '../sign-in/way-in.ts';

/** Everything that /setupmfa may be for: setting up, putting off, or proving what is set up already. */
export function SecondFactorDoor() {
  const { secondFactorDemanded: isDemanded } = useSession();
  const { data: state, error, refetch } = useSecurityState();
  const isOn = state?.totp.isPreferred === true;
  const secret = useSetupSecret({ enabled: state !== undefined && !isOn });
  // As it was on arrival: what is done here settles it.
  const [isOwed] = useState(isSecondFactorOwed);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<unknown>(null);
  const fromAccount = !isOwed && !isDemanded;
  const maySkip = isOwed && !isDemanded && state?.maySkip === true && !state.totp.isRequired;

  async function attempt(act: () => Promise<void>) {
    setRefusal(null);
    try {
      await act();
    } catch (failure) {
      setRefusal(failure);
    }
  }

  const goOn = async () => {
    await navigate(fromAccount ? '/account' : await findWayIn(queryClient), { replace: true });
  };

  async function skip() {
    await callAuth('skip-mfa', {});
    putOffSecondFactor();
    await goOn();
  }

  async function finish(backupCodes: readonly string[]) {
    settleSecondFactor();
    dropSecondFactorDemand();
    tellOnce({ backupCodes, fromAccount });
    await navigate('/configured', { replace: true });
  }

  async function chooseAnother() {
    takeRedirectPath();
    dropSecondFactorDemand();
    await navigate('/select-tenant', { replace: true });
  }

  async function leave() {
    await logoutUser().catch(() => undefined);
    endSession('over');
    await navigate('/login', { replace: true });
  }

  const failure = error ?? secret.error;
  const retry = () => void (error === null ? secret.refetch() : refetch());
  const isLoading = state === undefined || (!isOn && secret.data === undefined);
  return (
    <div className={styles.form}>
      {failure !== null && (
        <ErrorAlert failure={failure} title="The set-up could not be started" onRetry={retry} />
      )}
      {failure === null && isLoading && <ProgressLine active label="Preparing the set-up" />}
      {!isOn && secret.data !== undefined && <SecondFactorSetUp {...secret.data} onDone={finish} />}
      {isOn && isDemanded && (
        <Button variant="contained" size="large" fullWidth onClick={() => void leave()}>
          Sign in again
        </Button>
      )}
      {isOn && !isDemanded && (
        <Button
          variant="contained"
          size="large"
          fullWidth
          onClick={() => {
            settleSecondFactor();
            void attempt(goOn);
          }}
        >
          Continue
        </Button>
      )}
      {refusal !== null && <ErrorAlert failure={refusal} />}
      <div className={styles.others}>
        {maySkip && (
          <Button variant="text" fullWidth onClick={() => void attempt(skip)}>
            Skip for now
          </Button>
        )}
        {fromAccount && !isOn && (
          <Button variant="text" fullWidth onClick={() => void attempt(goOn)}>
            Not now
          </Button>
        )}
        {isDemanded && (
          <Button variant="text" fullWidth onClick={() => void chooseAnother()}>
            Choose another company
          </Button>
        )}
        {!fromAccount && !(isOn && isDemanded) && (
          <Button variant="text" fullWidth onClick={() => void leave()}>
            Log out
          </Button>
        )}
      </div>
    </div>
  );
}
