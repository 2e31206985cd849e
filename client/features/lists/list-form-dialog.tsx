import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { chooseObject, listForm } from '@rowhouse/domain/lists/rules.ts';
import { useId, useState, type SubmitEvent } from 'react';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { createList, updateList, type CustomList } from './api.ts';
import styles from './lists.module.css';
import { useChangeLists, useListObjects } from './use-lists.ts';

type ListFormDialogProps = {
  /** Null for a new one. */
  list: CustomList | null;
  onClose: () => void;
  /** With the id of a new one. */
  onSaved: (id: number) => void;
};

type Draft = {
  name: string;
  description: string;
  listType: string;
  objectDefinitionId: string;
  backofficeManaged: string;
};
type Faults = Readonly<Record<string, string>>;

/** Specification 5, list form. */
export function ListFormDialog({ list, onClose, onSaved }: ListFormDialogProps) {
  const titleId = useId();
  const change = useChangeLists();
  const first: Draft = {
    name: list?.name ?? '',
    description: list?.description ?? '',
    listType: list?.listType ?? 'Value',
    objectDefinitionId: '',
    backofficeManaged: list === null ? '' : String(list.backofficeManaged),
  };
  const objects = useListObjects(list === null).data?.filter(({ enabled }) => enabled) ?? [];
  const [opened] = useState(first);
  const [draft, setDraft] = useState(opened);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(opened);
  const letGo = useUnsavedWork(isDirty ? 'The list is not saved.' : null);

  const set = (given: Partial<Draft>) => {
    setDraft({ ...draft, ...given });
    setFaults(Object.fromEntries(Object.entries(faults).filter(([key]) => !(key in given))));
  };

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const given = {
      ...draft,
      backofficeManaged: draft.backofficeManaged === '' ? undefined : draft.backofficeManaged === 'true',
    };
    const form = list === null ? listForm : listForm.pick({ name: true, description: true });
    const parsed = form.safeParse(given);
    if (!parsed.success) {
      setFaults(
        Object.fromEntries(
          parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
        ),
      );
      return;
    }
    const object = given.listType === 'Object' ? Number(given.objectDefinitionId) : null;
    if (list === null && object === 0) {
      setFaults({ objectDefinitionId: chooseObject });
      return;
    }
    setSaving(true);
    setFailure(null);
    try {
      const id = await change(async () => {
        if (list === null)
          return createList({
            ...listForm.parse(given),
            ...(object !== null && { objectDefinitionId: object }),
          });
        const { name: called, description } = parsed.data;
        await updateList({ id: list.id, version: list.version, name: called, description });
        return list.id;
      });
      letGo();
      onSaved(id);
      snackbars.success('Changes Saved!');
    } catch (refusal) {
      setSaving(false);
      const field = refusal instanceof RequestFailure ? refusal.field : null;
      if (field !== null && field in draft) setFaults({ [field]: (refusal as RequestFailure).message });
      else setFailure(refusal);
    }
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={() => {
        if (!isDirty) onClose();
      }}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{list === null ? 'Add a list' : `Change ${list.name}`}</DialogTitle>
      <form noValidate onSubmit={(event) => void save(event)}>
        <DialogContent className={styles.form}>
          {failure !== null && <ErrorAlert failure={failure} title="The list was not saved" />}
          <TextInput
            ref={focusFirst}
            label="Name"
            required
            value={draft.name}
            error={faults['name'] ?? null}
            onChange={(value) => set({ name: value })}
          />
          <TextArea
            label="Description"
            required
            value={draft.description}
            error={faults['description'] ?? null}
            onChange={(value) => set({ description: value })}
          />
          {list === null && (
            <>
              <FieldFrame
                label="List type"
                required
                error={faults['listType'] ?? null}
                hint={hints[draft.listType]!}
              >
                {(framed) => (
                  <Select
                    {...framed}
                    value={draft.listType}
                    onChange={(event) => set({ listType: event.currentTarget.value })}
                  >
                    <option value="Value">Value</option>
                    <option value="User">User</option>
                    <option value="Object" disabled={objects.length === 0}>
                      Object
                    </option>
                  </Select>
                )}
              </FieldFrame>
              {draft.listType === 'Object' && (
                <FieldFrame
                  label="Object"
                  required
                  error={faults['objectDefinitionId'] ?? null}
                  hint="Made on the page Custom objects: its properties are what each value is filled in with."
                >
                  {(framed) => (
                    <Select
                      {...framed}
                      value={draft.objectDefinitionId}
                      onChange={(event) => set({ objectDefinitionId: event.currentTarget.value })}
                    >
                      <option value="" disabled>
                        Choose
                      </option>
                      {objects.map(({ id, name }) => (
                        <option key={id} value={id}>
                          {name}
                        </option>
                      ))}
                    </Select>
                  )}
                </FieldFrame>
              )}
              <FieldFrame
                label="Backoffice managed"
                required
                error={faults['backofficeManaged'] ?? null}
                hint="With Yes nobody of the company changes its values from then on."
              >
                {(framed) => (
                  <Select
                    {...framed}
                    value={draft.backofficeManaged}
                    onChange={(event) => set({ backofficeManaged: event.currentTarget.value })}
                  >
                    <option value="" disabled>
                      Choose
                    </option>
                    <option value="false">No</option>
                    <option value="true">Yes</option>
                  </Select>
                )}
              </FieldFrame>
            </>
          )}
        </DialogContent>
        <DialogActions>
          <Button disabled={saving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={saving || (list !== null && !isDirty)}>
            {list === null ? 'Add list' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The dialog opens on its first field. */
const focusFirst = (input: HTMLInputElement | null) => input?.focus();

const hints: Readonly<Record<string, string>> = {
  Value: 'Its values are words that you write.',
  User: 'Its values are people of the company.',
  Object: 'Its values are objects, with the properties of one that you choose.',
};
