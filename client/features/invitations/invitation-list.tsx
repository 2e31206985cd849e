import Button from '@mui/material/Button';
import { invitationLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import { mailFailureSentences } from '@rowhouse/domain/invitations/rules.ts';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { viewerZone } from '../../platform/clock.ts';
import { Chip } from '../../ui/chip.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { resendInvitation, revokeInvitation, type Invitation } from './api.ts';
import styles from './invitation-list.module.css';
import { useInvitationChange } from './use-invitations.ts';

/** Those that wait, the expired too: they can be sent again. */
export const isOpen = ({ state }: Invitation): boolean => state === 'PENDING' || state === 'EXPIRED';

export function InvitationList({ invitations, onGone }: InvitationListProps) {
  const zone = viewerZone();
  const { resend, revoke } = useInvitationActions(onGone);
  return (
    <StackedTable
      label="Invitations"
      rows={invitations.filter(isOpen)}
      rowKey={({ id }) => id}
      columns={[
        { name: 'Invited', renderCell: (invitation) => <Invited invitation={invitation} /> },
        { name: 'Role', share: '13%', renderCell: ({ role }) => role.name },
        {
          name: 'State',
          renderCell: (invitation) => <State invitation={invitation} />,
        },
        { name: 'Sent', share: '11%', renderCell: (invitation) => showInstant(sentAt(invitation), zone) },
        { name: 'Good until', share: '11%', renderCell: ({ expiresAt }) => showInstant(expiresAt, zone) },
        {
          name: 'Invited by',
          share: '13%',
          renderCell: ({ invitedBy: { name, email } }) => name ?? email ?? 'Unknown',
        },
      ]}
      renderActions={(invitation) => (
        <span className={styles.actions}>
          <Button
            size="small"
            aria-label={`Resend the invitation of ${invitation.email}`}
            onClick={() => void resend(invitation)}
          >
            Resend
          </Button>
          <Button
            size="small"
            aria-label={`Revoke the invitation of ${invitation.email}`}
            onClick={() => void revoke(invitation)}
          >
            Revoke
          </Button>
        </span>
      )}
    />
  );
}

/** When the link that works went out: one that is sent anew begins its time anew. */
const sentAt = ({ expiresAt }: Invitation): string =>
  new Date(Date.parse(expiresAt) - invitationLifetimeMs).toISOString();

type InvitationListProps = {
  invitations: readonly Invitation[];
  /** One has left the list, and the focus with it. */
  onGone: () => void;
};

function Invited({ invitation: { email, firstName, lastName } }: { invitation: Invitation }) {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return (
    <span className={styles.invited}>
      <span className={styles.name}>{name || email}</span>
      {name !== '' && <span className={styles.email}>{email}</span>}
    </span>
  );
}

function State({ invitation: { state, mailFailure } }: { invitation: Invitation }) {
  if (mailFailure != null)
    return (
      <span className={styles.state}>
        <Chip tone="red">Not delivered</Chip>
        <span className={styles.email}>{mailFailureSentences[mailFailure]}</span>
      </span>
    );
  return state === 'PENDING' ? <Chip tone="blue">Pending</Chip> : <Chip tone="amber">Expired</Chip>;
}

function useInvitationActions(onGone: () => void) {
  const confirm = useConfirm();
  const change = useInvitationChange();

  async function resend({ id, email, mailFailure }: Invitation) {
    const sure = await confirm({
      title: `Send ${email} a new link?`,
      body:
        mailFailure === 'ADDRESS_REFUSED'
          ? 'The mail server refused this address. If it is mistyped, revoke the invitation and invite the person again.'
          : 'It is good for 7 days. The link of the earlier mail stops working.',
      confirmLabel: 'Resend',
      onConfirm: () => change(() => resendInvitation(id)),
    });
    if (sure) snackbars.success(`${email} was sent a new link`);
  }

  async function revoke({ id, email }: Invitation) {
    const sure = await confirm({
      title: `Revoke the invitation of ${email}?`,
      body: 'The link that they were sent stops working.',
      confirmLabel: 'Revoke invitation',
      tone: 'danger',
      onConfirm: () => change(() => revokeInvitation(id)),
    });
    if (!sure) return;
    onGone();
    snackbars.success('Invitation revoked');
  }

  return { resend, revoke };
}
