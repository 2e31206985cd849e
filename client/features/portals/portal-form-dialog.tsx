import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { portalIcons, whyNotPortalAddress, whyNotPortalName } from '@rowhouse/domain/portals/rules.ts';
import { useId, useState, type SubmitEvent } from 'react';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import {
  createPortal,
  updatePortal,
  type PortalDraft,
  type PortalSetting,
  type PortalSettings,
} from './api.ts';
import styles from './portals.module.css';
import { useChangePortals } from './use-portals.ts';

type PortalFormDialogProps = {
  /** Without it one is made. */
  portal: PortalSetting | undefined;
  settings: PortalSettings;
  onClose: () => void;
};

type Fault = { readonly field: string; readonly sentence: string };

export function PortalFormDialog({ portal, settings, onClose }: PortalFormDialogProps) {
  const titleId = useId();
  const iconId = useId();
  const change = useChangePortals();
  const [opened] = useState<PortalDraft>({
    name: portal?.name ?? '',
    address: portal?.address ?? settings.origins[0] ?? '',
    icon: portal?.icon ?? portalIcons[0],
    roleIds: portal?.roles.map(({ id }) => id) ?? [],
  });
  const [draft, setDraft] = useState(opened);
  const [fault, setFault] = useState<Fault | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(opened);
  const letGo = useUnsavedWork(isDirty ? 'The page is not saved.' : null);
  const set = (given: Partial<PortalDraft>) => {
    setDraft({ ...draft, ...given });
    if (fault !== null && fault.field in given) setFault(null);
  };
  const faultOf = (field: keyof PortalDraft) => (fault?.field === field ? fault.sentence : null);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (saving) return;
    const isOldAddress = portal !== undefined && draft.address.trim() === portal.address;
    const found = findFault(draft, settings.origins, isOldAddress);
    setFault(found);
    if (found !== null) return;
    setSaving(true);
    setFailure(null);
    try {
      await change(() => (portal === undefined ? createPortal(draft) : updatePortal(portal, draft)));
      letGo();
      snackbars.success(portal === undefined ? `${draft.name.trim()} is added` : 'Changes Saved!');
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
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{portal === undefined ? 'Add page' : `Change ${portal.name}`}</DialogTitle>
      <form noValidate className={styles.whole} onSubmit={(event) => void save(event)}>
        <DialogContent className={styles.form}>
          {failure !== null && <ErrorAlert failure={failure} title="The page was not saved" />}
          <TextInput
            ref={focusFirst}
            label="Name"
            required
            value={draft.name}
            error={faultOf('name')}
            onChange={(name) => set({ name })}
          />
          <TextInput
            label="Address"
            required
            inputMode="url"
            hint={`It begins with ${settings.origins.join(' or ')}.`}
            value={draft.address}
            error={faultOf('address')}
            onChange={(address) => set({ address })}
          />
          <div>
            <label className={styles.label} htmlFor={iconId}>
              Icon
            </label>
            <Select id={iconId} value={draft.icon} onChange={({ target }) => set({ icon: target.value })}>
              {portalIcons.map((icon) => (
                <option key={icon} value={icon}>
                  {icon}
                </option>
              ))}
            </Select>
          </div>
          <GivenTo roles={settings.roles} chosen={draft.roleIds} onChange={(roleIds) => set({ roleIds })} />
        </DialogContent>
        <DialogActions>
          <Button disabled={saving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={!isDirty} aria-disabled={saving}>
            {portal === undefined ? 'Add page' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type GivenToProps = {
  roles: PortalSettings['roles'];
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
};

function GivenTo({ roles, chosen, onChange }: GivenToProps) {
  return (
    <fieldset className={styles.roles}>
      <legend className={styles.label}>For the roles</legend>
      {roles.map(({ id, name }) => (
        <LabelledCheckbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  );
}

function findFault(draft: PortalDraft, origins: readonly string[], isOldAddress: boolean): Fault | null {
  const name = whyNotPortalName(draft.name.trim());
  if (name !== null) return { field: 'name', sentence: name };
  const address = isOldAddress ? null : whyNotPortalAddress(draft.address.trim(), origins);
  return address === null ? null : { field: 'address', sentence: address };
}

const focusFirst = (input: HTMLInputElement | null) => input?.focus();
