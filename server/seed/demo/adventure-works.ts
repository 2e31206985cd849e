import { addDays } from '@rowhouse/domain/kernel/dates.ts';
import { menuActions } from '@rowhouse/domain/menu/actions.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { aTenant } from '../builders.ts';
import type { BuiltTenant } from '../builders.ts';
import type { BuiltObject } from '../build-list.ts';
import type { FieldAccessSpec } from '../build-role.ts';
import type { BuiltRecordType, FieldSpec } from '../build-record-type.ts';
import type { RecordSpec } from '../build-records.ts';
import { createChance } from '../chance.ts';
import type { Chance } from '../chance.ts';
import type { DemoSite } from '../demo.ts';
import { tinyPdf } from '../tiny-pdf.ts';
import { atWork, dayOf, notAfter } from './days.ts';
import { parts, shipMethods, stores, vendors } from './made-up-names.ts';
import { fullName } from './people.ts';
import type { PersonIds } from './people.ts';

const buyers = ['noah', 'iris', 'lena', 'maya'] as const;
const approvers = ['ben', 'sara'] as const;
const reads: readonly MenuAction[] = ['view', 'record viewer access', 'line item access', 'grid preferences'];
const writes: readonly MenuAction[] = [
  ...reads,
  'create records',
  'edit line items',
  'bulk download',
  'export line items',
];

type Types = {
  readonly packaging: BuiltObject;
  readonly orders: BuiltRecordType;
  readonly bills: BuiltRecordType;
  readonly sales: BuiltRecordType;
};

export async function buildAdventureWorks(
  site: DemoSite,
  northwind: { tenant: BuiltTenant; orders: BuiltRecordType },
) {
  const { connection, people } = site;
  const tenant = await aTenant(connection, {
    name: 'Adventure Works',
    url: 'adventure-works',
    description: 'Bicycles and what belongs to them',
  });
  const roles = await buildRoles(tenant, people);
  const types = await buildTypes(tenant, people);
  const all = await tenant.withSuperRecordType('All orders', [types.orders, types.bills]);
  const items = await tenant.withMenu([
    {
      name: 'Workspace',
      route: 'workspace',
      sections: [
        {
          name: 'Dashboard',
          route: 'home',
          items: [{ name: 'Dashboard', route: 'dashboard', icon: 'home' }],
        },
      ],
    },
    {
      name: 'Purchasing',
      route: 'purchasing',
      sections: [
        {
          name: 'Orders',
          route: 'orders',
          items: [
            { name: 'Purchase orders', route: 'purchase-orders', icon: 'file', recordType: types.orders },
          ],
        },
        {
          name: 'Bills',
          route: 'bills',
          items: [{ name: 'Bills', route: 'bills', icon: 'cart', recordType: types.bills }],
        },
        {
          name: 'Overview',
          route: 'overview',
          items: [{ name: 'All orders', route: 'all-orders', icon: 'list', recordType: all }],
        },
      ],
    },
    {
      name: 'Sales',
      route: 'sales',
      sections: [
        {
          name: 'Orders',
          route: 'orders',
          items: [{ name: 'Sales orders', route: 'sales-orders', icon: 'file', recordType: types.sales }],
        },
      ],
    },
  ]);
  const isPurchasing = (name: string) => name !== 'Sales orders';
  for (const [name, item] of items) {
    await tenant.withActions(roles.administrator, item, menuActions);
    await tenant.withActions(roles.viewer, item, reads);
    if (!isPurchasing(name)) continue;
    await tenant.withActions(roles.lead, item, menuActions);
    await tenant.withActions(roles.buyer, item, writes);
    if (name !== 'All orders') await tenant.withActions(roles.ownBuyer, item, writes);
  }
  await allowFields(tenant, roles, types);
  await tenant.withTransmission(types.orders, northwind.tenant, {
    sourceStatusField: 'status',
    sourceSuccessStatusValue: 'Complete',
    sourceErrorStatusValue: 'On hold',
    targetRecordType: northwind.orders.id,
    targetStatusField: 'status',
    targetStatusValue: 'New',
    triggerField: 'status',
    triggerValue: 'Approved',
  });
  const orders = await makeOrders(site, tenant, types.packaging);
  await tenant.withRecords(types.orders, orders, people.maya);
  await tenant.withRecords(types.bills, await makeBills(site, tenant, orders), people.maya);
  await tenant.withRecords(types.sales, makeSales(site), people.ada);
}

async function buildRoles(tenant: BuiltTenant, people: PersonIds) {
  const roles = {
    administrator: await tenant.withRole({
      name: 'Administrator',
      description: 'Sees and changes everything',
      defaultFieldAccess: 'Editable',
      administers: true,
    }),
    lead: await tenant.withRole({
      name: 'Purchasing lead',
      description: 'Runs purchasing',
      defaultFieldAccess: 'Editable',
    }),
    buyer: await tenant.withRole({ name: 'Buyer', description: 'Writes purchase orders' }),
    ownBuyer: await tenant.withRole({
      name: 'Buyer, own orders',
      description: 'Sees what is assigned to them',
    }),
    viewer: await tenant.withRole({ name: 'Viewer', description: 'Reads', defaultFieldAccess: 'ViewOnly' }),
  };
  const memberships = [
    ['ada', roles.administrator],
    ['maya', roles.lead],
    ['ben', roles.lead],
    ['sara', roles.lead],
    ['noah', roles.buyer],
    ['iris', roles.buyer],
    ['lena', roles.ownBuyer],
    ['victor', roles.viewer],
  ] as const;
  for (const [person, role] of memberships) await tenant.withMember(people[person], role);
  return roles;
}

async function buildTypes(tenant: BuiltTenant, people: PersonIds): Promise<Types> {
  const vendorList = await tenant.withList({
    name: 'Vendors',
    values: [...vendors, { value: 'Old Mill Cycle Works', enabled: false }],
  });
  const shipMethodList = await tenant.withList({
    name: 'Ship methods',
    values: [...shipMethods, { value: 'Telegraph office pickup', enabled: false }],
  });
  const employees = await tenant.withList({
    name: 'Employees',
    values: ['Maya Alvarez', 'Noah Berg', 'Iris Chan', 'Lena Okafor', 'Ben Miller', 'Sara Lind'],
  });
  const tags = await tenant.withList({
    name: 'Tags',
    values: ['Seasonal', 'Prototype', 'Warranty', 'Restock', 'Custom paint'],
  });
  const handling = await tenant.withList({
    name: 'Handling',
    values: ['Fragile', 'Keep dry', 'Heavy', 'Hazardous'],
  });
  const inspectors = await tenant.withList({
    name: 'Inspectors',
    listType: 'User',
    values: approvers.map((person) => ({ value: fullName(person), userId: people[person] })),
  });
  const dock = await tenant.withObject({
    name: 'Dock',
    properties: [
      { name: 'Street', displayable: true },
      { name: 'Gate', dataType: 'number', displayable: true },
      { name: 'Open on Saturday', dataType: 'checkbox' },
    ],
  });
  const docks = await tenant.withList({
    name: 'Docks',
    listType: 'Object',
    object: dock,
    values: [
      {
        value: 'North dock',
        properties: { Street: '14 Foundry Road', Gate: '3', 'Open on Saturday': 'true' },
      },
      {
        value: 'River dock',
        properties: { Street: '2 Tannery Quay', Gate: '11', 'Open on Saturday': 'false' },
      },
    ],
  });
  const packaging = await tenant.withObject({
    name: 'Packaging',
    properties: [
      { name: 'Material', required: true, displayable: true },
      { name: 'Pieces', dataType: 'number', displayable: true },
    ],
  });
  const products = await tenant.withList({ name: 'Products', values: parts.map(([name]) => name) });
  const storeList = await tenant.withList({ name: 'Stores', values: [...stores] });

  const amounts: FieldSpec[] = [
    { name: 'Subtotal', dataType: 'currency' },
    { name: 'Tax', dataType: 'currency' },
    { name: 'Freight', dataType: 'currency' },
    { name: 'Total due', dataType: 'currency' },
  ];
  const vendor: FieldSpec = { name: 'Vendor', dataType: 'dropdown', required: true, list: vendorList };
  const orders = await tenant.withRecordType({
    name: 'Purchase orders',
    statuses: [
      'Pending',
      'Approved',
      'Rejected',
      'Complete',
      'On hold',
      { name: 'Sent by fax', enabled: false },
    ],
    problemCodes: [
      'None',
      'Price mismatch',
      'Short delivery',
      'Damaged goods',
      'Wrong item',
      'Missing paperwork',
    ],
    fields: [
      vendor,
      { name: 'Ship method', dataType: 'single-select', list: shipMethodList },
      { name: 'Order date', dataType: 'date', required: true },
      { name: 'Ship date', dataType: 'date' },
      ...amounts,
      { name: 'Employee', dataType: 'dropdown', list: employees },
      { name: 'Revision', dataType: 'number' },
      { name: 'Tags', dataType: 'multiselect', list: tags },
      { name: 'Handling', dataType: 'multiselect-checkbox', list: handling },
      { name: 'Rush', dataType: 'checkbox' },
      { name: 'Inspected', dataType: 'boolean' },
      { name: 'Inspector', dataType: 'dropdown', list: inspectors },
      { name: 'Vendor email', dataType: 'email' },
      { name: 'Vendor phone', dataType: 'phone' },
      { name: 'Tracking', dataType: 'url' },
      { name: 'Promised at', dataType: 'datetime' },
      { name: 'Unloading time', dataType: 'time' },
      { name: 'Weight (kg)', dataType: 'decimal' },
      { name: 'Exchange rate', dataType: 'float' },
      { name: 'Cost centre', dataType: 'string' },
      { name: 'Dock', dataType: 'dropdown', list: docks },
      { name: 'Internal note', dataType: 'textarea' },
      { name: 'Packaging', dataType: 'object', object: packaging, visibility: false },
      { name: 'Signed copy', dataType: 'attachment', visibility: false },
    ],
    lines: {
      name: 'Order lines',
      fields: [
        { name: 'Product', dataType: 'dropdown', required: true, list: products },
        { name: 'Product number', dataType: 'string' },
        { name: 'Ordered', dataType: 'number', required: true },
        { name: 'Received', dataType: 'decimal' },
        { name: 'Rejected', dataType: 'decimal' },
        { name: 'Stocked', dataType: 'decimal' },
        { name: 'Unit price', dataType: 'currency' },
        { name: 'Line total', dataType: 'currency' },
        { name: 'Due date', dataType: 'date' },
      ],
    },
  });
  const bills = await tenant.withRecordType({
    name: 'Bills',
    statuses: ['Open', 'Approved', 'Paid', 'Disputed'],
    problemCodes: ['None', 'Price mismatch', 'Duplicate bill', 'No matching order'],
    fields: [
      vendor,
      { name: 'Bill number', dataType: 'string', required: true },
      { name: 'Purchase order', dataType: 'number' },
      { name: 'Order date', dataType: 'date' },
      { name: 'Paid on', dataType: 'date' },
      ...amounts,
      { name: 'Discount taken', dataType: 'checkbox' },
    ],
  });
  const sales = await tenant.withRecordType({
    name: 'Sales orders',
    statuses: ['New', 'Confirmed', 'Shipped', 'Cancelled'],
    problemCodes: ['None', 'Credit limit', 'Out of stock'],
    fields: [
      { name: 'Store', dataType: 'dropdown', required: true, list: storeList },
      { name: 'Order date', dataType: 'date' },
      { name: 'Requested date', dataType: 'date' },
      ...amounts,
      { name: 'Gift wrap', dataType: 'checkbox' },
      { name: 'Store email', dataType: 'email' },
    ],
  });
  return { packaging, orders, bills, sales };
}

const hiddenNoise: readonly FieldAccessSpec[] = [
  'tenant',
  'isProject',
  'level',
  'issuedByCompanyName',
  'issuedToCompanyName',
].map((field) => ({ field, access: 'NotAllowed' }));

type RoleIds = Awaited<ReturnType<typeof buildRoles>>;

async function allowFields(
  tenant: BuiltTenant,
  roles: RoleIds,
  { orders, bills, sales }: Types,
): Promise<void> {
  for (const type of [orders, bills]) await tenant.withFieldAccess(roles.lead, type, hiddenNoise);
  for (const type of [orders, bills, sales]) {
    const note: FieldAccessSpec[] = type === orders ? [{ field: 'Internal note', access: 'NotAllowed' }] : [];
    await tenant.withFieldAccess(roles.viewer, type, [...hiddenNoise, ...note]);
  }
  const editable = ['recordNumber', 'status', 'poNumber', 'problemCode', 'recordDate', 'description'];
  const readOnly = [
    'dueDate',
    'approvedBy',
    'approvedAt',
    'createdBy',
    'createdAt',
    'updatedAt',
    'recordFile',
  ];
  const hidden = new Set(['Internal note', 'Exchange rate', 'Cost centre', 'Packaging', 'Signed copy']);
  const counted = new Set([
    'Tax',
    'Freight',
    'Total due',
    'Revision',
    'Inspected',
    'Inspector',
    'Discount taken',
  ]);
  for (const type of [orders, bills]) {
    const additional = [...type.fields.keys()].filter((field) => !hidden.has(field));
    const lines: FieldAccessSpec[] = [
      ...editable.map((field): FieldAccessSpec => ({ field, access: 'Editable' })),
      ...readOnly.map((field): FieldAccessSpec => ({ field, access: 'ViewOnly' })),
      ...additional.map((field): FieldAccessSpec => ({
        field,
        access: counted.has(field) ? 'ViewOnly' : 'Editable',
      })),
    ];
    await tenant.withFieldAccess(roles.buyer, type, [...lines, { field: 'assignedTo', access: 'Editable' }]);
    const own = { operator: 'is', value: '@username' } as const;
    await tenant.withFieldAccess(roles.ownBuyer, type, [
      ...lines,
      { field: 'assignedTo', access: 'ViewOnly', filterCriteria: own },
    ]);
  }
}

const orderCount = 420;
const firstOrder = 7001;

async function makeOrders(
  site: DemoSite,
  tenant: BuiltTenant,
  packaging: BuiltObject,
): Promise<RecordSpec[]> {
  const chance = createChance(1);
  const orders: RecordSpec[] = [];
  for (let index = 0; index < orderCount; index += 1) {
    const order = makeOrder(chance, site, packaging, index);
    const withFile = index % 12 === 5;
    orders.push(withFile ? { ...order, recordFile: await attachOrder(site, tenant, order) } : order);
  }
  return orders;
}

function makeOrder(
  chance: Chance,
  { now, people }: DemoSite,
  packaging: BuiltObject,
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
    receivedAt: `${day}T00:00:00.000Z`,
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
      Dock: chance.pick(['North dock', 'River dock']),
      Packaging: chance.happens(0.1)
        ? objectText(packaging, {
            Material: chance.pick(['Crate', 'Carton', 'Pallet']),
            Pieces: String(chance.whole(1, 12)),
          })
        : null,
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

async function makeBills(
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

function makeSales({ people, now }: DemoSite): RecordSpec[] {
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
