import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import type { Member } from './api.ts';
import styles from './change-role-dialog.module.css';
import { MemberNow } from './member-now.tsx';
import { useChangeMember } from './use-members.ts';

export type GivableRole = { readonly id: number; readonly name: string };

type ChangeRoleDialogProps = { member: Member; roles: readonly GivableRole[]; onClose: () => void };

export function ChangeRoleDialog({ member, roles, onClose }: ChangeRoleDialogProps) {
  const changeMember = useChangeMember();
  const [roleId, setRoleId] = useState(member.role.id);
  // What was opened, while others may change it; after a refusal what the refusal shows.
  const [seen, setSeen] = useState<number | undefined>(member.version);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // The role that somebody has may be one that is no longer given.
  const offered = roles.some(({ id }) => id === member.role.id) ? roles : [member.role, ...roles];

  async function save() {
    setRunning(true);
    setFailure(null);
    try {
      await changeMember(member.id, { roleId }, seen);
      onClose();
      snackbars.success(`${member.name} has another role now`);
    } catch (refusal) {
      setFailure(refusal);
      setSeen(undefined);
      setRunning(false);
    }
  }

  return (
    <TitledDialog
      title={<>Change the role of {member.name}</>}
      maxWidth="xs"
      onClose={running ? undefined : onClose}
    >
      <DialogContent className={styles.content}>
        <MemberNow id={member.id} />
        <FieldFrame label="Role" hint="It is in force at once: they are asked to sign in again.">
          {(framed) => (
            <Select
              {...framed}
              // eslint-disable-next-line jsx-a11y/no-autofocus -- the only field of the dialog
              autoFocus
              value={roleId}
              onChange={(event) => setRoleId(Number(event.target.value))}
            >
              {offered.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
        {failure !== null && <ErrorAlert failure={failure} title="The role was not changed" />}
      </DialogContent>
      <DialogActions>
        <Button disabled={running} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={running || roleId === member.role.id}
          onClick={() => void save()}
        >
          {running ? 'Saving' : 'Save'}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
