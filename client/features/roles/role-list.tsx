import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { askWhereUsed } from '../../platform/ask-where-used.ts';
import { Chip } from '../../ui/chip.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { levels } from './access-model.ts';
import { updateRole, type Role } from './api.ts';
import { DisableRoleDialog } from './disable-role-dialog.tsx';
import { RoleFormDialog } from './role-form-dialog.tsx';
import styles from './roles.module.css';
import { useChangeRoles } from './use-roles.ts';

type RoleListProps = {
  roles: readonly Role[];
  /** Who has each role, by its id. */
  holders: ReadonlyMap<number, readonly string[]>;
  onViewAs: (role: Role) => void;
};

type Asked = { readonly id: number; readonly what: 'change' | 'copy' | 'disable' };

/** All roles of the company, the disabled too. */
export function RoleList({ roles, holders, onViewAs }: RoleListProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const role = roles.find(({ id }) => id === asked?.id);
  const close = () => setAsked(null);
  const enable = useEnableRole();
  return (
    <>
      <StackedTable
        label="Roles"
        rows={roles}
        rowKey={({ id }) => id}
        columns={[
          { name: 'Role', renderCell: (one) => <RoleName role={one} /> },
          { name: 'People', renderCell: sayPeople },
          { name: 'Administers', renderCell: ({ administers }) => (administers ? 'Yes' : 'No') },
          { name: 'New fields', renderCell: ({ administers }) => levels[ofNewField(administers)].word },
          {
            name: 'State',
            renderCell: ({ enabled }) => (
              <Chip tone={enabled ? 'green' : 'grey'}>{enabled ? 'Active' : 'Disabled'}</Chip>
            ),
          },
        ]}
        renderActions={(one) => (
          <RoleMenu
            role={one}
            onAsk={(what) => setAsked({ id: one.id, what })}
            onEnable={() => void enable(one)}
            onViewAs={() => onViewAs(one)}
          />
        )}
      />
      {role !== undefined && asked?.what === 'change' && <RoleFormDialog role={role} onClose={close} />}
      {role !== undefined && asked?.what === 'copy' && <RoleFormDialog copyOf={role} onClose={close} />}
      {role !== undefined && asked?.what === 'disable' && (
        <DisableRoleDialog
          role={role}
          holders={holders.get(role.id) ?? []}
          others={roles.filter(({ id, enabled }) => enabled && id !== role.id)}
          onClose={close}
        />
      )}
    </>
  );
}

/** Nothing is granted by making it, whatever the role has of the fields before. */
const ofNewField = (administers: boolean) => (administers ? 'Editable' : 'NotAllowed');

function RoleName({ role }: { role: Role }) {
  return (
    <span className={styles.role}>
      <span className={styles.roleName}>{role.name}</span>
      {role.description !== null && <span className={styles.quiet}>{role.description}</span>}
    </span>
  );
}

function sayPeople({ members, invited }: Role): string {
  const people = members === 0 ? 'Nobody' : members === 1 ? '1 person' : `${members} people`;
  return invited === 0 ? people : `${people}, ${invited} invited`;
}

type RoleMenuProps = {
  role: Role;
  onAsk: (what: Asked['what']) => void;
  onEnable: () => void;
  onViewAs: () => void;
};

function RoleMenu({ role, onAsk, onEnable, onViewAs }: RoleMenuProps) {
  return (
    <MenuButton
      label={<Icon name="more" />}
      arrow={false}
      variant="text"
      size="small"
      className={styles.menu ?? ''}
      aria-label={`Actions for ${role.name}`}
    >
      {(close) => {
        const choose = (act: () => void) => () => {
          close();
          act();
        };
        return [
          <MenuItem key="change" onClick={choose(() => onAsk('change'))}>
            Change
          </MenuItem>,
          <MenuItem key="copy" onClick={choose(() => onAsk('copy'))}>
            Copy
          </MenuItem>,
          <MenuItem key="use" onClick={choose(() => askWhereUsed({ kind: 'ROLE', id: role.id }))}>
            Where is this used?
          </MenuItem>,
          // A role that administers sees what whoever is here sees, and a disabled one nothing.
          ...(role.enabled && !role.administers
            ? [
                <MenuItem key="view" onClick={choose(onViewAs)}>
                  View as this role
                </MenuItem>,
              ]
            : []),
          role.enabled ? (
            <MenuItem key="disable" onClick={choose(() => onAsk('disable'))}>
              Disable
            </MenuItem>
          ) : (
            <MenuItem key="enable" onClick={choose(onEnable)}>
              Enable
            </MenuItem>
          ),
        ];
      }}
    </MenuButton>
  );
}

function useEnableRole() {
  const confirm = useConfirm();
  const change = useChangeRoles();
  return async ({ id, version, name }: Role) => {
    const sure = await confirm({
      title: `Enable ${name}?`,
      body: 'People can be given the role again. It sees and does what it did.',
      confirmLabel: 'Enable',
      onConfirm: () => change(() => updateRole({ id, version, enabled: true })),
    });
    if (sure) snackbars.success(`${name} is enabled`);
  };
}
