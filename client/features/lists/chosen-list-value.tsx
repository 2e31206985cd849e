// Create Value or Edit Value of the list of an input, over the form that it stands in.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { longestListValue } from '@rowhouse/domain/lists/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { closeListValue, type ListValueQuestion } from '../../platform/ask-list-value.ts';
import { getWork } from '../../platform/change-reason.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { ReasonOfSettings } from '../../ui/reason-of-settings.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { findListValue, getListObjects, saveListValue, type SavedValue } from './api.ts';
import styles from './lists.module.css';
import { ObjectValueDialog } from './object-value-dialog.tsx';
import { useChangeLists } from './use-lists.ts';

/** Who works goes on at once: that they were at work is reason enough, and stands there to be read and changed. */
function ReasonOfValue() {
  const [work] = useState(getWork);
  return <ReasonOfSettings {...(work !== null && { otherwise: `While working on ${work}` })} />;
}

export function ChosenListValue({ question }: { question: ListValueQuestion }) {
  const { listId, id, typed, onSaved } = question;
  const change = useChangeLists();
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);

  async function save(given: Pick<SavedValue, 'was' | 'value' | 'objectValues'>) {
    setSaving(true);
    setFailure(null);
    try {
      const saved = await change(() => saveListValue({ listId, ...(id !== null && { id }), ...given }));
      closeListValue();
      onSaved(saved.id);
      snackbars.success(id === null ? `${saved.value} is in the list` : 'Changes Saved!');
    } catch (refusal) {
      setFailure(refusal);
      setSaving(false);
    }
  }

  const state = { failure, isSaving };
  return question.listType === 'Object' ? (
    <ObjectOfList question={question} onSave={save} {...state} />
  ) : (
    <PlainValue typed={typed} onSave={(value) => save({ value })} {...state} />
  );
}

type State = { failure: unknown; isSaving: boolean };

function PlainValue({
  typed,
  onSave,
  failure,
  isSaving,
}: State & { typed: string; onSave: (value: string) => Promise<void> }) {
  const [value, setValue] = useState(typed);
  const isValid = value.trim() !== '' && value.trim().length <= longestListValue;

  function finish(event: SubmitEvent) {
    event.preventDefault();
    // The form below is not sent.
    event.stopPropagation();
    if (isValid && !isSaving) void onSave(value.trim());
  }

  return (
    <TitledDialog
      title="Create Value"
      maxWidth="xs"
      isTyped={value.trim() !== typed.trim()}
      onClose={closeListValue}
    >
      <form noValidate onSubmit={finish}>
        <DialogContent className={styles.form}>
          {failure !== null && <ErrorAlert failure={failure} title="The value was not saved" />}
          <TextInput ref={focusAtFirst} label="Value" required value={value} onChange={setValue} />
          <p className={styles.quiet}>It is offered to everybody who chooses from this list.</p>
          <ReasonOfValue />
        </DialogContent>
        <DialogActions>
          <Button onClick={closeListValue}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={!isValid || isSaving}>
            Create
          </Button>
        </DialogActions>
      </form>
    </TitledDialog>
  );
}

type ObjectOfListProps = State & {
  question: ListValueQuestion;
  onSave: (given: Pick<SavedValue, 'was' | 'objectValues'>) => Promise<void>;
};

function ObjectOfList({ question: { listId, id }, onSave, failure, isSaving }: ObjectOfListProps) {
  const found = useQuery({
    queryKey: ['lists', 'chosen', listId, id],
    queryFn: async ({ signal }) => {
      const [list, objects] = await Promise.all([findListValue(listId, id, signal), getListObjects(signal)]);
      const definition = objects.find((one) => one.id === list.definitionId);
      return { properties: definition?.properties ?? [], standing: list.standing };
    },
    staleTime: 0,
    gcTime: 0,
  });
  if (found.data === undefined)
    return found.error === null ? null : (
      <Dialog open fullWidth maxWidth="xs" onClose={closeListValue} aria-label="Create Value">
        <DialogContent>
          <ErrorAlert
            failure={found.error}
            title="The list could not be loaded"
            onRetry={() => void found.refetch()}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={closeListValue}>Cancel</Button>
        </DialogActions>
      </Dialog>
    );
  const { properties, standing } = found.data;
  return (
    <ObjectValueDialog
      properties={properties}
      values={standing?.object ?? null}
      failure={failure}
      isSaving={isSaving}
      reason={<ReasonOfValue />}
      onClose={closeListValue}
      onDone={(values) =>
        void onSave({
          ...(standing !== null && { was: standing.value }),
          objectValues: [...values].map(([propertyId, value]) => ({ propertyId, value })),
        })
      }
    />
  );
}
