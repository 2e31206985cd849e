import Button from '@mui/material/Button';
import type { SecurityState } from '@rowhouse/domain/identity/auth-calls.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { callAuth } from '../../../platform/auth.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { AccountBackupCodesDialog } from './account-backup-codes-dialog.tsx';
import { AccountCodeDialog } from './account-code-dialog.tsx';
import { AccountList, AccountListItem } from './account-list.tsx';
import { useReloadSecurityState } from './account-state.ts';

type AccountTwoFactorProps = Pick<SecurityState, 'totp' | 'backupCodesLeft'>;
type Step = { readonly name: 'turn off' } | { readonly name: 'new codes' } | CodesTold;
type CodesTold = { readonly name: 'codes'; readonly codes: readonly string[] };

export function AccountTwoFactor({ totp, backupCodesLeft }: AccountTwoFactorProps) {
  const [step, setStep] = useState<Step | null>(null);
  const reload = useReloadSecurityState();
  const close = () => setStep(null);

  async function turnOff(code: string) {
    await callAuth('set-preferred-mfa', { preferred: 'NONE', code });
    await reload();
    close();
    snackbars.success('Two-factor sign-in is off');
  }

  async function makeNewCodes(code: string) {
    const { backupCodes } = await callAuth('new-backup-codes', { code });
    setStep({ name: 'codes', codes: backupCodes });
    await reload();
  }

  return (
    <Card
      title="Two-factor sign-in"
      aside={totp.isPreferred ? <Chip tone="green">On</Chip> : <Chip tone="grey">Off</Chip>}
      subtitle={
        totp.isPreferred
          ? 'Signing in asks for a code of your authenticator app, besides the password.'
          : 'With it, a password alone does not open your account: an app on your phone shows a code as well.'
      }
      actions={
        totp.isPreferred ? undefined : (
          <Button variant="contained" component={Link} to="/setupmfa">
            Turn on
          </Button>
        )
      }
    >
      {totp.isPreferred && (
        <AccountList label="Two-factor sign-in">
          {backupCodesLeft !== null && (
            <AccountListItem
              title={
                <>
                  Backup codes
                  {backupCodesLeft < fewCodes && <Chip tone="amber">Running out</Chip>}
                </>
              }
              detail={`${sayLeft(backupCodesLeft)} Each opens your account once when the app is not at hand.`}
              action={<Button onClick={() => setStep({ name: 'new codes' })}>Make new codes</Button>}
            />
          )}
          <AccountListItem
            title="Authenticator app"
            detail={
              totp.isRequired
                ? 'A company of yours requires two-factor sign-in, so it cannot be turned off.'
                : 'Codes come from the app that you set up.'
            }
            action={
              <Button disabled={totp.isRequired} onClick={() => setStep({ name: 'turn off' })}>
                Turn off
              </Button>
            }
          />
        </AccountList>
      )}
      {!totp.isPreferred && totp.isRequired && (
        <p role="note">A company of yours requires it: turn it on to work there.</p>
      )}
      {step?.name === 'turn off' && (
        <AccountCodeDialog
          title="Turn off two-factor sign-in?"
          body="A password alone will open your account then. Your backup codes stop working."
          verb="Turn off"
          verbRunning="Turning off…"
          onSend={turnOff}
          onClose={close}
        />
      )}
      {step?.name === 'new codes' && (
        <AccountCodeDialog
          title="Make new backup codes?"
          body="The codes that you have now stop working."
          verb="Make new codes"
          verbRunning="Making them…"
          onSend={makeNewCodes}
          onClose={close}
        />
      )}
      {step?.name === 'codes' && <AccountBackupCodesDialog codes={step.codes} onClose={close} />}
    </Card>
  );
}

const fewCodes = 3;

const sayLeft = (count: number): string =>
  count === 0 ? 'None is left.' : count === 1 ? 'One is left.' : `${count} are left.`;
