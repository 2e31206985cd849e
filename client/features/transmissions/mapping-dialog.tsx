import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { asksPeople } from '@rowhouse/domain/transmissions/answer-policy.ts';
import { isStatusLike, isTrigger } from '@rowhouse/domain/transmissions/rules.ts';
import type { TransmissionField } from '@rowhouse/domain/transmissions/setup.ts';
import { useId, useState, type SubmitEvent } from 'react';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { AnswerPolicyFields, policyDraft, policyInput, type PolicyDraft } from './answer-policy.tsx';
import { createMapping, updateMapping, type ChoiceType, type OwnMapping } from './api.ts';
import { CarriedFields } from './carried-fields.tsx';
import { DryRun } from './dry-run.tsx';
import { choicesOf, fieldOptions, TriggerValue } from './field-choices.tsx';
import type { HrefOfRecord } from './record-link.tsx';
import styles from './transmissions.module.css';
import { useChangeMappings } from './use-mappings.ts';

type MappingDialogProps = {
  /** Null for a new one. */
  mapping: OwnMapping | null;
  types: readonly ChoiceType[];
  hrefOf: HrefOfRecord;
  onClose: () => void;
};

/** What this company sends, when, and what its record is given afterwards. */
export function MappingDialog({ mapping, types, hrefOf, onClose }: MappingDialogProps) {
  const titleId = useId();
  const change = useChangeMappings();
  const isNarrow = useMediaQuery('(width < 600px)');
  const [opened] = useState(() => draftOf(mapping));
  const [draft, setDraft] = useState(opened);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(opened);
  const isOfferSame = JSON.stringify({ ...draft, answering: opened.answering }) === JSON.stringify(opened);
  const letGo = useUnsavedWork(isDirty ? 'The mapping is not saved.' : null);
  const fields = types.find(({ id }) => String(id) === draft.recordTypeId)?.fields ?? [];
  const set = (given: Partial<Draft>) => {
    setDraft({ ...draft, ...given });
    setFailure(null);
  };
  const faultOf = (place: string): string | null =>
    failure instanceof RequestFailure && failure.field === place ? failure.message : null;
  const isPlaced = failure instanceof RequestFailure && failure.field !== null && places.has(failure.field);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    setSaving(true);
    setFailure(null);
    try {
      await change(() => send(draft, mapping));
      letGo();
      snackbars.success(mapping === null ? 'The mapping is offered' : 'Changes Saved!');
      onClose();
    } catch (refusal) {
      setSaving(false);
      setFailure(refusal);
    }
  }

  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth="md"
      onClose={() => {
        if (!isDirty) onClose();
      }}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>
        {mapping === null
          ? 'Add a mapping'
          : `Change what goes to ${mapping.targetName}: ${mapping.recordType.name}`}
      </DialogTitle>
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <DialogContent className={styles.content}>
          {failure !== null && !isPlaced && (
            <ErrorAlert failure={failure} title="The mapping was not saved" />
          )}
          {mapping === null && (
            <div className={styles.two}>
              <OptionPicker
                label="Record type"
                required
                isFirm
                options={types.map(({ id, name }) => ({ id: String(id), name, enabled: true }))}
                value={draft.recordTypeId}
                error={faultOf('recordTypeId')}
                {...(types.length === 0 && {
                  hint: 'This company has no record type yet. Make one under Record types, then come back.',
                })}
                onChange={(recordTypeId) =>
                  set({ ...draftOf(null), targetUrl: draft.targetUrl, recordTypeId })
                }
              />
              <TextInput
                label="Address of the company"
                required
                value={draft.targetUrl}
                error={faultOf('targetUrl')}
                hint="The first part of its addresses: northwind in /northwind/dashboard."
                onChange={(targetUrl) => set({ targetUrl })}
              />
            </div>
          )}
          {fields.length > 0 && <Settings draft={draft} fields={fields} faultOf={faultOf} onChange={set} />}
          {fields.length > 0 && (
            <AnswerPolicyFields
              legend={`What ${mapping?.targetName ?? 'the other company'} answers and changes`}
              draft={draft.answering}
              faultOf={faultOf}
              onChange={(answering) => set({ answering })}
            />
          )}
          {fields.length > 0 && (
            <CarriedFields
              fields={fields}
              chosen={draft.fields}
              taken={
                mapping === null
                  ? null
                  : new Set(mapping.fields.flatMap(({ key, isTaken }) => (isTaken ? key : [])))
              }
              target={mapping?.targetName ?? 'the other company'}
              fault={faultOf('fields')}
              onChange={(chosen) => set({ fields: chosen })}
            />
          )}
          {mapping !== null && <DryRun mapping={mapping} isChanged={isDirty} hrefOf={hrefOf} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={saving || !isDirty || fields.length === 0}>
            {mapping === null ? 'Offer mapping' : isOfferSame ? 'Save' : 'Save and offer again'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type Draft = {
  recordTypeId: string;
  targetUrl: string;
  triggerField: string;
  triggerValue: string;
  statusField: string;
  success: string;
  error: string;
  fields: readonly string[];
  /** Of this company alone: it is no part of what is offered. */
  answering: PolicyDraft;
};

const places = new Set([
  'recordTypeId',
  'targetUrl',
  'triggerField',
  'triggerValue',
  'sourceStatusField',
  'sourceSuccessStatusValue',
  'sourceErrorStatusValue',
  'fields',
  'answering.pricePercent',
  'answering.days',
  'answering.answerDays',
]);

function draftOf(mapping: OwnMapping | null): Draft {
  const settings = mapping?.transferSettings;
  return {
    recordTypeId: mapping === null ? '' : String(mapping.recordType.id),
    targetUrl: '',
    triggerField: settings?.triggerField ?? 'status',
    triggerValue: settings?.triggerValue ?? '',
    statusField: settings?.sourceStatusField ?? (mapping === null ? 'status' : ''),
    success: settings?.sourceSuccessStatusValue ?? '',
    error: settings?.sourceErrorStatusValue ?? '',
    fields: mapping?.fields.map(({ key }) => key) ?? [],
    answering: policyDraft(mapping?.answering ?? asksPeople),
  };
}

async function send(draft: Draft, mapping: OwnMapping | null): Promise<void> {
  const given = {
    triggerField: draft.triggerField,
    triggerValue: draft.triggerValue,
    sourceStatusField: draft.statusField || null,
    sourceSuccessStatusValue: draft.success || null,
    sourceErrorStatusValue: draft.error || null,
    fields: [...draft.fields],
    answering: policyInput(draft.answering),
  };
  if (mapping === null)
    await createMapping({ ...given, recordTypeId: Number(draft.recordTypeId), targetUrl: draft.targetUrl });
  else await updateMapping({ ...given, id: mapping.id, version: mapping.version, enabled: mapping.enabled });
}

type SettingsProps = {
  draft: Draft;
  fields: readonly TransmissionField[];
  faultOf: (place: string) => string | null;
  onChange: (given: Partial<Draft>) => void;
};

function Settings({ draft, fields, faultOf, onChange }: SettingsProps) {
  const statuses = choicesOf(fields.find(({ key }) => key === draft.statusField));
  return (
    <>
      <fieldset className={styles.part}>
        <legend>A record is sent when</legend>
        <p className={styles.quiet}>
          its Target Tenant is the other company, and this field has reached this value.
        </p>
        <div className={styles.two}>
          <OptionPicker
            label="Trigger field"
            required
            isFirm
            options={fieldOptions(fields.filter(isTrigger))}
            value={draft.triggerField}
            error={faultOf('triggerField')}
            onChange={(triggerField) => onChange({ triggerField, triggerValue: '' })}
          />
          <TriggerValue
            field={fields.find(({ key }) => key === draft.triggerField)}
            value={draft.triggerValue}
            error={faultOf('triggerValue')}
            onChange={(triggerValue) => onChange({ triggerValue })}
          />
        </div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>Then it is given</legend>
        <div className={styles.three}>
          <OptionPicker
            label="Status field"
            options={fieldOptions(fields.filter(isStatusLike))}
            value={draft.statusField}
            error={faultOf('sourceStatusField')}
            onChange={(statusField) => onChange({ statusField, success: '', error: '' })}
          />
          <OptionPicker
            label="When it has arrived"
            options={statuses}
            value={draft.success}
            error={faultOf('sourceSuccessStatusValue')}
            onChange={(success) => onChange({ success })}
          />
          <OptionPicker
            label="When it cannot"
            options={statuses}
            value={draft.error}
            error={faultOf('sourceErrorStatusValue')}
            onChange={(error) => onChange({ error })}
          />
        </div>
      </fieldset>
    </>
  );
}
