import { isFile, isStatusLike } from '@rowhouse/domain/transmissions/rules.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { useFormDraft } from '../../ui/form-dialog/use-form-draft.ts';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { approveMapping, type ChoiceType, type OfferedMapping } from './api.ts';
import { AnswerPolicyFields } from './answer-policy.tsx';
import { approvalInput, draftOf, guessPairs } from './approval-draft.ts';
import { choicesOf, fieldOptions } from './field-choices.tsx';
import { PairRows } from './pair-rows.tsx';
import styles from './transmissions.module.css';
import { useChangeMappings } from './use-mappings.ts';

type ApprovalDialogProps = {
  offer: OfferedMapping;
  types: readonly ChoiceType[];
  onClose: () => void;
};

/** What becomes of an offered record in this company; the other one learns only which of its fields are taken. */
export function ApprovalDialog({ offer, types, onClose }: ApprovalDialogProps) {
  const change = useChangeMappings();
  const form = useFormDraft({
    opened: draftOf(offer, types),
    unsaved: 'The approval is not saved.',
    send: (given) => change(() => approveMapping(approvalInput(given, offer))),
    onSaved() {
      snackbars.success(`What ${offer.company} offers is approved`);
      onClose();
    },
  });
  const { draft, set, faultOf } = form;
  const fields = types.find(({ id }) => String(id) === draft.recordTypeId)?.fields ?? [];

  return (
    <FormDialog
      form={form}
      title={`${offer.company} offers ${offer.typeName}`}
      failed="It was not approved"
      submitLabel="Approve"
      isReady={draft.recordTypeId !== ''}
      maxWidth="md"
      isWholeOnPhone
      onClose={onClose}
    >
      <div className={styles.three}>
        <OptionPicker
          ref={focusAtFirst}
          label="Becomes a record of"
          required
          isFirm
          options={types.map(({ id, name, mayCreate }) => ({ id: String(id), name, enabled: mayCreate }))}
          value={draft.recordTypeId}
          onChange={(recordTypeId) =>
            set({
              ...guessPairs(offer, types, recordTypeId),
              recordTypeId,
              statusField: 'status',
              statusValue: '',
            })
          }
        />
        <OptionPicker
          label="Status field"
          options={fieldOptions(fields.filter(isStatusLike))}
          value={draft.statusField}
          onChange={(statusField) => set({ statusField, statusValue: '' })}
        />
        <OptionPicker
          label="Is given"
          options={choicesOf(fields.find(({ key }) => key === draft.statusField))}
          value={draft.statusValue}
          onChange={(statusValue) => set({ statusValue })}
        />
      </div>
      <AnswerPolicyFields
        draft={draft.answering}
        legend={`Orders and changes of ${offer.company}`}
        faultOf={faultOf}
        onChange={(answering) => set({ answering })}
      />
      <PairRows offer={offer} fields={fields} draft={draft} onChange={set} />
      {offer.items.some(isFile) && (
        <p className={styles.quiet}>
          {`Files come as copies of your own. Whoever may see the field that takes them may open them, and they stay when ${offer.company} takes out its own.`}
        </p>
      )}
      <p className={styles.quiet}>
        {`Records are made in your name and with your rights. ${offer.company} learns which of its fields are taken, and nothing else of this.`}
      </p>
    </FormDialog>
  );
}
