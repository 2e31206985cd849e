import { chooseObject, listForm } from '@rowhouse/domain/lists/rules.ts';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { faultsOfIssues } from '../../ui/form-dialog/faults-of-issues.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { useFormDraft } from '../../ui/form-dialog/use-form-draft.ts';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { createList, updateList, type CustomList } from './api.ts';
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

/** Specification 5, list form. */
export function ListFormDialog({ list, onClose, onSaved }: ListFormDialogProps) {
  const change = useChangeLists();
  const objects = useListObjects(list === null).data?.filter(({ enabled }) => enabled) ?? [];
  const form = useFormDraft<Draft, number>({
    opened: {
      name: list?.name ?? '',
      description: list?.description ?? '',
      listType: list?.listType ?? 'Value',
      objectDefinitionId: '',
      backofficeManaged: list === null ? '' : String(list.backofficeManaged),
    },
    unsaved: 'The list is not saved.',
    judge(typed) {
      const schema = list === null ? listForm : listForm.pick({ name: true, description: true });
      const faults = faultsOfIssues(schema.safeParse(toGiven(typed)).error?.issues);
      const lacksObject = list === null && typed.listType === 'Object' && typed.objectDefinitionId === '';
      return Object.keys(faults).length === 0 && lacksObject ? { objectDefinitionId: chooseObject } : faults;
    },
    send: (typed) =>
      change(async () => {
        const given = toGiven(typed);
        if (list === null)
          return createList({
            ...listForm.parse(given),
            ...(typed.listType === 'Object' && { objectDefinitionId: Number(typed.objectDefinitionId) }),
          });
        const words = listForm.pick({ name: true, description: true }).parse(given);
        await updateList({ id: list.id, version: list.version, ...words });
        return list.id;
      }),
    onSaved(id) {
      onSaved(id);
      snackbars.success('Changes Saved!');
    },
  });
  const { draft, set, faultOf } = form;

  return (
    <FormDialog
      form={form}
      title={list === null ? 'Add a list' : `Change ${list.name}`}
      failed="The list was not saved"
      submitLabel={list === null ? 'Add list' : 'Save'}
      isReady={list === null || form.isDirty}
      onClose={onClose}
    >
      <TextInput
        ref={focusAtFirst}
        label="Name"
        required
        value={draft.name}
        error={faultOf('name')}
        onChange={(value) => set({ name: value })}
      />
      <TextArea
        label="Description"
        required
        value={draft.description}
        error={faultOf('description')}
        onChange={(value) => set({ description: value })}
      />
      {list === null && (
        <>
          <FieldFrame label="List type" required error={faultOf('listType')} hint={hints[draft.listType]!}>
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
              error={faultOf('objectDefinitionId')}
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
            error={faultOf('backofficeManaged')}
            hint="No: administrators of the company keep its values. Yes: nobody of the company changes them from then on."
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
    </FormDialog>
  );
}

const toGiven = (draft: Draft) => ({
  ...draft,
  backofficeManaged: draft.backofficeManaged === '' ? undefined : draft.backofficeManaged === 'true',
});

const hints: Readonly<Record<string, string>> = {
  Value: 'Its values are words that you write.',
  User: 'Its values are people of the company.',
  Object: 'Its values are objects, with the properties of one that you choose.',
};
