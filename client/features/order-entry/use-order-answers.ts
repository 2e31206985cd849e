import { judgeOrder, type OrderAnswers, type OrderFault } from '@rowhouse/domain/order-entry/rules.ts';
import { isOrderPart } from '@rowhouse/domain/order-entry/sections.ts';
import { useMemo, useSyncExternalStore } from 'react';
import type { OrderForm } from './api.ts';
import { orderId, type AskedQuestion, type OrderSession } from './order-session.ts';

/** What stands in the form now, and what is left to be done for it. */
export function useOrderAnswers(
  session: OrderSession,
  form: OrderForm,
  asked: readonly AskedQuestion[],
): { readonly answers: OrderAnswers; readonly open: readonly OrderFault[] } {
  const row = useSyncExternalStore(session.subscribe, () => session.getRows().get(orderId));
  return useMemo(() => {
    const answers = Object.fromEntries(asked.map(({ key }) => [key, session.getValue(orderId, key)]));
    const choices = new Map(form.choices.map(({ key, values }) => [key, values]));
    const wrong = judgeOrder(form.parts.filter(isOrderPart), answers, choices);
    const refused = [...(row?.refusals ?? [])].flatMap(([key, sentence]) =>
      wrong.some((fault) => fault.key === key) ? [] : { key, sentence },
    );
    const names = new Map(asked.map(({ key, name }) => [key, name]));
    return { answers, open: [...wrong, ...refused].map((fault) => named(fault, names)) };
  }, [row, session, form, asked]);
}

/** Away from its input a sentence has to say what it is about. */
function named({ key, sentence }: OrderFault, names: ReadonlyMap<string, string>): OrderFault {
  const name = names.get(key);
  return {
    key,
    sentence: name === undefined || sentence.startsWith(name) ? sentence : `${name}: ${sentence}`,
  };
}
