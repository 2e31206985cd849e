// Which field is to change, and to what: the part that a bulk edit of selected records and one of all results share.
import { byName } from '@rowhouse/domain/kernel/by-name.ts';
import { attributeMissing, toBulkValue, whyNotBulkValue } from '@rowhouse/domain/records/bulk-rules.ts';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { holdPage } from '../../../platform/unsaved-work.ts';
import { OptionPicker } from '../../../ui/inputs/option-picker.tsx';
import { FieldEditor, hasEditor } from '../../../values/field-editor.tsx';
import type { FieldOptions } from '../../../values/value-field.ts';
import styles from './selected/bulk-edit-dialog.module.css';
import type { RecordField } from '../record-field.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';

/** Object columns are left out (Specification 5), and so is what nobody with the role can write. */
const isBulkEditable = (field: RecordField): boolean =>
  hasEditor(field.dataType) && whyReadOnly(field) === null;

const startOf = (field: RecordField): string => toBulkValue(field.dataType, '').replace(/^0$/, '');

export type BulkChoice = {
  readonly fields: readonly RecordField[];
  readonly field: RecordField | undefined;
  readonly value: string;
  /** The sentence that stands against the value, or null. */
  readonly whyNot: string | null;
  readonly error: string | null;
  readonly isMissed: boolean;
  /** A value stands there that the person wrote or chose. */
  readonly isTyped: boolean;
  choose(key: string): void;
  change(value: string): void;
  /** Shows what is missing; says whether nothing is. */
  tryIt(): boolean;
  /** What the server said of the value. */
  refuse(sentence: string): void;
};

export function useBulkChoice(fields: readonly RecordField[]): BulkChoice {
  useEffect(holdPage, []);
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const field = fields.find((one) => one.key === key);
  const whyNot = field ? (refusal ?? whyNotBulkValue(field, value)) : null;
  const isSaid = isTried || refusal !== null || (field !== undefined && value !== startOf(field));
  return {
    fields,
    field,
    value,
    whyNot,
    error: isSaid ? whyNot : null,
    isMissed: isTried && !field,
    isTyped: field !== undefined && value !== startOf(field),
    choose(chosen) {
      const next = fields.find((one) => one.key === chosen);
      setKey(chosen);
      setValue(next ? startOf(next) : '');
      setIsTried(false);
      setRefusal(null);
    },
    change(next) {
      setRefusal(null);
      setValue(next);
    },
    tryIt() {
      setIsTried(true);
      return field !== undefined && whyNot === null;
    },
    refuse: setRefusal,
  };
}

type BulkChoiceFormProps = {
  id: string;
  choice: BulkChoice;
  options: FieldOptions;
  /** When nothing is missing. */
  onSubmit: () => void;
  /** What the value asks for beside it. */
  children?: ReactNode;
};

export function BulkChoiceForm({ id, choice, options, onSubmit, children }: BulkChoiceFormProps) {
  const { fields, field, value, error, isMissed } = choice;
  const attributeInput = useRef<HTMLInputElement>(null);
  const valueInput = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  // The dialog hangs its content into the page by itself: focus is given when the input is there.
  const holdAttributeInput = useCallback((input: HTMLInputElement | null) => {
    attributeInput.current = input;
    input?.focus();
  }, []);
  const attributes = useMemo(
    () =>
      fields
        .filter(isBulkEditable)
        .toSorted(byName)
        .map(({ key, name }) => ({ id: key, name, enabled: true })),
    [fields],
  );
  return (
    <form
      id={id}
      noValidate
      className={styles.choice}
      onSubmit={(event) => {
        event.preventDefault();
        if (choice.tryIt()) onSubmit();
        else if (field) valueInput.current?.focus();
        else attributeInput.current?.focus();
      }}
    >
      <OptionPicker
        label="Attribute"
        required
        options={attributes}
        value={field?.key ?? ''}
        onChange={choice.choose}
        error={isMissed ? attributeMissing : null}
        isFirm
        ref={holdAttributeInput}
      />
      {field && (
        <div key={field.key}>
          <FieldEditor
            field={field}
            options={options.get(field.key)}
            value={value}
            onChange={choice.change}
            onBlur={() => undefined}
            required={field.required}
            error={error}
            ref={valueInput}
          />
        </div>
      )}
      {children}
    </form>
  );
}
