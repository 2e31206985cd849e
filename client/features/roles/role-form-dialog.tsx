import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { roleForm } from '@rowhouse/domain/roles/rules.ts';
import { useId, useState, type SubmitEvent } from 'react';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { createRole, updateRole, type Role } from './api.ts';
import styles from './roles.module.css';
import { useChangeRoles } from './use-roles.ts';

type RoleFormDialogProps = {
  /** Without it a role is made: a closed one, or a copy. */
  role?: Role;
  copyOf?: Role;
  onClose: () => void;
};

type Draft = { name: string; description: string; administers: boolean };

export function RoleFormDialog({ role, copyOf, onClose }: RoleFormDialogProps) {
  const titleId = useId();
  const change = useChangeRoles();
  const [opened] = useState<Draft>({
    name: role?.name ?? (copyOf === undefined ? '' : `${copyOf.name}, copy`),
    description: role?.description ?? copyOf?.description ?? '',
    administers: role?.administers ?? copyOf?.administers ?? false,
  });
  const [draft, setDraft] = useState(opened);
  const [fault, setFault] = useState<{ field: string; sentence: string } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(opened);
  const letGo = useUnsavedWork(isDirty ? 'The role is not saved.' : null);
  const set = (given: Partial<Draft>) => {
    setDraft({ ...draft, ...given });
    if (fault !== null && fault.field in given) setFault(null);
  };
  const faultOf = (field: keyof Draft) => (fault?.field === field ? fault.sentence : null);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const parsed = roleForm.safeParse(draft);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      setFault({ field: String(issue?.path[0]), sentence: issue?.message ?? '' });
      return;
    }
    setSaving(true);
    setFailure(null);
    try {
      await change(async () => {
        if (role !== undefined) await updateRole({ id: role.id, version: role.version, ...parsed.data });
        else await createRole({ ...parsed.data, ...(copyOf !== undefined && { copyOf: copyOf.id }) });
      });
      letGo();
      snackbars.success(role === undefined ? `${parsed.data.name} is added` : 'Changes Saved!');
      onClose();
    } catch (refusal) {
      setSaving(false);
      const field = refusal instanceof RequestFailure ? refusal.field : null;
      if (field !== null && field in draft)
        setFault({ field, sentence: (refusal as RequestFailure).message });
      else setFailure(refusal);
    }
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={() => {
        if (!isDirty) onClose();
      }}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>
        {role !== undefined
          ? `Change ${role.name}`
          : copyOf === undefined
            ? 'Add a role'
            : `Copy ${copyOf.name}`}
      </DialogTitle>
      <form noValidate onSubmit={(event) => void save(event)}>
        <DialogContent className={styles.form}>
          {failure !== null && <ErrorAlert failure={failure} title="The role was not saved" />}
          <TextInput
            ref={focusFirst}
            label="Name"
            required
            value={draft.name}
            error={faultOf('name')}
            onChange={(name) => set({ name })}
          />
          <TextArea
            label="Description"
            value={draft.description}
            error={faultOf('description')}
            onChange={(description) => set({ description })}
          />
          <div>
            <LabelledCheckbox
              label="Administers the company"
              checked={draft.administers}
              onChange={(event) => set({ administers: event.target.checked })}
            />
            <p className={styles.quiet}>
              Manages people, roles, lists and what else is set up, and sees the pages for it.
            </p>
          </div>
          {role === undefined && (
            <p className={styles.quiet}>
              {copyOf === undefined
                ? 'It begins without menu items, and every field is not allowed.'
                : 'It begins with the same menu items, actions, field access and confinements.'}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button disabled={saving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={saving || (role !== undefined && !isDirty)}>
            {role !== undefined ? 'Save' : copyOf === undefined ? 'Add role' : 'Copy role'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The dialog opens on its first field. */
const focusFirst = (input: HTMLInputElement | null) => input?.focus();
