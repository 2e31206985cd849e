import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { LabelledCheckbox } from '../../../ui/labelled-checkbox.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { EntryForm } from '../entry/entry-form.tsx';
import styles from '../entry/entry-form.module.css';
import { findTold, forgetTold } from './told-once.ts';
import { useSession } from '../use-session.ts';
import { findWayIn } from '../sign-in/way-in.ts';

/** The backup codes, as long as the page stands, and the way on once they are kept. */
export function SecondFactorDone() {
  const [told] = useState(findTold);
  const { email, backendToken } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const hasCodes = told !== null && told.backupCodes.length > 0;
  // Loaded anew: who stands in a company was at work.
  const fromAccount = told?.fromAccount ?? backendToken !== null;
  return (
    <div className={styles.form}>
      {hasCodes && (
        <>
          <p>
            These backup codes open your account when the app is not at hand, each of them once. They are
            shown only now: keep them where you keep what matters.
          </p>
          <BackupCodes codes={told.backupCodes} email={email ?? ''} />
        </>
      )}
      {told === null && (
        <p className={styles.note}>
          Backup codes are shown once only. You can make new ones under “Profile and security”.
        </p>
      )}
      <EntryForm
        fields={['stored']}
        verb="Continue"
        verbRunning="Continuing…"
        check={({ stored }) =>
          hasCodes && stored === undefined
            ? { stored: 'Copy or download the codes first: they are not shown again.' }
            : null
        }
        onSend={async () => {
          const path = fromAccount ? '/account' : await findWayIn(queryClient);
          forgetTold();
          await navigate(path, { replace: true });
        }}
      >
        {(faults) =>
          hasCodes && <LabelledCheckbox name="stored" label="I have stored them" fault={faults['stored']} />
        }
      </EntryForm>
    </div>
  );
}
