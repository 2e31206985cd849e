// One field of a row in row edit as an input of a form, where there is no room for its cell: the same draft, the same faults.
import { useState } from 'react';
import { afterPress } from '../ui/after-press.ts';
import type { RowEdit } from '../ui/grid/grid-store.ts';
import { FieldEditor } from './field-editor.tsx';
import styles from './row-field.module.css';
import type { FieldEditorProps } from './value-view.ts';

type RowFieldProps = Pick<FieldEditorProps, 'options' | 'required'> & {
  field: FieldEditorProps['field'] & { readonly key: string };
  /** As it is saved. */
  saved: string;
  edit: RowEdit | null;
  /** Told though nobody was in the input, as after Save; null for none. */
  told?: string | null;
  onWrite: (value: string) => void;
};

export function RowField({ field, options, required, saved, edit, told = null, onWrite }: RowFieldProps) {
  const [isTouched, setTouched] = useState(false);
  // A space at the end is no change yet, and must not be taken away while the next word is typed.
  const [typed, setTyped] = useState<string | null>(null);
  const draft = edit?.values.get(field.key);
  const current = draft ?? saved;
  const fault = edit?.faults.get(field.key) ?? null;
  return (
    <div data-field={field.key} data-changed={draft !== undefined || undefined} className={styles.edited}>
      <FieldEditor
        field={field}
        options={options}
        value={typed !== null && typed.trim() === current.trim() ? typed : current}
        onChange={(value) => {
          setTyped(value);
          onWrite(value);
        }}
        onBlur={() => afterPress(() => setTouched(true))}
        required={required}
        error={isTouched || draft !== undefined ? (fault ?? told) : told}
        ref={null}
      />
    </div>
  );
}
