import Button from '@mui/material/Button';
import type { AuthInput } from '@rowhouse/domain/identity/auth-calls.ts';
import { useState } from 'react';
import { focusAtFirst } from '../../../ui/focus-at-first.ts';
import { LabelledCheckbox } from '../../../ui/labelled-checkbox.tsx';
import { LabelledInput } from '../../../ui/labelled-input.tsx';
import { CodeInput } from '../entry/code-input.tsx';
import { findCodeFault } from '../entry/code-check.ts';
import styles from '../entry/entry-form.module.css';
import { EntryForm, type Faults, type Given } from '../entry/entry-form.tsx';

type CodeStepProps = {
  /** Whether the account can have backup codes. */
  backupCodes: boolean;
  onCode: (given: Omit<AuthInput<'verify-code'>, 'ticket'>) => Promise<void>;
  onBack: () => void;
};

/** The second step of signing in. */
export function CodeStep({ backupCodes, onCode, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<'TOTP' | 'BACKUP'>('TOTP');
  const byApp = kind === 'TOTP';
  return (
    <div className={styles.form}>
      <EntryForm
        key={kind}
        fields={['code']}
        verb="Verify"
        verbRunning="Verifying…"
        check={byApp ? findCodeFault : findBackupCodeFault}
        onSend={({ code = '', rememberDevice }) =>
          onCode({ kind, code, rememberDevice: rememberDevice !== undefined })
        }
      >
        {(faults) => (
          <>
            {byApp ? (
              <CodeInput takeFocus fault={faults['code']} />
            ) : (
              <LabelledInput
                ref={focusAtFirst}
                label="Backup code"
                isCode
                name="code"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                required
                hint="Ten letters and digits. Each code works once."
                fault={faults['code']}
              />
            )}
            <LabelledCheckbox name="rememberDevice" label="Remember this device for 30 days" />
          </>
        )}
      </EntryForm>
      <div className={styles.others}>
        {backupCodes && (
          <Button variant="text" fullWidth onClick={() => setKind(byApp ? 'BACKUP' : 'TOTP')}>
            {byApp ? 'Use a backup code instead' : 'Use the code of the app instead'}
          </Button>
        )}
        <Button variant="text" fullWidth onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </div>
  );
}

const findBackupCodeFault = ({ code = '' }: Given): Faults | null =>
  code.trim() === '' ? { code: 'Enter one of your backup codes.' } : null;
