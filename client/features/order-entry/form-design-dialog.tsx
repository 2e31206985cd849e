import { withoutOptionLines, withoutSeries } from '@rowhouse/domain/order-entry/rules.ts';
import { orderParts, partNames } from '@rowhouse/domain/order-entry/sections.ts';
import { useId } from 'react';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { ReasonOfSettings } from '../../ui/reason-of-settings.tsx';
import { useFormDraft } from '../../ui/form-dialog/use-form-draft.ts';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { addFields, createForm, updateForm, type FormDesign, type FormType } from './api.ts';
import styles from './form-design-dialog.module.css';
import { MissingFields } from './missing-fields.tsx';
import { useChangeForms } from './use-order-forms.ts';

type FormDesignDialogProps = {
  /** Null for a new one. */
  form: FormDesign | null;
  recordTypes: readonly FormType[];
  onClose: () => void;
};

export function FormDesignDialog({ form, recordTypes, onClose }: FormDesignDialogProps) {
  const partsId = useId();
  const change = useChangeForms();
  const editing = useFormDraft({
    opened: {
      name: form?.name ?? '',
      recordTypeId: form?.recordType.id ?? recordTypes[0]?.id ?? 0,
      parts: form?.parts ?? ['opportunity'],
      problemCodeId: form === null ? onlyCodeOf(recordTypes[0]) : form.problemCodeId,
      takesLines: form?.takesLines ?? false,
      enabled: form?.enabled ?? true,
    },
    unsaved: 'The form is not saved.',
    send: ({ enabled, recordTypeId, ...design }) =>
      change(() =>
        form === null
          ? createForm({ ...design, recordTypeId })
          : updateForm({ ...design, enabled, id: form.id, version: form.version }),
      ),
    onSaved() {
      snackbars.success('Changes Saved!');
      onClose();
    },
  });
  const { draft, set, faultOf } = editing;
  const type = recordTypes.find(({ id }) => id === draft.recordTypeId);
  const choose = (recordTypeId: number) =>
    set({
      recordTypeId,
      problemCodeId: onlyCodeOf(recordTypes.find(({ id }) => id === recordTypeId)),
      takesLines: false,
    });

  return (
    <FormDialog
      form={editing}
      title={form === null ? 'Add a form' : `Change ${form.name}`}
      failed="The form was not saved"
      submitLabel={editing.isSaving ? 'Saving' : form === null ? 'Add form' : 'Save'}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        value={draft.name}
        error={faultOf('name')}
        onChange={(name) => set({ name })}
      />
      <FieldFrame
        label="Record type of its orders"
        required
        error={faultOf('recordTypeId')}
        hint={
          form === null ? 'Each answer goes to the field that is called as its question.' : 'It is for good.'
        }
      >
        {(framed) => (
          <Select
            {...framed}
            disabled={form !== null}
            value={draft.recordTypeId}
            onChange={(event) => choose(Number(event.target.value))}
          >
            {recordTypes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      {type?.isNumbered === false && <p className={styles.word}>{withoutSeries}</p>}
      <div role="group" aria-labelledby={partsId}>
        <p id={partsId} className={styles.title}>
          It asks order and shipping information, and
        </p>
        {orderParts.map((part) => (
          <LabelledCheckbox
            key={part}
            label={partNames[part]}
            checked={draft.parts.includes(part)}
            onChange={({ target }) =>
              set({
                parts: orderParts.filter((one) =>
                  one === part ? target.checked : draft.parts.includes(one),
                ),
              })
            }
          />
        ))}
        <LabelledCheckbox
          label="Options of the opportunity, as lines"
          disabled={type?.takesLines !== true && !draft.takesLines}
          checked={draft.takesLines}
          onChange={({ target }) => set({ takesLines: target.checked })}
        />
        {type?.takesLines === false && <p className={styles.word}>{withoutOptionLines(type.name)}</p>}
      </div>
      {type !== undefined && (
        <MissingFields
          type={type}
          parts={draft.parts}
          onAdd={() => addFields({ recordTypeId: type.id, parts: draft.parts })}
        />
      )}
      <div role="alert">
        {(faultOf('parts') ?? faultOf('takesLines')) !== null && (
          <p className={styles.fault}>{faultOf('parts') ?? faultOf('takesLines')}</p>
        )}
      </div>
      <FieldFrame
        label="Problem code that orders begin with"
        error={faultOf('problemCodeId')}
        hint={
          draft.problemCodeId === null
            ? 'Without one no order can be submitted: each record has one.'
            : undefined
        }
      >
        {(framed) => (
          <Select
            {...framed}
            value={draft.problemCodeId ?? ''}
            onChange={(event) =>
              set({ problemCodeId: event.target.value === '' ? null : Number(event.target.value) })
            }
          >
            <option value="">None chosen</option>
            {(type?.problemCodes ?? []).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      {form !== null && (
        <LabelledCheckbox
          label="Active: dealers may order by it"
          checked={draft.enabled}
          onChange={({ target }) => set({ enabled: target.checked })}
        />
      )}
      <ReasonOfSettings />
    </FormDialog>
  );
}

/** Where there is nothing to choose it is chosen. */
function onlyCodeOf(type: FormType | undefined): number | null {
  const [only, ...others] = type?.problemCodes ?? [];
  return only === undefined || others.length > 0 ? null : only.id;
}
