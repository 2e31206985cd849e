// An order as an edit session has it: one thing that is not stored yet, its answers and its chosen options. What is typed
// is kept in the browser at each key, with the key under which it is sent; of its files, which ones they are.
import { whyNotAnswer } from '@rowhouse/domain/order-entry/rules.ts';
import { dataTypeOf, isOrderPart, questionsOf } from '@rowhouse/domain/order-entry/sections.ts';
import type { OrderQuestion } from '@rowhouse/domain/order-entry/sections.ts';
import { createEditSession, type EditSession } from '../../edit-session/edit-session.ts';
import type { EditField, EditKind } from '../../edit-session/edited.ts';
import { readDraft, removeDraft, writeDraft } from '../../platform/storage/drafts.ts';
import type { OrderForm } from './api.ts';

/** It begins empty, and nothing else is known of it. */
type Unstored = Readonly<Record<never, never>>;
type OrderField = EditField & { readonly question: OrderQuestion | null };
export type OrderSession = EditSession<Unstored, string, OrderField>;

/** A session of an order edits this one thing. */
export const orderId = 'order';
/** The field that holds the chosen options. */
export const linesKey = 'lines';
/** The field that holds what a table named and the opportunity does not have. */
export const unknownKey = 'unknownItems';

export type AskedQuestion = OrderQuestion & { readonly choices: readonly string[] | undefined };

export function askedBy({ parts, choices }: OrderForm): AskedQuestion[] {
  const byKey = new Map(choices.map(({ key, values }) => [key, values]));
  return questionsOf(parts.filter(isOrderPart)).map((question) => ({
    ...question,
    choices: byKey.get(question.key),
  }));
}

const orderKind = (asked: ReadonlyMap<string, AskedQuestion>): EditKind<Unstored, string, OrderField> => ({
  read: (_, fields) => ({
    id: orderId,
    version: 0,
    values: new Map([...fields.keys()].map((key) => [key, ''])),
    isNew: true,
  }),
  asks: 'all',
  tells: 'left',
  whyNot: ({ key }, text) => {
    const question = asked.get(key);
    return question === undefined ? null : whyNotAnswer(question, text, question.choices);
  },
});

type Draft = { readonly values: Readonly<Record<string, string>>; readonly idempotencyKey: string };

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { values, idempotencyKey } = value as Record<string, unknown>;
  return (
    typeof idempotencyKey === 'string' &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((text) => typeof text === 'string')
  );
}

export const orderDraftName = (formId: number): string => `order:${formId}`;

export const forgetOrderDraft = (draftName: string): void => removeDraft(draftName, 'browser');

/** Goes on with what was typed before under the name, as far as the form still asks it. */
export function openOrder(form: OrderForm, draftName: string): OrderSession {
  const asked = new Map(askedBy(form).map((question) => [question.key, question]));
  const fields: OrderField[] = [...asked.values()].map((question) => ({
    key: question.key,
    name: question.name,
    dataType: dataTypeOf(question),
    required: question.required,
    question,
  }));
  for (const key of [linesKey, unknownKey])
    fields.push({ key, name: 'Options', dataType: 'textarea', required: false, question: null });
  for (const { key, name, required } of form.attachments)
    fields.push({ key, name, dataType: 'attachment', required, question: null });
  const draft = readDraft(draftName, isDraft, 'browser');
  let kept: unknown = null;
  const session: OrderSession = createEditSession(orderKind(asked), {
    keep(changed) {
      const change = changed.get(orderId);
      if (!change || change.values === kept) return;
      // What it opens with is no draft.
      if (kept !== null)
        writeDraft(
          draftName,
          { values: Object.fromEntries(change.values), idempotencyKey: change.idempotencyKey },
          'browser',
        );
      kept = change.values;
    },
  });
  session.setFields(fields);
  const keys = new Set(fields.map(({ key }) => key));
  session.begin(
    [{}],
    new Map([
      [
        orderId,
        {
          version: 0,
          original: new Map(fields.map(({ key }) => [key, ''])),
          values: new Map(Object.entries(draft?.values ?? {}).filter(([key]) => keys.has(key))),
          ...(draft && { idempotencyKey: draft.idempotencyKey }),
        },
      ],
    ]),
  );
  return session;
}
