import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { longestPreferenceName } from '@rowhouse/domain/grid-preferences/limits.ts';
import { isSameName, whyNotName } from '@rowhouse/domain/grid-preferences/rules.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { ReasonOfSettings } from '../../ui/reason-of-settings.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import type { Preference, PreferenceRole } from './api.ts';
import styles from './preference-name-dialog.module.css';
import type { PreferenceSet } from './use-grid-preferences.ts';
import type { NamedFor, Naming, NamingQuestion } from './naming.ts';

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

export function PreferenceNaming({ naming, onClose }: { naming: Naming; onClose: () => void }) {
  const { kind, chosen, set, save } = naming;
  return (
    <PreferenceNameDialog
      {...namingWords(kind, chosen)}
      startName={kind === 'rename' ? (chosen?.savedName ?? '') : ''}
      isOfRole={kind === 'for role' || (kind === 'rename' && chosen?.role != null)}
      roles={kind === 'for role' ? set.roles : []}
      takenNames={(roleId) => takenNames(set, kind === 'rename' ? chosen : null, roleId)}
      onSave={(named) => save(named, questionOf(kind, chosen, named.name))}
      onClose={onClose}
    />
  );
}

function PreferenceNameDialog(props: PreferenceNameDialogProps) {
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

function questionOf(kind: Naming['kind'], chosen: Preference | null, name: string): NamingQuestion {
  switch (kind) {
    case 'rename':
      return {
        body: `“${chosen?.savedName ?? ''}” is called “${name}” from now on.`,
        action: 'rename',
      };
    case 'for role':
      return { body: `“${name}” is there for everybody who has the role.`, action: 'save for role' };
    default:
      return { body: `“${name}” becomes your default: this grid opens with it.`, action: 'save as new' };
  }
}

function namingWords(kind: Naming['kind'], chosen: Preference | null): { title: string; about: string } {
  switch (kind) {
    case 'rename':
      return {
        title: `Rename “${chosen?.savedName ?? ''}”`,
        about: 'Its columns, filter and sort stay as they are saved.',
      };
    case 'for role':
      return {
        title: 'Save the grid for a role',
        about:
          'Everybody who has the role finds it among their grid preferences. Only administrators change it.',
      };
    case 'as new':
      return { title: 'Save as a new grid preference', about: keepsWhat };
    case 'new':
      return { title: 'Save the grid preference', about: keepsWhat };
  }
}

const keepsWhat =
  'It keeps the columns, filter, sort, density and page size as they are now, and becomes what this grid opens with.';

/** Names that the same person, or the same role, has on this grid. */
function takenNames(
  set: PreferenceSet,
  renamed: Preference | null,
  roleId: number | null,
): readonly string[] {
  const owner = renamed === null ? roleId : (renamed.role?.id ?? null);
  const others =
    owner === null ? set.own : [...set.ofRole, ...set.ofOtherRoles].filter(({ role }) => role?.id === owner);
  return others
    .map(({ savedName }) => savedName)
    .filter((name) => !renamed || !isSameName(name, renamed.savedName));
}
