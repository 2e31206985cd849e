import { portalIcons, whyNotPortalAddress, whyNotPortalName } from '@rowhouse/domain/portals/rules.ts';
import { useId } from 'react';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { ReasonOfSettings } from '../../ui/reason-of-settings.tsx';
import { useFormDraft, type Faults } from '../../ui/form-dialog/use-form-draft.ts';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
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

export function PortalFormDialog({ portal, settings, onClose }: PortalFormDialogProps) {
  const iconId = useId();
  const change = useChangePortals();
  const form = useFormDraft<PortalDraft, void>({
    opened: {
      name: portal?.name ?? '',
      address: portal?.address ?? settings.origins[0] ?? '',
      icon: portal?.icon ?? portalIcons[0],
      roleIds: portal?.roles.map(({ id }) => id) ?? [],
    },
    unsaved: 'The page is not saved.',
    judge: (typed) =>
      findFaults(typed, settings.origins, portal !== undefined && typed.address.trim() === portal.address),
    send: (typed) => change(() => (portal === undefined ? createPortal(typed) : updatePortal(portal, typed))),
    onSaved() {
      snackbars.success(portal === undefined ? `${form.draft.name.trim()} is added` : 'Changes Saved!');
      onClose();
    },
  });
  const { draft, set, faultOf } = form;

  return (
    <FormDialog
      form={form}
      title={portal === undefined ? 'Add page' : `Change ${portal.name}`}
      failed="The page was not saved"
      submitLabel={portal === undefined ? 'Add page' : 'Save'}
      isReady={form.isDirty}
      maxWidth="sm"
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
      <ReasonOfSettings />
    </FormDialog>
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

function findFaults(draft: PortalDraft, origins: readonly string[], isOldAddress: boolean): Faults {
  const name = whyNotPortalName(draft.name.trim());
  const address = isOldAddress ? null : whyNotPortalAddress(draft.address.trim(), origins);
  return { ...(name !== null && { name }), ...(address !== null && { address }) };
}
