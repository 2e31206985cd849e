import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { inviteForm } from '@rowhouse/domain/invitations/rules.ts';
import { useEffect, useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { RequestFailure } from '../../platform/request-failure.ts';
import { hasUnsavedWork } from '../../platform/unsaved-work.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LateReason } from '../../ui/late-reason.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { invite, type Role } from './api.ts';
import styles from './invite-dialog.module.css';
import { useInvitationChange } from './use-invitations.ts';

const form = inviteForm.extend({
  roleId: z.string().min(1, 'Role is a required field').transform(Number),
});

const labels = { firstName: 'First name', lastName: 'Last name' } as const;

type InviteDialogProps = { roles: readonly Role[]; onClose: () => void };

export function InviteDialog({ roles, onClose }: InviteDialogProps) {
  const bodyId = useId();
  return (
    <TitledDialog
      title="Invite somebody"
      maxWidth="xs"
      // What is typed goes by the button alone.
      onClose={() => {
        if (!hasUnsavedWork()) onClose();
      }}
      aria-describedby={bodyId}
    >
      <InviteForm bodyId={bodyId} roles={roles} onClose={onClose} />
    </TitledDialog>
  );
}

function InviteForm({ bodyId, roles, onClose }: InviteDialogProps & { bodyId: string }) {
  const change = useInvitationChange();
  const [failure, setFailure] = useState<unknown>(null);
  const { control, register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email: '', firstName: '', lastName: '', roleId: '' },
    mode: 'onTouched',
  });
  const { errors, isDirty, isSubmitting } = formState;
  const letGo = useUnsavedWork(isDirty ? 'The invitation is not sent.' : null);

  const send = handleSubmit(async ({ email, firstName, lastName, roleId }) => {
    setFailure(null);
    try {
      await change(() => invite({ email, roleId, firstName, lastName }));
      letGo();
      onClose();
      snackbars.success(`${email} is invited`);
    } catch (refusal) {
      const field = refusal instanceof RequestFailure ? refusal.field : null;
      if (field === 'email' || field === 'firstName' || field === 'lastName' || field === 'roleId')
        setError(field, { message: (refusal as RequestFailure).message }, { shouldFocus: true });
      else setFailure(refusal);
    }
  });

  // The dialog opens on its first field.
  useEffect(() => setFocus('email'), [setFocus]);

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <DialogContent className={styles.content}>
        <p id={bodyId}>They get a mail with a link, which is good for 7 days.</p>
        {failure !== null && <ErrorAlert failure={failure} title="The invitation was not sent" />}
        <Controller
          control={control}
          name="email"
          render={({ field, fieldState: { error } }) => (
            <TextInput {...field} label="Email" type="email" required error={error?.message ?? null} />
          )}
        />
        <div className={styles.names}>
          {(['firstName', 'lastName'] as const).map((name) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field, fieldState: { error } }) => (
                <TextInput
                  {...field}
                  value={field.value ?? ''}
                  label={labels[name]}
                  error={error?.message ?? null}
                />
              )}
            />
          ))}
        </div>
        <FieldFrame label="Role" required error={errors.roleId?.message ?? null}>
          {(framed) => (
            <Select {...framed} {...register('roleId')}>
              <option value="" disabled>
                Choose a role
              </option>
              {roles.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
        <LateReason />
      </DialogContent>
      <DialogActions>
        <Button disabled={isSubmitting} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" disabled={isSubmitting}>
          {isSubmitting ? 'Inviting' : 'Invite'}
        </Button>
      </DialogActions>
    </form>
  );
}
