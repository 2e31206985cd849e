import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { isStatusLike } from '@rowhouse/domain/transmissions/rules.ts';
import { useId, useState, type SubmitEvent } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { approveMapping, type ChoiceType, type OfferedMapping } from './api.ts';
import { AnswerPolicyFields } from './answer-policy.tsx';
import { approvalInput, draftOf, guessPairs, type ApprovalDraft } from './approval-draft.ts';
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
  const titleId = useId();
  const change = useChangeMappings();
  const isNarrow = useMediaQuery('(width < 600px)');
  const [opened] = useState(() => draftOf(offer, types));
  const [draft, setDraft] = useState(opened);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(opened);
  const letGo = useUnsavedWork(isDirty ? 'The approval is not saved.' : null);
  const fields = types.find(({ id }) => String(id) === draft.recordTypeId)?.fields ?? [];
  const set = (given: Partial<ApprovalDraft>) => {
    setDraft({ ...draft, ...given });
    setFailure(null);
  };

  async function save(event: SubmitEvent) {
    event.preventDefault();
    setSaving(true);
    try {
      await change(() => approveMapping(approvalInput(draft, offer)));
      letGo();
      snackbars.success(`What ${offer.company} offers is approved`);
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
      <DialogTitle id={titleId}>{`${offer.company} offers ${offer.typeName}`}</DialogTitle>
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <DialogContent className={styles.content}>
          {failure !== null && <ErrorAlert failure={failure} title="It was not approved" />}
          <div className={styles.three}>
            <OptionPicker
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
            onChange={(answering) => set({ answering })}
          />
          <PairRows offer={offer} fields={fields} draft={draft} onChange={set} />
          <p className={styles.quiet}>
            {`Records are made in your name and with your rights. ${offer.company} learns which of its fields are taken, and nothing else of this.`}
          </p>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={saving || draft.recordTypeId === ''}>
            Approve
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
