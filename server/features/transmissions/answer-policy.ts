import type { AnswerPolicy } from '@rowhouse/domain/transmissions/answer-policy.ts';
import type { ConversationPolicyInput } from '@rowhouse/domain/contract.generated.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import {
  mostAnswerDays,
  mostToleratedDays,
  mostToleratedPercent,
} from '@rowhouse/domain/transmissions/limits.ts';

export function parsePolicy({
  answers,
  pricePercent,
  days,
  answerDays = null,
}: ConversationPolicyInput): AnswerPolicy {
  if (!(pricePercent >= 0 && pricePercent <= mostToleratedPercent))
    throw invalid(`A price may differ by 0 to ${mostToleratedPercent} %.`, 'answering.pricePercent');
  if (days < 0 || days > mostToleratedDays)
    throw invalid(`A date may differ by 0 to ${mostToleratedDays} days.`, 'answering.days');
  if (answerDays !== null && (answerDays < 1 || answerDays > mostAnswerDays))
    throw invalid(`An answer is due within 1 to ${mostAnswerDays} days.`, 'answering.answerDays');
  return { answers, pricePercent, days, answerDays };
}

export const showPolicy = ({ answers, pricePercent, days, answerDays = null }: AnswerPolicy) => ({
  answers,
  pricePercent,
  days,
  answerDays,
});
