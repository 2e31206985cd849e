import { asksPeople } from '@rowhouse/domain/transmissions/answer-policy.ts';
import { companyOfAddress, isStatusLike, isTrigger } from '@rowhouse/domain/transmissions/rules.ts';
import type { TransmissionField } from '@rowhouse/domain/transmissions/setup.ts';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { useFormDraft } from '../../ui/form-dialog/use-form-draft.ts';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
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
  const change = useChangeMappings();
  const form = useFormDraft({
    opened: draftOf(mapping),
    unsaved: 'The mapping is not saved.',
    send: (given) => change(() => send(given, mapping)),
    onSaved() {
      snackbars.success(
        mapping === null
          ? 'The mapping is offered. The other company approves it under Transmissions, Offered to us.'
          : 'Changes Saved!',
      );
      onClose();
    },
  });
  const { draft, opened, set, faultOf } = form;
  const isOfferSame = JSON.stringify({ ...draft, answering: opened.answering }) === JSON.stringify(opened);
  const fields = types.find(({ id }) => String(id) === draft.recordTypeId)?.fields ?? [];

  return (
    <FormDialog
      form={form}
      title={
        mapping === null
          ? 'Add a mapping'
          : `Change what goes to ${mapping.targetName}: ${mapping.recordType.name}`
      }
      failed="The mapping was not saved"
      submitLabel={mapping === null ? 'Offer mapping' : isOfferSame ? 'Save' : 'Save and offer again'}
      isReady={form.isDirty && fields.length > 0}
      maxWidth="md"
      isWholeOnPhone
      onClose={onClose}
    >
      {mapping === null && (
        <div className={styles.two}>
          <OptionPicker
            ref={focusAtFirst}
            label="Record type"
            required
            isFirm
            options={types.map(({ id, name }) => ({ id: String(id), name, enabled: true }))}
            value={draft.recordTypeId}
            error={faultOf('recordTypeId')}
            {...(types.length === 0 && {
              hint: 'This company has no record type yet. Make one under Record types, then come back.',
            })}
            onChange={(recordTypeId) => set({ ...draftOf(null), targetUrl: draft.targetUrl, recordTypeId })}
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
          absent={(mapping?.fields ?? []).flatMap(({ key, name, absence }) =>
            absence == null ? [] : { key, name, absence },
          )}
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
      {mapping !== null && <DryRun mapping={mapping} isChanged={form.isDirty} hrefOf={hrefOf} />}
    </FormDialog>
  );
}

/** Named as the server names them, so that its refusals find their fields. */
type Draft = {
  recordTypeId: string;
  targetUrl: string;
  triggerField: string;
  triggerValue: string;
  sourceStatusField: string;
  sourceSuccessStatusValue: string;
  sourceErrorStatusValue: string;
  fields: readonly string[];
  /** Of this company alone: it is no part of what is offered. */
  answering: PolicyDraft;
};

function draftOf(mapping: OwnMapping | null): Draft {
  const settings = mapping?.transferSettings;
  return {
    recordTypeId: mapping === null ? '' : String(mapping.recordType.id),
    targetUrl: '',
    triggerField: settings?.triggerField ?? 'status',
    triggerValue: settings?.triggerValue ?? '',
    sourceStatusField: settings?.sourceStatusField ?? (mapping === null ? 'status' : ''),
    sourceSuccessStatusValue: settings?.sourceSuccessStatusValue ?? '',
    sourceErrorStatusValue: settings?.sourceErrorStatusValue ?? '',
    fields: mapping?.fields.map(({ key }) => key) ?? [],
    answering: policyDraft(mapping?.answering ?? asksPeople),
  };
}

async function send(draft: Draft, mapping: OwnMapping | null): Promise<void> {
  const given = {
    triggerField: draft.triggerField,
    triggerValue: draft.triggerValue,
    sourceStatusField: draft.sourceStatusField || null,
    sourceSuccessStatusValue: draft.sourceSuccessStatusValue || null,
    sourceErrorStatusValue: draft.sourceErrorStatusValue || null,
    fields: [...draft.fields],
    answering: policyInput(draft.answering),
  };
  if (mapping === null)
    await createMapping({
      ...given,
      recordTypeId: Number(draft.recordTypeId),
      targetUrl: companyOfAddress(draft.targetUrl),
    });
  else await updateMapping({ ...given, id: mapping.id, version: mapping.version, enabled: mapping.enabled });
}

type SettingsProps = {
  draft: Draft;
  fields: readonly TransmissionField[];
  faultOf: (place: string) => string | null;
  onChange: (given: Partial<Draft>) => void;
};

function Settings({ draft, fields, faultOf, onChange }: SettingsProps) {
  const statuses = choicesOf(fields.find(({ key }) => key === draft.sourceStatusField));
  return (
    <>
      <fieldset className={styles.part}>
        <legend>A record is sent when</legend>
        <p className={styles.quiet}>
          Its Target Tenant is the other company, and the trigger field has reached the trigger value.
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
            value={draft.sourceStatusField}
            error={faultOf('sourceStatusField')}
            onChange={(sourceStatusField) =>
              onChange({ sourceStatusField, sourceSuccessStatusValue: '', sourceErrorStatusValue: '' })
            }
          />
          <OptionPicker
            label="When it has arrived"
            options={statuses}
            value={draft.sourceSuccessStatusValue}
            error={faultOf('sourceSuccessStatusValue')}
            onChange={(sourceSuccessStatusValue) => onChange({ sourceSuccessStatusValue })}
          />
          <OptionPicker
            label="When it cannot"
            options={statuses}
            value={draft.sourceErrorStatusValue}
            error={faultOf('sourceErrorStatusValue')}
            onChange={(sourceErrorStatusValue) => onChange({ sourceErrorStatusValue })}
          />
        </div>
      </fieldset>
    </>
  );
}
