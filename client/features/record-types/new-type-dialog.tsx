import { whyNotTypeName } from '@rowhouse/domain/record-types/rules.ts';
import type { ReactNode } from 'react';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { useFormDraft } from '../../ui/form-dialog/use-form-draft.ts';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { createRecordType, type RecordTypes } from './api.ts';
import { MenuChoice, menuOf } from './menu-choice.tsx';
import styles from './record-types.module.css';
import { RelatedTypes } from './related-types.tsx';
import { useChangeDesigns } from './use-designs.ts';

type NewTypeDialogProps = {
  choices: RecordTypes;
  /** Where other roles are given access. */
  rolesLink: ReactNode;
  onClose: () => void;
  onMade: (id: number) => void;
};

/** A record cannot do without a status, a problem code and a number: what a type begins with, decision 162. */
const beginning = {
  statuses: [
    { name: 'Open', isFirst: true },
    { name: 'Closed', closes: true },
  ],
  problemCodes: [{ name: 'None' }],
  numbering: {},
};

export function NewTypeDialog({ choices, rolesLink, onClose, onMade }: NewTypeDialogProps) {
  const change = useChangeDesigns();
  const form = useFormDraft({
    opened: { name: '', isSuper: false, related: '', menu: { section: 'new', name: '' }, begins: true },
    unsaved: 'The record type is not saved.',
    judge({ name: typed }) {
      const ofName = whyNotTypeName(typed);
      return { ...(ofName !== null && { name: ofName }) };
    },
    send: (given) => {
      const place = menuOf({ ...given.menu, name: given.menu.name.trim() || given.name });
      return change(() =>
        createRecordType({
          name: given.name,
          isSuper: given.isSuper,
          ...(given.isSuper && {
            relatedRecordTypes: given.related.split(',').filter(Boolean).map(Number),
          }),
          ...(given.begins && !given.isSuper && beginning),
          ...(place !== null && { menu: place }),
        }),
      );
    },
    onSaved(id) {
      onMade(id);
      snackbars.success('Changes Saved!');
    },
  });
  const { draft, set, faultOf } = form;
  const { name, isSuper, related, menu, begins } = draft;

  return (
    <FormDialog
      form={form}
      title="Add a record type"
      failed="The record type was not made"
      submitLabel="Add record type"
      onClose={onClose}
    >
      <TextInput
        ref={focusAtFirst}
        label="Name"
        required
        placeholder="Sales orders"
        value={name}
        error={faultOf('name')}
        onChange={(typed) => set({ name: typed })}
      />
      {choices.types.length > 0 && (
        <FieldFrame
          label="Kind"
          hint={
            isSuper
              ? 'It shows the records of other types, and has none of its own.'
              : 'It has records, fields and statuses of its own.'
          }
        >
          {(framed) => (
            <Select
              {...framed}
              value={isSuper ? 'super' : 'plain'}
              onChange={(event) => set({ isSuper: event.currentTarget.value === 'super' })}
            >
              <option value="plain">Plain</option>
              <option value="super">Super</option>
            </Select>
          )}
        </FieldFrame>
      )}
      {isSuper && (
        <RelatedTypes types={choices.types} related={related} onSet={(types) => set({ related: types })} />
      )}
      <MenuChoice
        sections={choices.sections}
        value={menu}
        onSet={(place) => set({ menu: place })}
        mayBeNone
        error={null}
        nameless={name.trim()}
      />
      {!isSuper && (
        <LabelledCheckbox
          label="Ready for a first record: statuses Open and Closed, problem code None, numbers from 1"
          checked={begins}
          onChange={(event) => set({ begins: event.currentTarget.checked })}
        />
      )}
      <p className={styles.quiet}>
        The roles that administer get all its actions and may edit all its fields. Other roles get nothing
        until it is granted: {rolesLink}.
      </p>
    </FormDialog>
  );
}
