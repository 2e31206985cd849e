import type { ConversationPolicyInput } from '@rowhouse/domain/contract.generated.ts';
import { useId } from 'react';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import styles from './transmissions.module.css';

/** As it is typed. */
export type PolicyDraft = {
  readonly answers: ConversationPolicyInput['answers'];
  readonly pricePercent: string;
  readonly days: string;
};

export const policyDraft = ({ answers, pricePercent, days }: ConversationPolicyInput): PolicyDraft => ({
  answers,
  pricePercent: String(pricePercent),
  days: String(days),
});

/** What is no number is refused by the server, with its sentence. */
export const policyInput = ({ answers, pricePercent, days }: PolicyDraft): ConversationPolicyInput => ({
  answers,
  pricePercent: numberOf(pricePercent),
  days: Math.round(numberOf(days)),
});

function numberOf(text: string): number {
  const number = Number(text.trim().replace(',', '.'));
  return Number.isFinite(number) ? number : -1;
}

type AnswerPolicyFieldsProps = {
  draft: PolicyDraft;
  company: string;
  onChange: (draft: PolicyDraft) => void;
};

/** What is answered without asking a person; the other company is not told. */
export function AnswerPolicyFields({ draft, company, onChange }: AnswerPolicyFieldsProps) {
  const answeredId = useId();
  return (
    <fieldset className={styles.part}>
      <legend>{`Orders and changes of ${company}`}</legend>
      <div className={styles.three}>
        <label className={styles.filter} htmlFor={answeredId}>
          <span>Who answers</span>
          <Select
            id={answeredId}
            value={draft.answers}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...draft, answers: value as PolicyDraft['answers'] })
            }
          >
            <option value="BY_PERSON">Our people, line by line</option>
            <option value="BY_ITSELF">Nobody: all is accepted</option>
          </Select>
        </label>
        {draft.answers === 'BY_PERSON' && (
          <>
            <TextInput
              label="Accept a changed price up to (%)"
              inputMode="decimal"
              value={draft.pricePercent}
              onChange={(pricePercent) => onChange({ ...draft, pricePercent })}
            />
            <TextInput
              label="Accept a moved date up to (days)"
              inputMode="numeric"
              value={draft.days}
              onChange={(days) => onChange({ ...draft, days })}
            />
          </>
        )}
      </div>
    </fieldset>
  );
}
