import type { AnswerPolicy } from '@rowhouse/domain/transmissions/answer-policy.ts';
import type { ConversationPolicyInput } from '@rowhouse/domain/contract.generated.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { mostToleratedDays, mostToleratedPercent } from '@rowhouse/domain/transmissions/limits.ts';

export function parsePolicy({ answers, pricePercent, days }: ConversationPolicyInput): AnswerPolicy {
  if (!(pricePercent >= 0 && pricePercent <= mostToleratedPercent))
    throw invalid(`A price may differ by 0 to ${mostToleratedPercent} %.`, 'answering.pricePercent');
  if (days < 0 || days > mostToleratedDays)
    throw invalid(`A date may differ by 0 to ${mostToleratedDays} days.`, 'answering.days');
  return { answers, pricePercent, days };
}
