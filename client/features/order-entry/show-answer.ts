import { showPhone } from '@rowhouse/domain/kernel/formats.ts';
import type { OrderAnswers } from '@rowhouse/domain/order-entry/rules.ts';
import { readDays } from '@rowhouse/domain/order-entry/rules.ts';
import type { OrderQuestion } from '@rowhouse/domain/order-entry/sections.ts';

/** An answer as a person reads it. */
export function showAnswer({ key, kind }: OrderQuestion, answers: OrderAnswers): string {
  const text = answers[key] ?? '';
  if (kind === 'phone') return showPhone(text);
  return kind === 'days' ? (readDays(text) ?? []).join(', ') : text;
}
