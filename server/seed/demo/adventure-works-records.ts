import { writeAttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import { addDays } from '@rowhouse/domain/kernel/dates.ts';
import type { BuiltTenant } from '../builders.ts';
import type { BuiltList, BuiltObject } from '../build-list.ts';
import type { RecordSpec } from '../build-records.ts';
import { createChance } from '../chance.ts';
import type { Chance } from '../chance.ts';
import { tinyPdf } from '../tiny-pdf.ts';
import { approvers } from './adventure-works-types.ts';
import { atWork, dayOf, notAfter } from './days.ts';
import type { DemoSite } from './demo-site.ts';
import { parts, shipMethods, stores, vendors } from './made-up-names.ts';
import { fullName } from './people.ts';

const buyers = ['noah', 'iris', 'lena', 'maya'] as const;

const orderCount = 420;
const firstOrder = 7001;

export async function makeOrders(
  site: DemoSite,
  tenant: BuiltTenant,
  packaging: PackagingParts,
): Promise<RecordSpec[]> {
  const chance = createChance(1);
  const orders: RecordSpec[] = [];
  for (let index = 0; index < orderCount; index += 1) {
    const order = makeOrder(chance, site, packaging, index);
    const withFile = index % 12 === 5;
    const isSigned = index % 12 === 8;
    orders.push({
      ...order,
      ...(withFile && { recordFile: await attachOrder(site, tenant, order) }),
      ...(isSigned && {
        fields: { ...order.fields, 'Signed copy': await attachSignedCopy(site, tenant, order) },
      }),
    });
  }
  return orders;
}

function makeOrder(
  chance: Chance,
  { now, people }: DemoSite,
  packaging: PackagingParts,
  index: number,
): RecordSpec {
  const today = now.slice(0, 10);
  const day = dayOf(today, index, orderCount, 500);
  const isRecent = index > orderCount - 60;
  const status = chance.weighted(
    isRecent
      ? ([
          ['Pending', 6],
          ['Approved', 3],
          ['On hold', 1],
          ['Rejected', 1],
        ] as const)
      : ([
          ['Complete', 7],
          ['Approved', 3],
          ['Rejected', 1],
          ['On hold', 0.5],
          ['Pending', 0.5],
        ] as const),
  );
  const isApproved = status === 'Approved' || status === 'Complete';
  const vendor = index < 9 ? 'Old Mill Cycle Works' : chance.pick(vendors);
  const host = `${vendor
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-$/, '')}.example`;
  const lines = makeLines(chance, day, status === 'Complete');
  const subtotal = round(lines.reduce((sum, line) => sum + Number(line['Line total']), 0));
  const amounts = amountsOf(subtotal, 0.08, chance.amount(0.01, 0.03));
  const createdAt = notAfter(atWork(chance, day), now);
  const approvedAt = isApproved ? notAfter(atWork(chance, addDays(day, 1)), now) : null;
  const approver = isApproved ? people[chance.pick(approvers)] : null;
  const buyer = chance.pick(buyers);
  const number = firstOrder + index;
  const isInspected = status === 'Complete' && chance.happens(0.6);
  return {
    recordNumber: number,
    poNumber: number,
    status: index < 6 ? 'Sent by fax' : status,
    problemCode: chance.happens(0.15)
      ? chance.pick(['Price mismatch', 'Short delivery', 'Damaged goods', 'Wrong item', 'Missing paperwork'])
      : 'None',
    description: chance.pick([
      'Spring stock',
      'Workshop supplies',
      'Frame parts',
      'Showroom refit',
      'Race team',
      'Replacement parts',
      'Trial order',
    ]),
    issuedByCompanyName: 'Adventure Works',
    issuedToCompanyName: vendor,
    recordDate: day,
    recordCreateDate: day,
    dueDate: addDays(day, chance.whole(14, 45)),
    createdBy: people[buyer],
    assignedTo: people[buyer],
    approvedBy: approver,
    approvedAt,
    receivedBy: people[buyer],
    // At noon, as the form sends it: nowhere from New York to Tokyo is it another day than the record's.
    receivedAt: `${day}T12:00:00.000Z`,
    createdAt,
    updatedAt: approvedAt ?? createdAt,
    validationRequired: chance.happens(0.1),
    enabled: !chance.happens(0.04),
    fields: {
      Vendor: vendor,
      'Ship method': index < 4 ? 'Telegraph office pickup' : chance.pick(shipMethods),
      'Order date': day,
      'Ship date': isApproved ? addDays(day, chance.whole(3, 16)) : null,
      ...amounts,
      Employee: fullName(buyer),
      Revision: chance.whole(1, 6),
      Tags: chance.some(['Seasonal', 'Prototype', 'Warranty', 'Restock', 'Custom paint'], 2),
      Handling: chance.happens(0.3) ? chance.some(['Fragile', 'Keep dry', 'Heavy', 'Hazardous'], 3) : null,
      Rush: chance.happens(0.12),
      Inspected: isInspected,
      Inspector: isInspected ? fullName(chance.pick(approvers)) : null,
      'Vendor email': `orders@${host}`,
      'Vendor phone': `[1,${chance.pick(['206', '312', '415', '503', '617'])}55501${String(chance.whole(0, 99)).padStart(2, '0')}]`,
      Tracking: isApproved ? `https://track.example/${number}-${chance.whole(100_000, 999_999)}` : null,
      'Promised at': atWork(chance, addDays(day, 12)),
      'Unloading time': `${String(chance.whole(6, 15)).padStart(2, '0')}:${chance.pick(['00', '15', '30', '45'])}`,
      'Weight (kg)': chance.amount(0.5, 900),
      'Exchange rate': chance.happens(0.2) ? chance.whole(88_000, 121_000) / 100_000 : null,
      'Cost centre': `CC-${chance.whole(10, 29)}`,
      Dock: chance.pick(['North dock, 3', 'River dock, 11']),
      Packaging: packagingOf(
        packaging,
        { index, number, day },
        chance.happens(0.1)
          ? {
              Material: chance.pick(['Crate', 'Carton', 'Pallet']),
              Pieces: String(chance.whole(1, 12)),
            }
          : null,
      ),
      'Internal note': chance.happens(0.15)
        ? chance.pick([
            'Ask for a second quote.\nThe last one came in 4 % lower.',
            'Pays by the 10th.',
            'Call before delivery; the gate is locked until 7.',
          ])
        : null,
    },
    lines,
  };
}

function makeLines(
  chance: Chance,
  day: string,
  isReceived: boolean,
): Readonly<Record<string, string | number>>[] {
  return Array.from(
    {
      length: chance.weighted([
        [1, 3],
        [2, 3],
        [3, 3],
        [5, 2],
        [8, 1],
      ] as const),
    },
    () => {
      const [product, number, price] = chance.pick(parts);
      const ordered = chance.pick([3, 4, 10, 25, 60, 120, 550]);
      const rejected = isReceived && chance.happens(0.1) ? chance.whole(1, Math.min(3, ordered)) : 0;
      const unitPrice = round(price * (0.9 + chance.whole(0, 20) / 100));
      return {
        Product: product,
        'Product number': number,
        Ordered: ordered,
        Received: isReceived ? ordered : 0,
        Rejected: rejected,
        Stocked: isReceived ? ordered - rejected : 0,
        'Unit price': unitPrice,
        'Line total': round(ordered * unitPrice),
        'Due date': addDays(day, chance.whole(10, 25)),
      };
    },
  );
}

/** As the field keeps it. */
async function attachSignedCopy(
  site: DemoSite,
  tenant: BuiltTenant,
  { recordNumber, createdBy }: RecordSpec,
): Promise<string> {
  const name = `Signed PO-${recordNumber}.pdf`;
  const content = tinyPdf([`Purchase order ${recordNumber}`, 'Signed and accepted by the vendor']);
  const id = await tenant.withRecordFile(site.storage, {
    fileName: name,
    content,
    ...(createdBy !== undefined && { createdBy }),
  });
  return writeAttachedFile({ id, name, sizeBytes: content.byteLength });
}

async function attachOrder(site: DemoSite, tenant: BuiltTenant, order: RecordSpec): Promise<number> {
  const { fields = {}, lines = [] } = order;
  const content = tinyPdf([
    `Purchase order ${order.recordNumber}`,
    `${String(fields['Vendor'])}, ${String(order.recordDate)}`,
    '',
    ...lines.map(
      (line) => `${String(line['Ordered'])} x ${String(line['Product'])}   ${String(line['Line total'])}`,
    ),
    '',
    `Total due ${String(fields['Total due'])}`,
  ]);
  const fileName = `PO-${order.recordNumber}.pdf`;
  return tenant.withRecordFile(site.storage, { fileName, content, createdBy: site.people.maya });
}

export async function makeBills(
  site: DemoSite,
  tenant: BuiltTenant,
  orders: readonly RecordSpec[],
): Promise<RecordSpec[]> {
  const chance = createChance(2);
  const { people, now } = site;
  const billed = orders.filter((order) => order.status === 'Complete').slice(-140);
  const bills: RecordSpec[] = [];
  for (const [index, order] of billed.entries()) {
    const { fields = {} } = order;
    const day = addDays(order.recordDate ?? now.slice(0, 10), 8);
    if (day >= now.slice(0, 10)) continue;
    const status = chance.weighted([
      ['Paid', 6],
      ['Approved', 2],
      ['Open', 2],
      ['Disputed', 0.5],
    ] as const);
    const createdAt = notAfter(atWork(chance, day), now);
    const number = 8001 + index;
    const content = tinyPdf([
      `Bill ${number}`,
      `${String(fields['Vendor'])}, ${day}`,
      `For purchase order ${order.recordNumber}`,
    ]);
    bills.push({
      recordNumber: number,
      poNumber: order.recordNumber,
      status,
      problemCode: status === 'Disputed' ? 'Price mismatch' : 'None',
      description: `Bill for purchase order ${order.recordNumber}`,
      issuedByCompanyName: String(fields['Vendor']),
      issuedToCompanyName: 'Adventure Works',
      recordDate: day,
      dueDate: addDays(day, 30),
      createdBy: people.maya,
      assignedTo: order.assignedTo ?? null,
      createdAt,
      updatedAt: createdAt,
      enabled: !chance.happens(0.03),
      ...(index % 10 === 0 && {
        recordFile: await tenant.withRecordFile(site.storage, {
          fileName: `Bill ${number}.pdf`,
          content,
          createdBy: people.maya,
        }),
      }),
      fields: {
        Vendor: fields['Vendor'],
        'Bill number': `INV-${chance.whole(10_000, 99_999)}`,
        'Purchase order': order.recordNumber,
        'Order date': order.recordDate,
        'Paid on': status === 'Paid' ? addDays(day, chance.whole(2, 28)) : null,
        Subtotal: fields['Subtotal'],
        Tax: fields['Tax'],
        Freight: fields['Freight'],
        'Total due': fields['Total due'],
        'Discount taken': chance.happens(0.3),
      },
    });
  }
  return bills;
}

export function makeSales({ people, now }: DemoSite): RecordSpec[] {
  const chance = createChance(3);
  const count = 120;
  return Array.from({ length: count }, (_, index): RecordSpec => {
    const day = dayOf(now.slice(0, 10), index, count, 300);
    const store = chance.pick(stores);
    const createdAt = notAfter(atWork(chance, day), now);
    return {
      recordNumber: 9001 + index,
      poNumber: 40_000 + index,
      status: chance.weighted([
        ['Shipped', 6],
        ['Confirmed', 2],
        ['New', 2],
        ['Cancelled', 1],
      ] as const),
      problemCode: chance.happens(0.1) ? chance.pick(['Credit limit', 'Out of stock']) : 'None',
      description: chance.pick(['Autumn range', 'Test bikes', 'Accessories', 'Service parts']),
      issuedByCompanyName: store,
      issuedToCompanyName: 'Adventure Works',
      recordDate: day,
      createdBy: people.ada,
      createdAt,
      updatedAt: createdAt,
      fields: {
        Store: store,
        'Order date': day,
        'Requested date': addDays(day, chance.whole(5, 30)),
        ...amountsOf(chance.amount(80, 18_000), 0.08, 0.025),
        'Gift wrap': chance.happens(0.05),
        'Store email': `hello@${store.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.example`,
      },
    };
  });
}

type PackagingParts = { readonly packaging: BuiltObject; readonly conditions: BuiltList };

/** Of most orders it follows from their place: some are packed by hand, and of every ninth nothing is known yet. */
function packagingOf(
  { packaging, conditions }: PackagingParts,
  { index, number, day }: { index: number; number: number; day: string },
  byHand: Readonly<Record<string, string>> | null,
): string | null {
  if (byHand === null && index % 9 === 4) return null;
  const isReturnable = index % 3 === 0;
  return objectText(packaging, {
    Material: ['Carton', 'Crate', 'Pallet', 'Padded sleeve'][index % 4] ?? 'Carton',
    Pieces: String(1 + ((index * 7) % 24)),
    Condition: String(conditions.values.get(index % 2 === 0 ? 'New' : 'Reused') ?? 0),
    Returnable: String(isReturnable),
    ...(isReturnable && { 'Return by': addDays(day, 60) }),
    ...(index % 2 === 0 && { 'Sealed at': `${addDays(day, 2)}T15:30:00.000Z` }),
    'Packing guide': `https://packing.example/${number}`,
    ...byHand,
  });
}

const objectText = (object: BuiltObject, properties: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(properties).map(([name, text]) => [object.properties.get(name) ?? 0, text]),
    ),
  );

const round = (amount: number): number => Math.round(amount * 100) / 100;

function amountsOf(subtotal: number, taxRate: number, freightRate: number) {
  const [tax, freight] = [round(subtotal * taxRate), round(subtotal * freightRate)];
  return { Subtotal: subtotal, Tax: tax, Freight: freight, 'Total due': round(subtotal + tax + freight) };
}
