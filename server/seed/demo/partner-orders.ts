// What the two companies of the demo do with each other: Adventure Works sends purchase orders that name Northwind Traders, and
// they become partner orders there. Three have arrived; one waits for a ship method that nobody there has translated.
import type { SentContent, SentValue } from '@rowhouse/domain/transmissions/content.ts';
import type { LineAnswer } from '@rowhouse/domain/transmissions/conversation.ts';
import type { CarriedItem } from '@rowhouse/domain/transmissions/setup.ts';
import { sayUntranslated } from '@rowhouse/domain/transmissions/words.ts';
import { randomUUID } from 'node:crypto';
import type { BuiltList } from '../build-list.ts';
import type { BuiltRecordType } from '../build-record-type.ts';
import type { RecordSpec } from '../build-records.ts';
import { buildApprovedMapping, buildConversation } from '../build-transmission.ts';
import type { ApprovedMappingSpec } from '../build-transmission.ts';
import type { BuiltTenant } from '../builders.ts';
import { insertRows } from '../sql.ts';
import type { DemoSite } from './demo-site.ts';
import { parts, shipMethods } from './made-up-names.ts';

/** Nobody at Northwind has said what this is called there. */
const untranslatedMethod = 'Sea container';
/** One that waits to be approved, so that sending it can be tried. */
export const orderToTry = 7288;
const arrivedOrders = [7301, 7296, 7291];
const stuckOrder = 7284;

export const buildPartnerOrders = (tenant: BuiltTenant, shippers: BuiltList): Promise<BuiltRecordType> =>
  tenant.withRecordType({
    name: 'Partner orders',
    statuses: ['New', 'Confirmed', { name: 'Delivered', closes: true }, { name: 'Cancelled', closes: true }],
    problemCodes: ['None', 'Not in stock', 'Late'],
    fields: [
      { name: 'Ordered on', dataType: 'date' },
      { name: 'Ship via', dataType: 'single-select', list: shippers },
      { name: 'Amount', dataType: 'currency' },
      { name: 'Urgent', dataType: 'checkbox' },
      { name: 'Our remark', dataType: 'textarea' },
    ],
    lines: {
      name: 'Ordered items',
      fields: [
        { name: 'Item', dataType: 'string', required: true },
        { name: 'Item number', dataType: 'string' },
        { name: 'Quantity', dataType: 'number', required: true },
        { name: 'Unit price', dataType: 'currency' },
        { name: 'Wanted on', dataType: 'date' },
      ],
    },
  });

const mapping: ApprovedMappingSpec = {
  trigger: 'Approved',
  success: 'Complete',
  error: 'On hold',
  status: 'New',
  answering: { answers: 'BY_PERSON', pricePercent: 1, days: 2, answerDays: 3 },
  fields: [
    { from: 'recordNumber', into: 'poNumber', dataType: 'number' },
    { from: 'description', into: 'description', dataType: 'string' },
    { from: 'issuedByCompanyName', into: 'issuedByCompanyName', dataType: 'string' },
    { from: 'Order date', into: 'Ordered on', dataType: 'date' },
    {
      from: 'Ship method',
      into: 'Ship via',
      dataType: 'single-select',
      choices: shipMethods,
      translations: {
        'Ground freight': 'Three Rivers Freight',
        'Express air': 'Nightbird Express',
        'Overnight parcel': 'Nightbird Express',
        'Regional courier': 'Overland Parcel',
      },
    },
    { from: 'Total due', into: 'Amount', dataType: 'currency', currency: 'USD' },
    { from: 'Rush', into: 'Urgent', dataType: 'checkbox' },
    {
      from: 'Product',
      into: 'Item',
      dataType: 'dropdown',
      choices: parts.map(([name]) => name),
      isLine: true,
    },
    { from: 'Product number', into: 'Item number', dataType: 'string', isLine: true },
    { from: 'Ordered', into: 'Quantity', dataType: 'number', isLine: true },
    { from: 'Unit price', into: 'Unit price', dataType: 'currency', currency: 'USD', isLine: true },
    { from: 'Due date', into: 'Wanted on', dataType: 'date', isLine: true },
  ],
};

/** The orders of this story name the other company, and stand as the mapping has left them. */
export const nameTargets = (orders: readonly RecordSpec[], target: number): RecordSpec[] =>
  orders.map((order) => {
    const { recordNumber } = order;
    const told = { ...order, targetTransmissionTenant: target, enabled: true };
    const shippedBy = (method: string) => ({ ...order.fields, 'Ship method': method });
    if (recordNumber === orderToTry)
      return {
        ...told,
        status: 'Pending',
        approvedBy: null,
        approvedAt: null,
        fields: shippedBy('Express air'),
      };
    if (recordNumber === stuckOrder)
      return { ...told, status: 'On hold', fields: shippedBy(untranslatedMethod) };
    return arrivedOrders.includes(recordNumber)
      ? { ...told, status: 'Complete', fields: shippedBy('Ground freight') }
      : order;
  });

type Company = { readonly tenant: BuiltTenant; readonly type: BuiltRecordType };

export async function sendPartnerOrders(
  { connection, people, now }: DemoSite,
  source: Company & { readonly orders: readonly RecordSpec[]; readonly ids: readonly number[] },
  target: Company,
): Promise<void> {
  const made = await buildApprovedMapping(
    connection,
    { tenantId: source.tenant.id, type: source.type, person: people.ada },
    { tenantId: target.tenant.id, type: target.type, person: people.ada },
    mapping,
  );
  for (const [index, number] of [...arrivedOrders, stuckOrder].entries()) {
    const at = source.orders.findIndex(({ recordNumber }) => recordNumber === number);
    const order = source.orders[at];
    if (order === undefined) throw new Error(`There is no order ${number}.`);
    const hours = 3 + index * 21;
    const sentAt = new Date(Date.parse(now) - hours * 3_600_000).toISOString();
    const content = contentOf(order, made.items);
    const isStuck = number === stuckOrder;
    const recordId = isStuck
      ? null
      : await arrive(order, arrivedOrders.length - index, sentAt, source.tenant, target, people.ada);
    const sourceId = source.ids[at] ?? 0;
    const hourLater = new Date(Date.parse(sentAt) + 3_600_000).toISOString();
    const item = made.items.find(({ name }) => name === 'Ship method')!;
    const fault = { item, value: untranslatedMethod, field: 'Ship via' };
    const messageId = randomUUID();
    await insertRows(connection, 'transmission', [
      {
        tenant_id: source.tenant.id,
        message_id: messageId,
        mapping_id: made.id,
        record_type_id: source.type.id,
        record_id: sourceId,
        state: isStuck ? 'DEAD' : 'DELIVERED',
        tries: 1,
        queued_at: sentAt,
        tried_at: sentAt,
        ended_at: sentAt,
        content: JSON.stringify(content),
        reason: isStuck ? sayUntranslated.toSource(fault, target.tenant.name) : null,
      },
    ]);
    await insertRows(connection, 'transmission_received', [
      {
        tenant_id: target.tenant.id,
        message_id: messageId,
        acceptance_id: made.acceptanceId,
        source_key: `${made.id}:${sourceId}`,
        state: isStuck ? 'DEAD' : 'DELIVERED',
        record_type_id: isStuck ? null : target.type.id,
        record_id: recordId,
        content: JSON.stringify(content),
        reason: isStuck ? sayUntranslated.toTarget(fault) : null,
        received_at: sentAt,
      },
    ]);
    if (recordId === null) continue;
    await buildConversation(
      connection,
      made,
      {
        source: {
          tenantId: source.tenant.id,
          name: source.tenant.name,
          typeId: source.type.id,
          recordId: sourceId,
        },
        target: { tenantId: target.tenant.id, name: target.tenant.name, typeId: target.type.id, recordId },
      },
      {
        threadId: messageId,
        content,
        sentAt,
        answerDays: mapping.answering?.answerDays ?? 0,
        answers: answersTo(content, made.items, index).map((answers) => ({
          side: 'TARGET' as const,
          person: people.nadia,
          at: hourLater,
          content: { answers },
        })),
      },
    );
  }
}

/** The newest order waits for Northwind, one was answered with changes, the oldest is agreed. */
function answersTo(content: SentContent, items: readonly CarriedItem[], index: number): LineAnswer[][] {
  if (index === 0) return [];
  const accepted = content.lines.map((_, at): LineAnswer => ({ line: at + 1, kind: 'ACCEPTED' }));
  if (index > 1) return [accepted];
  const price = items.find(({ name }) => name === 'Unit price')!.number;
  const sent = content.lines[0]?.find(({ item }) => item === price)?.value;
  const dearer = (Number(typeof sent === 'string' ? sent : 10) * 1.04).toFixed(2);
  return [
    [{ line: 1, kind: 'CHANGED', values: { [price]: dearer }, reason: 'Not in stock' }, ...accepted.slice(1)],
  ];
}

/** As the offer numbers it. */
function contentOf(order: RecordSpec, items: readonly CarriedItem[]): SentContent {
  const pack = (values: Readonly<Record<string, unknown>>, isLine: boolean): SentValue[] =>
    mapping.fields.flatMap(({ from, choices }, index) => {
      const value = values[from];
      if (items[index]?.isLine !== isLine || value === null || value === undefined || value === false)
        return [];
      const text = String(value);
      return [{ item: index + 1, value: choices === undefined ? text : [text] }];
    });
  return {
    values: pack({ ...order, ...order.fields }, false),
    lines: (order.lines ?? []).map((line) => pack(line, true)),
  };
}

async function arrive(
  order: RecordSpec,
  recordNumber: number,
  at: string,
  source: BuiltTenant,
  { tenant, type }: Company,
  actor: number,
): Promise<number | null> {
  const { 'Order date': orderedOn, 'Total due': amount, Rush: urgent } = order.fields ?? {};
  const record: RecordSpec = {
    recordNumber,
    poNumber: order.recordNumber,
    status: 'New',
    description: order.description ?? '',
    issuedByCompanyName: source.name,
    recordDate: at.slice(0, 10),
    receivedAt: at,
    createdBy: actor,
    createdAt: at,
    fields: {
      'Ordered on': orderedOn,
      'Ship via': 'Three Rivers Freight',
      Amount: amount,
      Urgent: urgent,
    },
    lines: (order.lines ?? []).map((line) => ({
      Item: line['Product'],
      'Item number': line['Product number'],
      Quantity: line['Ordered'],
      'Unit price': line['Unit price'],
      'Wanted on': line['Due date'],
    })),
  };
  const [id] = await tenant.withRecords(type, [record], actor);
  return id ?? null;
}
