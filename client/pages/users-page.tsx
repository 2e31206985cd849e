import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { MailboxHint } from '../features/identity/entry/mailbox-hint.tsx';
import { useSession } from '../features/identity/use-session.ts';
import type { InvitationList as Invitations } from '../features/invitations/api.ts';
import { InvitationList, isOpen } from '../features/invitations/invitation-list.tsx';
import { InviteDialog } from '../features/invitations/invite-dialog.tsx';
import { useInvitations } from '../features/invitations/use-invitations.ts';
import type { Member } from '../features/users/api.ts';
import { ColleagueList } from '../features/users/colleague-list.tsx';
import { MemberList } from '../features/users/member-list.tsx';
import { isNotAdministrator, useColleagues, useMembers } from '../features/users/use-members.ts';
import { useAskViewAs } from '../features/view-as/use-ask-view-as.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { useFocusOnTitle } from '../ui/use-focus-on-title.ts';
import styles from './users-page.module.css';

export function UsersPage({ title }: { title: string }) {
  const members = useMembers();
  const reads = isNotAdministrator(members.error);
  const invitations = useInvitations(members.data !== undefined);

  if (reads) return <ReadOnly title={title} />;
  if (members.data === undefined)
    return <Waiting title={title} failure={members.error} onRetry={() => void members.refetch()} />;
  return (
    <Administration
      title={title}
      members={members.data}
      invitations={invitations.data}
      failure={invitations.error}
      onRetry={() => void invitations.refetch()}
    />
  );
}

type AdministrationProps = {
  title: string;
  members: readonly Member[];
  invitations: Invitations | undefined;
  failure: unknown;
  onRetry: () => void;
};

function Administration({ title, members, invitations, failure, onRetry }: AdministrationProps) {
  const { email, tenantPath } = useSession();
  const { viewAsPerson } = useAskViewAs(`${tenantPath}/dashboard`);
  const [address] = useSearchParams();
  // The start page's button leads here, and means it.
  const [invites, setInvites] = useState(address.get('invite') === 'true');
  const { place, focusTitle } = useFocusOnTitle();
  const open = invitations?.invitations.filter(isOpen) ?? [];
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        aside={sayHowMany(members.length)}
        actions={
          <Button
            variant="contained"
            startIcon={<Icon name="plus" />}
            disabled={invitations === undefined}
            onClick={() => setInvites(true)}
          >
            Invite
          </Button>
        }
      />
      <MemberList
        members={members}
        roles={invitations?.roles ?? []}
        ownEmail={email ?? ''}
        onViewAs={viewAsPerson}
      />
      <section ref={place} className={styles.part} aria-labelledby="open-invitations">
        <h2 id="open-invitations" className={styles.title}>
          Open invitations
        </h2>
        {invitations === undefined && failure !== null && (
          <ErrorAlert failure={failure} title="The invitations could not be loaded" onRetry={onRetry} />
        )}
        {invitations === undefined && failure === null && (
          <ProgressLine active label="Loading the invitations" />
        )}
        {invitations !== undefined && open.length === 0 && (
          <p className={styles.quiet}>
            Nobody is invited now. Who is invited gets a mail with a link, and stands here until they come in.
          </p>
        )}
        {open.length > 0 && <InvitationList invitations={open} onGone={focusTitle} />}
        <MailboxHint />
      </section>
      {invites && invitations !== undefined && (
        <InviteDialog roles={invitations.roles} onClose={() => setInvites(false)} />
      )}
    </div>
  );
}

/** For who does not administer the company. */
function ReadOnly({ title }: { title: string }) {
  const { email } = useSession();
  const { data: colleagues, error, refetch } = useColleagues(true);
  if (colleagues === undefined)
    return <Waiting title={title} failure={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.page}>
      <PageHeader title={title} aside={sayHowMany(colleagues.length)} />
      <p className={styles.why}>
        <Icon name="lock" />
        <span>You can see who belongs to this company. Only an administrator invites and changes them.</span>
      </p>
      <ColleagueList colleagues={colleagues} ownEmail={email ?? ''} />
    </div>
  );
}

function Waiting({ title, failure, onRetry }: { title: string; failure: unknown; onRetry: () => void }) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      {failure === null ? (
        <ProgressLine active label="Loading the members" />
      ) : (
        <ErrorAlert failure={failure} title="The members could not be loaded" onRetry={onRetry} />
      )}
    </div>
  );
}

const sayHowMany = (count: number): string => (count === 1 ? 'One member' : `${count} members`);
