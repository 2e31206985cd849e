import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { whyNotTypeName } from '@rowhouse/domain/record-types/rules.ts';
import { useId, useState, type ReactNode, type SubmitEvent } from 'react';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
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

type Faults = Readonly<Record<string, string | undefined>>;

export function NewTypeDialog({ choices, rolesLink, onClose, onMade }: NewTypeDialogProps) {
  const titleId = useId();
  const change = useChangeDesigns();
  const [name, setName] = useState('');
  const [isSuper, setSuper] = useState(false);
  const [related, setRelated] = useState('');
  const [menu, setMenu] = useState({ section: 'new', name: '' });
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const isDirty = name !== '' || related !== '' || menu.name !== '';
  const letGo = useUnsavedWork(isDirty ? 'The record type is not saved.' : null);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const ofName = whyNotTypeName(name);
    const place = menuOf(menu);
    const ofMenu = menu.section === 'new' && place === null ? 'Name the section.' : null;
    if (ofName !== null || ofMenu !== null) {
      setFaults({ name: ofName ?? undefined, menu: ofMenu ?? undefined });
      return;
    }
    setSaving(true);
    setFailure(null);
    try {
      const id = await change(() =>
        createRecordType({
          name,
          isSuper,
          ...(isSuper && { relatedRecordTypes: related.split(',').filter(Boolean).map(Number) }),
          ...(place !== null && { menu: place }),
        }),
      );
      letGo();
      onMade(id);
      snackbars.success('Changes Saved!');
    } catch (refusal) {
      setSaving(false);
      if (refusal instanceof RequestFailure && refusal.field === 'name') setFaults({ name: refusal.message });
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
      <DialogTitle id={titleId}>Add a record type</DialogTitle>
      <form noValidate onSubmit={(event) => void save(event)}>
        <DialogContent className={styles.dialogForm!}>
          {failure !== null && <ErrorAlert failure={failure} title="The record type was not made" />}
          <TextInput
            ref={focusFirst}
            label="Name"
            required
            placeholder="Sales orders"
            value={name}
            error={faults['name'] ?? null}
            onChange={(given) => {
              setName(given);
              setFaults({});
            }}
          />
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
                onChange={(event) => setSuper(event.currentTarget.value === 'super')}
              >
                <option value="plain">Plain</option>
                <option value="super">Super</option>
              </Select>
            )}
          </FieldFrame>
          {isSuper && <RelatedTypes types={choices.types} related={related} onSet={setRelated} />}
          <MenuChoice
            sections={choices.sections}
            value={menu}
            onSet={setMenu}
            mayBeNone
            error={faults['menu'] ?? null}
          />
          <p className={styles.quiet}>
            The roles that administer get all its actions and may edit all its fields. Other roles get nothing
            until it is granted: {rolesLink}.
          </p>
        </DialogContent>
        <DialogActions>
          <Button disabled={saving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={saving}>
            Add record type
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The dialog opens on its first field. */
const focusFirst = (input: HTMLInputElement | null) => input?.focus();
