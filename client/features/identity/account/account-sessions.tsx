import Button from '@mui/material/Button';
import type { OpenSession } from '@rowhouse/domain/identity/auth-calls.ts';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { callAuth } from '../../../platform/auth.ts';
import { viewerZone } from '../../../platform/clock.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useFocusOnTitle } from '../../../ui/use-focus-on-title.ts';
import { AccountList, AccountListItem } from './account-list.tsx';
import { useReloadSecurityState } from './account-state.ts';

type AccountSessionsProps = {
  sessions: readonly OpenSession[];
  /** The current session has ended as well. */
  onSignedOut: () => void;
};

export function AccountSessions({ sessions, onSignedOut }: AccountSessionsProps) {
  const confirm = useConfirm();
  const reload = useReloadSecurityState();
  const { place, focusTitle } = useFocusOnTitle();
  const zone = viewerZone();
  const others = sessions.filter(({ isPresent }) => !isPresent).length;

  async function end(session: OpenSession) {
    const sure = await confirm({
      title: `End the session on ${session.device}?`,
      body: 'Whoever works there is signed out, and what is not saved there is lost.',
      confirmLabel: 'End session',
      tone: 'danger',
      onConfirm: async () => {
        await callAuth('end-session', { sessionId: session.id });
        await reload();
      },
    });
    if (!sure) return;
    focusTitle();
    snackbars.success('Session ended');
  }

  async function signOutOthers() {
    const sure = await confirm({
      title: `Sign out of ${others === 1 ? 'the other session' : `the ${others} other sessions`}?`,
      body: 'This browser stays signed in. What is not saved elsewhere is lost.',
      confirmLabel: 'Sign out the others',
      tone: 'danger',
      onConfirm: async () => {
        await callAuth('sign-out-everywhere', { here: false });
        await reload();
      },
    });
    if (!sure) return;
    focusTitle();
    snackbars.success('Signed out of all other sessions');
  }

  async function signOutEverywhere() {
    const sure = await confirm({
      title: 'Sign out everywhere?',
      body:
        sessions.length === 1
          ? 'This ends your session here. You sign in again with your password.'
          : `This ends all ${sessions.length} of your sessions, this one included. You sign in again with your password.`,
      confirmLabel: 'Sign out everywhere',
      tone: 'danger',
      onConfirm: async () => {
        await callAuth('sign-out-everywhere', { here: true });
      },
    });
    if (sure) onSignedOut();
  }

  return (
    <div ref={place}>
      <Card
        title="Sessions"
        subtitle="Every browser in which you are signed in."
        actions={
          <>
            {others > 0 && <Button onClick={() => void signOutOthers()}>Sign out the others</Button>}
            <Button onClick={() => void signOutEverywhere()}>Sign out everywhere</Button>
          </>
        }
      >
        <AccountList label="Sessions">
          {sessions.map((session) => (
            <AccountListItem
              key={session.id}
              title={
                <>
                  {session.device}
                  {session.isPresent && <Chip tone="blue">This browser</Chip>}
                </>
              }
              detail={
                <>
                  Since {showInstant(session.startedAt, zone)}
                  {session.address !== null && ` · ${session.address}`}
                </>
              }
              action={
                session.isPresent ? undefined : (
                  <Button
                    size="small"
                    aria-label={`End the session on ${session.device} since ${showInstant(session.startedAt, zone)}`}
                    onClick={() => void end(session)}
                  >
                    End
                  </Button>
                )
              }
            />
          ))}
        </AccountList>
      </Card>
    </div>
  );
}
