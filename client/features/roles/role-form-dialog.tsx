import { roleForm } from '@rowhouse/domain/roles/rules.ts';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { faultsOfIssues } from '../../ui/form-dialog/faults-of-issues.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { useFormDraft } from '../../ui/form-dialog/use-form-draft.ts';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
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
  const change = useChangeRoles();
  const form = useFormDraft<Draft, Draft>({
    opened: {
      name: role?.name ?? (copyOf === undefined ? '' : `${copyOf.name}, copy`),
      description: role?.description ?? copyOf?.description ?? '',
      administers: role?.administers ?? copyOf?.administers ?? false,
    },
    unsaved: 'The role is not saved.',
    judge: (typed) => faultsOfIssues(roleForm.safeParse(typed).error?.issues),
    async send(typed) {
      const given = roleForm.parse(typed);
      await change(async () => {
        if (role !== undefined) await updateRole({ id: role.id, version: role.version, ...given });
        else await createRole({ ...given, ...(copyOf !== undefined && { copyOf: copyOf.id }) });
      });
      return given;
    },
    onSaved({ name }) {
      snackbars.success(role === undefined ? `${name} is added` : 'Changes Saved!');
      onClose();
    },
  });
  const { draft, set, faultOf } = form;
  const isNew = role === undefined;
  return (
    <FormDialog
      form={form}
      title={isNew ? (copyOf === undefined ? 'Add a role' : `Copy ${copyOf.name}`) : `Change ${role.name}`}
      failed="The role was not saved"
      submitLabel={isNew ? (copyOf === undefined ? 'Add role' : 'Copy role') : 'Save'}
      isReady={isNew || form.isDirty}
      onClose={onClose}
    >
      <TextInput
        ref={focusAtFirst}
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
      {isNew && (
        <p className={styles.quiet}>
          {copyOf === undefined
            ? 'It begins without menu items, and every field is not allowed.'
            : 'It begins with the same menu items, actions, field access and confinements.'}
        </p>
      )}
    </FormDialog>
  );
}
