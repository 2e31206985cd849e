// Create Value or Edit Value of a list of objects (Specification 2 and 5): one input for each enabled property, and no way
// to go on until every one of them passes its rules.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { isChecked } from '@rowhouse/domain/kernel/formats.ts';
import { displayObject } from '@rowhouse/domain/objects/display.ts';
import {
  enabledProperties,
  isCheckbox,
  propertyType,
  type ObjectProperty,
} from '@rowhouse/domain/objects/object-property.ts';
import { toPropertyValue, whyNotProperty } from '@rowhouse/domain/objects/rules.ts';
import type { PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import { useMemo, useState, type ReactNode, type SubmitEvent } from 'react';
import { browserZone } from '../../platform/clock.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { focusAtFirst } from '../../ui/focus-at-first.ts';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { useListValues } from '../../values/choices/use-list-options.ts';
import { FieldEditor } from '../../values/field-editor.tsx';
import styles from './lists.module.css';

type ObjectValueDialogProps = {
  properties: readonly ObjectProperty[];
  /** Null for a new one. */
  values: PropertyValues | null;
  /** Where it is saved by itself: why it was not, and whether it is under way. */
  failure?: unknown;
  isSaving?: boolean;
  reason?: ReactNode;
  onClose: () => void;
  /** With what the value is called. */
  onDone: (values: PropertyValues, name: string) => void;
};

export function ObjectValueDialog(props: ObjectValueDialogProps) {
  const { properties, values, failure = null, isSaving = false, reason, onClose, onDone } = props;
  const shown = useMemo(() => enabledProperties(properties), [properties]);
  const [draft, setDraft] = useState<PropertyValues>(() => new Map(values));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const listIds = useMemo(() => [...new Set(shown.flatMap(({ listId }) => listId ?? []))], [shown]);
  const lists = useListValues(listIds).data;
  const whyNot = (property: ObjectProperty) =>
    whyNotProperty(property, (draft.get(property.id) ?? '').trim(), property.isRequired);
  const display = displayObject(properties, draft, {
    timeZone: browserZone(),
    nameOf: (id, listId) => lists?.get(listId)?.find((option) => option.id === String(id))?.name ?? '',
  });
  const isValid = shown.every((property) => whyNot(property) === null) && display.whyNone === undefined;

  const isTyped = shown.some(({ id }) => (draft.get(id) ?? '') !== (values?.get(id) ?? ''));

  function finish(event: SubmitEvent) {
    event.preventDefault();
    // A dialog within a dialog: the form around it is not sent.
    event.stopPropagation();
    if (!isValid || isSaving || display.whyNone !== undefined) return;
    const kept = new Map(draft);
    for (const property of shown) {
      const value = toPropertyValue(property, draft.get(property.id));
      if (value === '') kept.delete(property.id);
      else kept.set(property.id, value);
    }
    onDone(kept, display.text);
  }

  return (
    <TitledDialog
      title={values === null ? 'Create Value' : 'Edit Value'}
      maxWidth="xs"
      isTyped={isTyped}
      onClose={onClose}
    >
      <form noValidate onSubmit={finish}>
        <DialogContent className={styles.form}>
          {failure !== null && <ErrorAlert failure={failure} title="The value was not saved" />}
          {shown.map((property, index) => {
            const { id, name, isRequired, currency } = property;
            const value = draft.get(id) ?? '';
            return (
              <FieldEditor
                key={id}
                field={{ name, dataType: propertyType(property), currency }}
                options={property.listId === null ? [] : lists?.get(property.listId)}
                value={isCheckbox(property) ? String(isChecked(value)) : value}
                required={isRequired}
                error={left.has(id) ? whyNot(property) : null}
                onChange={(next) => setDraft(new Map(draft).set(id, next))}
                onBlur={() => setLeft(new Set(left).add(id))}
                ref={index === 0 ? focusAtFirst : null}
              />
            );
          })}
          <p role="status" className={styles.quiet}>
            {display.whyNone ?? `It is called “${display.text}”.`}
          </p>
          {reason}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={!isValid || isSaving}>
            {values === null ? 'Create' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </TitledDialog>
  );
}
