// What a type is beside its parts: its name, whether it is switched on, its place in the menu, and its end.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { updateRecordType } from './api.ts';
import { DeleteTypeDialog } from './delete-type-dialog.tsx';
import { faultOf } from './inspectors.tsx';
import { MenuChoice, menuOf } from './menu-choice.tsx';
import styles from './record-types.module.css';
import { RelatedTypes } from './related-types.tsx';
import { StandardFieldUse } from './standard-field-use.tsx';
import type { Designer } from './use-designer.ts';
import { useChangeDesigns } from './use-designs.ts';

export function TypeTab({ designer }: { designer: Designer }) {
  const { draft, design, choices, fault, set } = designer;
  const { key, values } = draft.type;
  const change = (given: Partial<typeof values>) =>
    set({ type: { ...draft.type, values: { ...values, ...given } } });
  const [deletes, setDeletes] = useState(false);
  return (
    <div className={styles.narrowForm}>
      <div className={styles.form}>
        <TextInput
          label="Name of the type"
          required
          value={values.name}
          error={faultOf(fault, key, 'name')}
          onChange={(name) => change({ name })}
        />
        {design.isSuper && (
          <RelatedTypes
            types={choices.types}
            related={values.related}
            onSet={(related) => change({ related })}
          />
        )}
        <LabelledCheckbox
          label="Switched on: its records are shown and made"
          checked={values.enabled}
          onChange={({ currentTarget: { checked } }) => change({ enabled: checked })}
        />
        {design.menuPath === null && design.enabled && <MenuOfType designer={designer} />}
        {!design.isSuper && <StandardFieldUse recordTypeId={design.id} />}
        <h3 className={styles.subtitle}>Delete this record type</h3>
        <p className={styles.quiet}>
          What goes with it is shown before anything happens, and it can be taken back for a while.
        </p>
        <div>
          <Button variant="outlined" color="error" onClick={() => setDeletes(true)}>
            Delete {design.name}…
          </Button>
        </div>
      </div>
      {deletes && <DeleteTypeDialog design={design} onClose={() => setDeletes(false)} />}
    </div>
  );
}

function MenuOfType({ designer: { design, choices, setFailure } }: { designer: Designer }) {
  const saveChange = useChangeDesigns();
  const [menu, setMenu] = useState({ section: '', name: '' });
  const place = menuOf(menu);
  async function addToMenu() {
    if (place === null) return;
    try {
      await saveChange(() => updateRecordType({ id: design.id, menu: place }));
      snackbars.success(`${design.name} is in the menu`);
    } catch (refusal) {
      setFailure(refusal);
    }
  }
  return (
    <>
      <h3 className={styles.subtitle}>Add to the menu</h3>
      <p className={styles.quiet}>No item of the menu leads to this type yet.</p>
      <MenuChoice sections={choices.sections} value={menu} onSet={setMenu} mayBeNone={false} error={null} />
      <div>
        <Button variant="outlined" disabled={place === null} onClick={() => void addToMenu()}>
          Add to the menu
        </Button>
      </div>
    </>
  );
}
