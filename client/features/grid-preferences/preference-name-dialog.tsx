import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { longestPreferenceName } from '@rowhouse/domain/grid-preferences/limits.ts';
import { whyNotName } from '@rowhouse/domain/grid-preferences/rules.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { ReasonOfSettings } from '../../ui/reason-of-settings.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import type { PreferenceRole } from './api.ts';
import styles from './preference-name-dialog.module.css';

export type NamedFor = { name: string; roleId: number | null; isRoleDefault: boolean };

type PreferenceNameDialogProps = {
  title: string;
  /** What becomes of it, below the title. */
  about: string;
  startName: string;
  /** Whether it is of a role: others see it. */
  isOfRole: boolean;
  /** Empty: it is for the person alone, or of the role that it has. */
  roles: readonly PreferenceRole[];
  takenNames: (roleId: number | null) => readonly string[];
  /** False when it was not done after all, and the dialog goes on. */
  onSave: (named: NamedFor) => Promise<boolean>;
  onClose: () => void;
};

export function PreferenceNameDialog(props: PreferenceNameDialogProps) {
  const aboutId = useId();
  const [running, setRunning] = useState(false);
  return (
    <TitledDialog
      title={props.title}
      maxWidth="xs"
      onClose={running ? undefined : props.onClose}
      aria-describedby={aboutId}
    >
      <NameForm {...props} aboutId={aboutId} running={running} onRunning={setRunning} />
    </TitledDialog>
  );
}

type NameFormProps = PreferenceNameDialogProps & {
  aboutId: string;
  running: boolean;
  onRunning: (running: boolean) => void;
};

function NameForm(props: NameFormProps) {
  const { about, aboutId, startName, isOfRole, roles, takenNames, running, onRunning, onSave, onClose } =
    props;
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(startName);
  const [roleId, setRoleId] = useState(roles[0]?.id ?? null);
  const [isRoleDefault, setRoleDefault] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const whyNot = whyNotName(name, takenNames(roleId));
  const isOfName = failure instanceof RequestFailure && failure.field === 'savedName';

  // The dialog opens on its first field, with the name ready to be replaced.
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  async function save() {
    setAsked(true);
    setFailure(null);
    if (whyNot !== null) return input.current?.focus();
    onRunning(true);
    try {
      if (await onSave({ name: name.trim(), roleId, isRoleDefault })) onClose();
    } catch (refusal) {
      setFailure(refusal);
    } finally {
      onRunning(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DialogContent className={styles.content}>
        <p id={aboutId}>{about}</p>
        {failure !== null && !isOfName && <ErrorAlert failure={failure} title="It was not saved" />}
        <TextInput
          ref={input}
          label="Name"
          required
          value={name}
          maxLength={longestPreferenceName}
          onChange={(typed) => {
            setName(typed);
            setFailure(null);
          }}
          error={isOfName ? failure.message : isAsked ? whyNot : null}
        />
        {roles.length > 0 && (
          <>
            <FieldFrame label="Role" required>
              {(framed) => (
                <Select
                  {...framed}
                  value={roleId ?? ''}
                  onChange={(event) => setRoleId(Number(event.target.value))}
                >
                  {roles.map((role) => (
                    <option key={role.id} value={role.id}>
                      {role.name}
                    </option>
                  ))}
                </Select>
              )}
            </FieldFrame>
            <LabelledCheckbox
              label="Default of the role: their grid opens with it"
              checked={isRoleDefault}
              onChange={(event) => setRoleDefault(event.target.checked)}
            />
          </>
        )}
        {isOfRole && <ReasonOfSettings />}
      </DialogContent>
      <DialogActions>
        <Button disabled={running} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" disabled={running}>
          {running ? 'Saving' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  );
}
