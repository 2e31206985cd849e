import Button from '@mui/material/Button';
import { orderQuestions, questionsOf, isOrderPart } from '@rowhouse/domain/order-entry/sections.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toSentence } from '../../platform/request-failure.ts';
import { Icon } from '../../ui/icons.tsx';
import type { AddedFields, FormType } from './api.ts';
import styles from './missing-fields.module.css';
import { useChangeFields } from './use-order-forms.ts';

type MissingFieldsProps = {
  type: FormType;
  /** That the form asks. */
  parts: readonly string[];
  /** With the reason that the form is given. */
  onAdd: () => Promise<AddedFields>;
};

/** Says which questions no field of the record type takes, and adds the fields. */
export function MissingFields({ type, parts, onAdd }: MissingFieldsProps) {
  const change = useChangeFields();
  const [added, setAdded] = useState<(AddedFields & { typeId: number }) | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const told = useRef<HTMLParagraphElement>(null);
  const { names, reasons } = untakenOf(type, parts);

  async function add() {
    if (isAdding) return;
    setAdding(true);
    setFault(null);
    try {
      const done = await onAdd();
      flushSync(() => setAdded({ ...done, typeId: type.id }));
      // Before the button goes with what it added: a dialog takes back a focus that is nowhere.
      told.current?.focus();
      await change(() => Promise.resolve());
    } catch (failure) {
      setFault(toSentence(failure));
    }
    setAdding(false);
  }

  const isTold = added?.typeId === type.id && added.added.length > 0;
  return (
    <div className={styles.missing}>
      {names.length > 0 && (
        <>
          <p>
            {type.name} has no {names.length === 1 ? 'field' : 'fields'} for{' '}
            {names.length === 1 ? 'this question' : `${names.length} of these questions`}: {names.join(', ')}.
          </p>
          <div>
            <Button
              variant="outlined"
              startIcon={<Icon name="plus" />}
              aria-disabled={isAdding}
              onClick={() => void add()}
            >
              {isAdding ? 'Adding…' : names.length === 1 ? 'Add the field' : `Add ${names.length} fields`}
            </Button>
          </div>
        </>
      )}
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <p ref={told} role="status" tabIndex={-1} className={styles.added}>
        {isTold &&
          `Added to ${type.name}: ${added.added.join(', ')}. Roles that do not administer see them once they have access.`}
      </p>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
    </div>
  );
}

/** Of the questions that the form asks. */
function untakenOf({ untaken }: FormType, parts: readonly string[]) {
  const asked = new Set(questionsOf(parts.filter(isOrderPart)).map(({ key }) => key));
  const ofForm = untaken.filter(({ key }) => asked.has(key));
  const nameOf = (key: string) => orderQuestions.find((question) => question.key === key)?.name ?? key;
  return {
    names: ofForm.flatMap(({ key, whyNot }) => (whyNot === null ? [nameOf(key)] : [])),
    reasons: ofForm.flatMap(({ whyNot }) => whyNot ?? []),
  };
}
