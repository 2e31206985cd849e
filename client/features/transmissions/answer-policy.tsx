import type { ConversationPolicyInput } from '@rowhouse/domain/contract.generated.ts';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import styles from './transmissions.module.css';

/** As it is typed. */
export type PolicyDraft = {
  readonly answers: ConversationPolicyInput['answers'];
  readonly pricePercent: string;
  readonly days: string;
  /** '' where nothing is due. */
  readonly answerDays: string;
};

export const policyDraft = ({
  answers,
  pricePercent,
  days,
  answerDays = null,
}: ConversationPolicyInput): PolicyDraft => ({
  answers,
  pricePercent: String(pricePercent),
  days: String(days),
  answerDays: answerDays === null ? '' : String(answerDays),
});

/** What is no number is refused by the server, with its sentence. */
export const policyInput = ({
  answers,
  pricePercent,
  days,
  answerDays,
}: PolicyDraft): ConversationPolicyInput => ({
  answers,
  pricePercent: numberOf(pricePercent),
  days: Math.round(numberOf(days)),
  answerDays: answerDays.trim() === '' ? null : Math.round(numberOf(answerDays)),
});

function numberOf(text: string): number {
  const number = Number(text.trim().replace(',', '.'));
  return Number.isFinite(number) ? number : -1;
}

type AnswerPolicyFieldsProps = {
  draft: PolicyDraft;
  legend: string;
  faultOf?: (place: string) => string | null;
  onChange: (draft: PolicyDraft) => void;
};

/** What is answered without asking a person; the other company is not told. */
export function AnswerPolicyFields({
  draft,
  legend,
  faultOf = () => null,
  onChange,
}: AnswerPolicyFieldsProps) {
  return (
    <fieldset className={styles.part}>
      <legend>{legend}</legend>
      <div className={styles.three}>
        <FieldFrame label="Who answers">
          {(framed) => (
            <Select
              {...framed}
              value={draft.answers}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...draft, answers: value as PolicyDraft['answers'] })
              }
            >
              <option value="BY_PERSON">Our people, line by line</option>
              <option value="BY_ITSELF">Nobody: all is accepted</option>
            </Select>
          )}
        </FieldFrame>
        {draft.answers === 'BY_PERSON' && (
          <>
            <TextInput
              label="Accept a changed price up to (%)"
              inputMode="decimal"
              value={draft.pricePercent}
              error={faultOf('answering.pricePercent')}
              onChange={(pricePercent) => onChange({ ...draft, pricePercent })}
            />
            <TextInput
              label="Accept a moved date up to (days)"
              inputMode="numeric"
              value={draft.days}
              error={faultOf('answering.days')}
              onChange={(days) => onChange({ ...draft, days })}
            />
            <TextInput
              label="Answer within (days)"
              inputMode="numeric"
              value={draft.answerDays}
              error={faultOf('answering.answerDays')}
              hint="Empty: nothing becomes overdue."
              onChange={(answerDays) => onChange({ ...draft, answerDays })}
            />
          </>
        )}
      </div>
    </fieldset>
  );
}
