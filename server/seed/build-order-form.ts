import type { OrderLineFields } from '@rowhouse/domain/order-entry/order-form.ts';
import type { OrderPart } from '@rowhouse/domain/order-entry/sections.ts';
import { dataTypeOf, questionsOf } from '@rowhouse/domain/order-entry/sections.ts';
import type { BuiltList } from './build-list.ts';
import type { BuiltRecordType, FieldSpec } from './build-record-type.ts';
import type { Site } from './site.ts';
import { insertRows } from './sql.ts';

export type OrderFormSpec = {
  readonly name: string;
  readonly parts: readonly OrderPart[];
  /** Of the record's problem codes, the one that orders begin with. */
  readonly problemCode?: string;
  /** Of the type's lines, the fields that take a chosen option. */
  readonly lines?: { readonly option: string; readonly quantity?: string; readonly price?: string };
};

/** A field for each question of such a form but the PO number, which every record has; by lists what is chosen. */
export const orderFieldSpecs = (
  parts: readonly OrderPart[],
  lists: Readonly<Record<string, BuiltList>> = {},
): FieldSpec[] =>
  questionsOf(parts)
    .filter(({ key }) => key !== 'poNumber')
    .map((question) => {
      const list = lists[question.key];
      return list === undefined
        ? { name: question.name, dataType: dataTypeOf(question) }
        : { name: question.name, dataType: 'dropdown', list };
    });

/** A form over a type that has those fields, and numbers from a series. */
export async function buildOrderForm(
  { connection, tenantId }: Site,
  type: BuiltRecordType,
  { name, parts, problemCode, lines }: OrderFormSpec,
): Promise<number> {
  const fieldOf = (field: string) => type.fields.get(field)?.id ?? 0;
  const fields = Object.fromEntries(
    questionsOf(parts).map((question) => [
      question.key,
      question.key === 'poNumber' ? 'poNumber' : `f${fieldOf(question.name)}`,
    ]),
  );
  const lineField = (field: string | undefined) =>
    field === undefined ? null : (type.lines?.fields.get(field)?.id ?? null);
  const kept: OrderLineFields | null =
    lines === undefined || type.lines === null
      ? null
      : {
          lineItemTypeId: type.lines.id,
          option: lineField(lines.option) ?? 0,
          quantity: lineField(lines.quantity),
          price: lineField(lines.price),
        };
  const [id = 0] = await insertRows(connection, 'order_form', [
    {
      tenant_id: tenantId,
      record_type_id: type.id,
      name,
      parts: `{${parts.join(',')}}`,
      fields: JSON.stringify(fields),
      lines: kept === null ? null : JSON.stringify(kept),
      problem_code_id: problemCode === undefined ? null : (type.problemCodes.get(problemCode) ?? null),
    },
  ]);
  return id;
}
