import type { FieldAbsence } from '@rowhouse/domain/contract.generated.ts';
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
import { choicesOf, fieldOptions, TriggerValue, withKept } from './field-choices.tsx';
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
      {fields.length > 0 && (
        <Settings
          draft={draft}
          opened={opened}
          fields={fields}
          absent={mapping?.absentFields ?? []}
          faultOf={faultOf}
          onChange={set}
        />
      )}
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

const sayAbsentTrigger: Readonly<Record<FieldAbsence, string>> = {
  SWITCHED_OFF:
    'It is switched off: no record comes to this value any more. Switch it on under Record types, or choose another field. The rest can be saved as it is.',
  DELETED: 'It is deleted: no record comes to this value any more. Choose another field.',
};
const sayAbsentStatus: Readonly<Record<FieldAbsence, string>> = {
  SWITCHED_OFF: 'It is switched off. Switch it on under Record types, or choose another field.',
  DELETED: 'It is deleted. Choose another field.',
};

type SettingsProps = {
  draft: Draft;
  opened: Draft;
  /** Of those that it names, the ones that are switched off or deleted since. */
  absent: OwnMapping['absentFields'];
  fields: readonly TransmissionField[];
  faultOf: (place: string) => string | null;
  onChange: (given: Partial<Draft>) => void;
};

function Settings({ draft, opened, fields, absent, faultOf, onChange }: SettingsProps) {
  const findAbsent = (key: string) => absent.find((field) => field.key === key);
  const absentTrigger = findAbsent(draft.triggerField);
  const absentStatus = findAbsent(draft.sourceStatusField);
  const statuses = choicesOf(fields.find(({ key }) => key === draft.sourceStatusField));
  const isSameStatus = draft.sourceStatusField === opened.sourceStatusField;
  const statusesWith = (kept: string) => (isSameStatus ? withKept(statuses, kept) : statuses);
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
            options={withKept(
              fieldOptions(fields.filter(isTrigger)),
              absentTrigger?.key ?? '',
              absentTrigger?.name,
            )}
            {...(absentTrigger && { hint: sayAbsentTrigger[absentTrigger.absence] })}
            value={draft.triggerField}
            error={faultOf('triggerField')}
            onChange={(triggerField) => onChange({ triggerField, triggerValue: '' })}
          />
          <TriggerValue
            field={fields.find(({ key }) => key === draft.triggerField)}
            value={draft.triggerValue}
            kept={draft.triggerField === opened.triggerField ? opened.triggerValue : ''}
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
            options={withKept(
              fieldOptions(fields.filter(isStatusLike)),
              absentStatus?.key ?? '',
              absentStatus?.name,
            )}
            {...(absentStatus && { hint: sayAbsentStatus[absentStatus.absence] })}
            value={draft.sourceStatusField}
            error={faultOf('sourceStatusField')}
            onChange={(sourceStatusField) =>
              onChange({ sourceStatusField, sourceSuccessStatusValue: '', sourceErrorStatusValue: '' })
            }
          />
          <OptionPicker
            label="When it has arrived"
            options={statusesWith(opened.sourceSuccessStatusValue)}
            value={draft.sourceSuccessStatusValue}
            error={faultOf('sourceSuccessStatusValue')}
            onChange={(sourceSuccessStatusValue) => onChange({ sourceSuccessStatusValue })}
          />
          <OptionPicker
            label="When it cannot"
            options={statusesWith(opened.sourceErrorStatusValue)}
            value={draft.sourceErrorStatusValue}
            error={faultOf('sourceErrorStatusValue')}
            onChange={(sourceErrorStatusValue) => onChange({ sourceErrorStatusValue })}
          />
        </div>
      </fieldset>
    </>
  );
}
