import DialogContent from '@mui/material/DialogContent';
import { usualExpiration } from '@rowhouse/domain/dashboards/limits.ts';
import { whyNotDashboardName, whyNotEmbed, whyNotEmbedKey } from '@rowhouse/domain/dashboards/rules.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { DialogForm, FormDialogFrame } from '../../ui/form-dialog/form-dialog.tsx';
import { useFormDraft, type Faults } from '../../ui/form-dialog/use-form-draft.ts';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ReasonOfSettings } from '../../ui/reason-of-settings.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { createDashboard, updateDashboard, type Dashboard, type DashboardSettings } from './api.ts';
import styles from './dashboard-form.module.css';
import { useChangeDashboards, useDashboardSettings } from './use-dashboards.ts';

type DashboardFormDialogProps = {
  /** Without it one is made. */
  dashboard?: Dashboard;
  onMade?: (id: number) => void;
  onClose: () => void;
};

export function DashboardFormDialog(props: DashboardFormDialogProps) {
  const settings = useDashboardSettings(true);
  return (
    <FormDialogFrame
      title={props.dashboard === undefined ? 'New dashboard' : `Settings of ${props.dashboard.name}`}
      maxWidth="sm"
      onClose={props.onClose}
    >
      {settings.data !== undefined ? (
        <DashboardForm {...props} settings={settings.data} />
      ) : settings.error === null ? (
        <ProgressLine active label="Loading" />
      ) : (
        <DialogContent>
          <ErrorAlert
            failure={settings.error}
            title="The form could not be loaded"
            onRetry={() => void settings.refetch()}
          />
        </DialogContent>
      )}
    </FormDialogFrame>
  );
}

type Draft = {
  name: string;
  embedType: Dashboard['embedType'];
  roleIds: readonly number[];
  serverUrl: string;
  siteIdentifier: string;
  environment: string;
  dashboardId: string;
  expirationTime: string;
  embedKey: string;
};

const texts = [
  ['serverUrl', 'Server URL', 'Where the embed server is.'],
  ['siteIdentifier', 'Site identifier', 'Such as site/one.'],
  ['environment', 'Environment', 'Such as cloud or enterprise.'],
  ['dashboardId', 'Dashboard id', 'Under which that server knows the dashboard.'],
] as const;

function DashboardForm({
  dashboard,
  settings,
  onMade,
  onClose,
}: DashboardFormDialogProps & { settings: DashboardSettings }) {
  const change = useChangeDashboards();
  const keepsKey = (typed: Draft) =>
    dashboard !== undefined && typed.serverUrl.trim() === dashboard.serverUrl;
  const form = useFormDraft<Draft, number>({
    opened: {
      name: dashboard?.name ?? '',
      embedType: dashboard?.embedType ?? 'BUILT_IN',
      roleIds: dashboard?.roles.map(({ id }) => id) ?? [],
      serverUrl: dashboard?.serverUrl ?? settings.origins[0] ?? '',
      siteIdentifier: dashboard?.siteIdentifier ?? '',
      environment: dashboard?.environment ?? '',
      dashboardId: dashboard?.dashboardId ?? '',
      expirationTime: String(dashboard?.expirationTime ?? usualExpiration),
      embedKey: '',
    },
    unsaved: 'The dashboard is not saved.',
    judge: (typed) => findFaults(typed, settings.origins, keepsKey(typed)),
    send: (typed) =>
      change(async () => {
        const data = toInput(typed, settings);
        if (dashboard === undefined) return createDashboard({ ...data, embedType: typed.embedType });
        await updateDashboard({ ...data, id: dashboard.id, version: dashboard.version });
        return dashboard.id;
      }),
    onSaved(id) {
      snackbars.success(dashboard === undefined ? `${form.draft.name.trim()} is added` : 'Changes Saved!');
      if (dashboard === undefined) onMade?.(id);
      else onClose();
    },
  });
  const { draft, set, faultOf } = form;
  const isEmbedded = draft.embedType === 'SIGNED_URL';
  return (
    <DialogForm
      form={form}
      failed="The dashboard was not saved"
      submitLabel={dashboard === undefined ? 'Add dashboard' : 'Save'}
      isReady={dashboard === undefined || form.isDirty}
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
      {dashboard === undefined && settings.origins.length > 0 && (
        <FieldFrame label="What it shows">
          {(framed) => (
            <Select
              {...framed}
              value={draft.embedType}
              onChange={(event) => set({ embedType: event.target.value as Draft['embedType'] })}
            >
              <option value="BUILT_IN">Charts over records</option>
              <option value="SIGNED_URL">A page of another server</option>
            </Select>
          )}
        </FieldFrame>
      )}
      {isEmbedded && (
        <>
          {texts.map(([field, label, hint]) => (
            <TextInput
              key={field}
              label={label}
              required
              hint={
                field === 'serverUrl' && settings.origins.length > 0
                  ? `It begins with ${settings.origins.join(' or ')}.`
                  : hint
              }
              value={draft[field]}
              error={faultOf(field)}
              onChange={(text) => set({ [field]: text })}
            />
          ))}
          <TextInput
            label="Expiration time"
            required
            inputMode="numeric"
            hint="Seconds for which one address is good. It is renewed before."
            value={draft.expirationTime}
            error={faultOf('expirationTime')}
            onChange={(expirationTime) => set({ expirationTime })}
          />
          <TextInput
            label="Key"
            required={!keepsKey(draft)}
            type="password"
            autoComplete="new-password"
            hint={
              keepsKey(draft)
                ? 'Empty keeps the one that was given. It is never shown.'
                : 'What that server checks addresses with. It is kept sealed, and never shown.'
            }
            value={draft.embedKey}
            error={faultOf('embedKey')}
            onChange={(embedKey) => set({ embedKey })}
          />
        </>
      )}
      <SharedWith
        roles={settings.roles}
        sharing={saySharing(dashboard?.roles ?? [])}
        chosen={draft.roleIds}
        onChange={(roleIds) => set({ roleIds })}
      />
      {(draft.roleIds.length > 0 || (dashboard?.roles.length ?? 0) > 0) && <ReasonOfSettings />}
    </DialogForm>
  );
}

function SharedWith({
  roles,
  sharing,
  chosen,
  onChange,
}: {
  /** Empty for whom may not share. */
  roles: DashboardSettings['roles'];
  /** What they read in its place. */
  sharing: string;
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
}) {
  return (
    <fieldset className={styles.roles}>
      <legend className={styles.legend}>Shared with</legend>
      {roles.length === 0 && <p className={styles.quiet}>{sharing}</p>}
      {roles.map(({ id, name }) => (
        <LabelledCheckbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  );
}

const saySharing = (roles: Dashboard['roles']): string =>
  roles.length === 0
    ? 'You alone see it. An administrator of this company can share it with roles.'
    : `${roles.map(({ name }) => name).join(', ')}. An administrator of this company changes that.`;

/** Roles are sent by whoever may share; what belongs to another server only where there is one. */
function toInput(draft: Draft, { roles }: DashboardSettings) {
  const { name, roleIds, embedType, embedKey, expirationTime, ...embed } = draft;
  return {
    name,
    ...(roles.length > 0 && { roleIds: [...roleIds] }),
    ...(embedType === 'SIGNED_URL' && { ...embed, expirationTime: Number(expirationTime) }),
    ...(embedType === 'SIGNED_URL' && embedKey !== '' && { embedKey }),
  };
}

function findFaults(draft: Draft, origins: readonly string[], keepsKey: boolean): Faults {
  const name = whyNotDashboardName(draft.name);
  if (name !== null) return { name };
  if (draft.embedType === 'BUILT_IN') return {};
  const embed = whyNotEmbed(
    {
      serverUrl: draft.serverUrl.trim(),
      siteIdentifier: draft.siteIdentifier.trim(),
      environment: draft.environment.trim(),
      dashboardId: draft.dashboardId.trim(),
      expirationTime: Number(draft.expirationTime),
    },
    origins,
  );
  if (embed !== null) return { [embed.field]: embed.sentence };
  if (keepsKey && draft.embedKey === '') return {};
  const key = whyNotEmbedKey(draft.embedKey);
  return key === null ? {} : { embedKey: key };
}
