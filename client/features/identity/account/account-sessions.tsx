import Button from '@mui/material/Button';
import type { OpenSession } from '@rowhouse/domain/identity/auth-calls.ts';
import type { ProofKind } from '@rowhouse/domain/identity/proof.ts';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { useState } from 'react';
import { callAuth } from '../../../platform/auth.ts';
import { viewerZone } from '../../../platform/clock.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useFocusOnTitle } from '../../../ui/use-focus-on-title.ts';
import { AccountList, AccountListItem } from './account-list.tsx';
import { AccountProofDialog, type ProofQuestion } from './account-proof-dialog.tsx';
import { useReloadSecurityState } from './account-state.ts';

type AccountSessionsProps = {
  sessions: readonly OpenSession[];
  proof: ProofKind;
  /** The current session has ended as well. */
  onSignedOut: () => void;
};

export function AccountSessions({ sessions, proof, onSignedOut }: AccountSessionsProps) {
  const [question, setQuestion] = useState<ProofQuestion | null>(null);
  const reload = useReloadSecurityState();
  const { place, focusTitle } = useFocusOnTitle();
  const zone = viewerZone();
  const others = sessions.filter(({ isPresent }) => !isPresent).length;

  /** After it was done. */
  async function tell(sentence: string) {
    await reload();
    setQuestion(null);
    focusTitle();
    snackbars.success(sentence);
  }

  const askToEnd = (session: OpenSession) =>
    setQuestion({
      title: `End the session on ${session.device}?`,
      body: 'Whoever works there is signed out, and what is not saved there is lost.',
      verb: 'End session',
      verbRunning: 'Ending…',
      onSend: async (given) => {
        await callAuth('end-session', { sessionId: session.id, ...given });
        await tell('Session ended');
      },
    });

  const askToEndOthers = () =>
    setQuestion({
      title: `Sign out of ${others === 1 ? 'the other session' : `the ${others} other sessions`}?`,
      body: 'This browser stays signed in. What is not saved elsewhere is lost.',
      verb: 'Sign out the others',
      verbRunning: 'Ending…',
      onSend: async (given) => {
        await callAuth('sign-out-everywhere', { here: false, ...given });
        await tell('Signed out of all other sessions');
      },
    });

  const askToEndAll = () =>
    setQuestion({
      title: 'Sign out everywhere?',
      body:
        sessions.length === 1
          ? 'This ends your session here.'
          : `This ends all ${sessions.length} of your sessions, this one included.`,
      verb: 'Sign out everywhere',
      verbRunning: 'Ending…',
      onSend: async (given) => {
        await callAuth('sign-out-everywhere', { here: true, ...given });
        onSignedOut();
      },
    });

  return (
    <div ref={place}>
      <Card
        title="Sessions"
        subtitle="Every browser in which you are signed in."
        actions={
          <>
            {others > 0 && <Button onClick={() => askToEndOthers()}>Sign out the others</Button>}
            <Button onClick={() => askToEndAll()}>Sign out everywhere</Button>
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
                    onClick={() => askToEnd(session)}
                  >
                    End
                  </Button>
                )
              }
            />
          ))}
        </AccountList>
      </Card>
      {question !== null && (
        <AccountProofDialog {...question} kind={proof} onClose={() => setQuestion(null)} />
      )}
    </div>
  );
}
