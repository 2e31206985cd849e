import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useState } from 'react';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { updateRole, type Role } from './api.ts';
import styles from './roles.module.css';
import { useChangeRoles } from './use-roles.ts';

type DisableRoleDialogProps = {
  role: Role;
  /** The names of those who have it. */
  holders: readonly string[];
  /** Roles that they may get instead. */
  others: readonly Role[];
  onClose: () => void;
};

/** A role is not taken from under its people: they get another one. */
export function DisableRoleDialog({ role, holders, others, onClose }: DisableRoleDialogProps) {
  const change = useChangeRoles();
  const [moveTo, setMoveTo] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [running, setRunning] = useState(false);
  const isHeld = role.members + role.invited + holders.length > 0;

  async function disable() {
    setRunning(true);
    setFailure(null);
    setFault(null);
    try {
      await change(() =>
        updateRole({
          id: role.id,
          version: role.version,
          enabled: false,
          ...(moveTo !== '' && { moveTo: Number(moveTo) }),
        }),
      );
      snackbars.success(`${role.name} is disabled`);
      onClose();
    } catch (refusal) {
      setRunning(false);
      if (refusal instanceof RequestFailure && refusal.field === 'moveTo') setFault(refusal.message);
      else setFailure(refusal);
    }
  }

  return (
    <TitledDialog title={`Disable ${role.name}?`} maxWidth="xs" onClose={running ? undefined : onClose}>
      <DialogContent className={styles.form}>
        {failure !== null && <ErrorAlert failure={failure} title="The role was not disabled" />}
        {isHeld ? (
          <>
            <p>{sayHolders(holders, role.invited)}</p>
            <FieldFrame
              label="Role that they get instead"
              required
              error={fault}
              hint="They sign in again, and have the other role from then on."
            >
              {(framed) => (
                <Select {...framed} value={moveTo} onChange={(event) => setMoveTo(event.target.value)}>
                  <option value="" disabled>
                    Choose
                  </option>
                  {others.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </FieldFrame>
          </>
        ) : (
          <p>Nobody has it. It can be given to nobody until it is enabled again.</p>
        )}
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its safest button */}
        <Button autoFocus disabled={running} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" color="error" disabled={running} onClick={() => void disable()}>
          {isHeld ? 'Disable and move' : 'Disable'}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}

function sayHolders(holders: readonly string[], invited: number): string {
  const shown = holders.slice(0, 3).join(', ');
  const more = holders.length > 3 ? ` and ${holders.length - 3} more` : '';
  const have =
    holders.length === 0 ? '' : `${shown}${more} ${holders.length === 1 ? 'has' : 'have'} this role. `;
  return `${have}${invited > 0 ? `${invited} invited to it. ` : ''}`.trim();
}
