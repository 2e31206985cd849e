import { dockDays } from '@rowhouse/domain/order-entry/sections.ts';
import { readDays, writeDays } from '@rowhouse/domain/order-entry/rules.ts';
import { Suspense, useId, type Ref } from 'react';
import { useFormField } from '../../edit-session/form-field.ts';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { FieldEditor } from '../../values/field-editor.tsx';
import styles from './order-form.module.css';
import { orderId, type AskedQuestion, type OrderSession } from './order-session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** It brings the countries of the world along. */
const CountrySelect = lazyPart(async () => ({
  default: (await import('../../ui/inputs/country-select.tsx')).CountrySelect,
}));

/** What takes the focus, and whether it has it. */
export type AnswerInput = { focus: () => void; contains: (other: Node | null) => boolean } | null;

type OrderQuestionProps = {
  question: AskedQuestion;
  session: OrderSession;
  /** Told the input, which takes the focus when its answer is wrong. */
  hold: (input: AnswerInput) => void;
};

/** One question of the form, by its kind. */
export function OrderQuestionInput({ question, session, hold }: OrderQuestionProps) {
  const { value, error, onChange, onBlur } = useFormField(session, orderId, question.key);
  const { name, kind, required, choices } = question;
  const frame = { label: name, required, error };
  const input = { ...frame, value, onChange, onBlur };
  if (kind === 'days') return <DaysInput {...{ name, value, onChange, hold }} />;
  if (kind === 'country')
    return (
      <Suspense fallback={<TextInput {...input} />}>
        <CountrySelect {...input} ref={hold} />
      </Suspense>
    );
  if (choices !== undefined)
    return (
      <FieldFrame {...frame}>
        {(framed) => (
          <Select
            {...framed}
            ref={hold}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          >
            <option value="">Choose</option>
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </Select>
        )}
      </FieldFrame>
    );
  const dataType = kind === 'email' || kind === 'phone' ? kind : 'string';
  return (
    <FieldEditor
      {...{ value, error, onChange, onBlur, required }}
      field={{ name, dataType }}
      options={undefined}
      ref={hold as Ref<HTMLInputElement & HTMLTextAreaElement>}
    />
  );
}

type DaysInputProps = {
  name: string;
  value: string;
  onChange: (value: string) => void;
  hold: (input: AnswerInput) => void;
};

function DaysInput({ name, value, onChange, hold }: DaysInputProps) {
  const titleId = useId();
  const chosen = readDays(value) ?? [];
  return (
    <div role="group" aria-labelledby={titleId} className={styles.days}>
      <span id={titleId} className={styles.daysTitle}>
        {name}
      </span>
      <div className={styles.dayBoxes}>
        {dockDays.map((day, at) => (
          <LabelledCheckbox
            key={day}
            label={day}
            ref={at === 0 ? hold : undefined}
            checked={chosen.includes(day)}
            onChange={(event) =>
              onChange(
                writeDays(event.target.checked ? [...chosen, day] : chosen.filter((one) => one !== day)),
              )
            }
          />
        ))}
      </div>
    </div>
  );
}
