import MenuItem from '@mui/material/MenuItem';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { useState } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { askWhereUsed } from '../../platform/ask-where-used.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { ChangeRoleDialog, type GivableRole } from './change-role-dialog.tsx';
import { MemberNow } from './member-now.tsx';
import { MemberState } from './member-state.tsx';
import styles from './member-list.module.css';
import { PeopleSearch } from './people-search.tsx';
import { Person } from './person.tsx';
import { endSessions, type Member } from './api.ts';
import { useChangeMember, useResetSecondFactor } from './use-members.ts';

type MemberListProps = {
  members: readonly Member[];
  roles: readonly GivableRole[];
  ownEmail: string;
  onViewAs: (member: Member) => void;
};

/** For an administrator: everybody who belongs to the company, the disabled too. */
export function MemberList({ members, roles, ownEmail, onViewAs }: MemberListProps) {
  const [changedId, setChangedId] = useState<number | null>(null);
  const changed = members.find(({ id }) => id === changedId);
  const setEnabled = useSetEnabled();
  const reset = useAskedReset();
  const signOut = useAskedSignOut();
  return (
    <>
      <PeopleSearch people={members}>
        {(found) => (
          <StackedTable
            label="Members"
            rows={found}
            rowKey={({ id }) => id}
            columns={[
              {
                name: 'Name',
                renderCell: ({ name, email }) => (
                  <Person name={name} email={email} isYou={email === ownEmail} />
                ),
              },
              { name: 'Role', renderCell: ({ role }) => role.name },
              { name: 'Two-factor', renderCell: ({ hasSecondFactor }) => (hasSecondFactor ? 'Yes' : 'No') },
              {
                name: 'Last sign-in',
                renderCell: ({ lastSignedInAt }) =>
                  lastSignedInAt === null ? 'Never' : showInstant(lastSignedInAt, viewerZone()),
              },
              { name: 'State', renderCell: (member) => <MemberState member={member} /> },
            ]}
            renderActions={(member) => (
              <MemberMenu
                member={member}
                isYou={member.email === ownEmail}
                onChangeRole={() => setChangedId(member.id)}
                onReset={() => void reset(member)}
                onSignOut={() => void signOut(member)}
                onViewAs={() => onViewAs(member)}
                onSetEnabled={(enabled) => void setEnabled(member, enabled)}
              />
            )}
          />
        )}
      </PeopleSearch>
      {changed !== undefined && (
        <ChangeRoleDialog member={changed} roles={roles} onClose={() => setChangedId(null)} />
      )}
    </>
  );
}

type MemberMenuProps = {
  member: Member;
  isYou: boolean;
  onChangeRole: () => void;
  onReset: () => void;
  onSignOut: () => void;
  onViewAs: () => void;
  onSetEnabled: (enabled: boolean) => void;
};

function MemberMenu({
  member,
  isYou,
  onChangeRole,
  onReset,
  onSignOut,
  onViewAs,
  onSetEnabled,
}: MemberMenuProps) {
  return (
    <MenuButton
      label={<Icon name="more" />}
      arrow={false}
      variant="text"
      size="small"
      className={styles.menu ?? ''}
      aria-label={`Actions for ${member.name}`}
    >
      {(close) => [
        <MenuItem
          key="role"
          onClick={() => {
            close();
            onChangeRole();
          }}
        >
          Change role
        </MenuItem>,
        <MenuItem
          key="use"
          onClick={() => {
            close();
            askWhereUsed({ kind: 'USER', id: member.id });
          }}
        >
          Where is this person used?
        </MenuItem>,
        ...(member.enabled && member.personEnabled && !isYou
          ? [
              <MenuItem
                key="view"
                onClick={() => {
                  close();
                  onViewAs();
                }}
              >
                View as this person
              </MenuItem>,
            ]
          : []),
        ...(member.hasSecondFactor && !isYou
          ? [
              <MenuItem
                key="factor"
                onClick={() => {
                  close();
                  onReset();
                }}
              >
                Reset two-factor
              </MenuItem>,
            ]
          : []),
        ...(isYou
          ? []
          : [
              <MenuItem
                key="sessions"
                onClick={() => {
                  close();
                  onSignOut();
                }}
              >
                Sign out everywhere
              </MenuItem>,
            ]),
        <MenuItem
          key="enabled"
          disabled={isYou}
          className={isYou ? (styles.reasoned ?? '') : ''}
          onClick={() => {
            close();
            onSetEnabled(!member.enabled);
          }}
        >
          {member.enabled ? 'Disable access' : 'Enable access'}
          {isYou && (
            <span className={styles.reason}>
              Nobody disables their own access. Another administrator can.
            </span>
          )}
        </MenuItem>,
      ]}
    </MenuButton>
  );
}

function useSetEnabled() {
  const confirm = useConfirm();
  const changeMember = useChangeMember();
  return async ({ id, name }: Member, enabled: boolean) => {
    const sure = await confirm({
      title: enabled ? `Enable access for ${name}?` : `Disable access for ${name}?`,
      body: (
        <div className={styles.question}>
          <p>
            {enabled
              ? 'They may enter this company again, with the role that they have.'
              : 'They are out at once, wherever they are signed in, and open invitations to them are revoked. Their records stay.'}
          </p>
          <MemberNow id={id} />
        </div>
      ),
      confirmLabel: enabled ? 'Enable' : 'Disable',
      tone: enabled ? 'primary' : 'danger',
      onConfirm: () => changeMember(id, { enabled }),
    });
    if (sure) snackbars.success(enabled ? `${name} may enter again` : `${name} is disabled`);
  };
}

function useAskedReset() {
  const confirm = useConfirm();
  const resetSecondFactor = useResetSecondFactor();
  return async ({ id, name }: Member) => {
    const sure = await confirm({
      title: `Reset two-factor of ${name}?`,
      body: 'They are signed out everywhere and sign in with their password alone, until they set two-factor up again. They are told by mail.',
      warning: 'Make sure that it is really them who ask.',
      confirmLabel: 'Reset two-factor',
      tone: 'danger',
      onConfirm: () => resetSecondFactor(id),
    });
    if (sure) snackbars.success(`Two-factor of ${name} is reset`);
  };
}

function useAskedSignOut() {
  const confirm = useConfirm();
  return async ({ id, name }: Member) => {
    let ended = 0;
    const sure = await confirm({
      title: `Sign ${name} out everywhere?`,
      body: 'Every session of theirs ends at once, in other companies too, and remembered devices are forgotten. They sign in again with their password and two-factor; what they have not saved stays where it is until they do.',
      confirmLabel: 'Sign out everywhere',
      tone: 'danger',
      onConfirm: async () => {
        ended = await endSessions(id);
      },
    });
    if (sure) snackbars.success(sayEnded(name, ended));
  };
}

const sayEnded = (name: string, ended: number): string =>
  ended === 0
    ? `${name} was signed in nowhere`
    : `${name} is signed out of ${ended === 1 ? '1 session' : `${ended} sessions`}`;
