import { administrationMenu, isAdministrationItem } from '../administration-menu.ts';
import { menuActions } from '@rowhouse/domain/menu/actions.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { aTenant } from '../builders.ts';
import type { BuiltTenant } from '../builders.ts';
import type { FieldAccessSpec } from '../build-role.ts';
import type { BuiltRecordType } from '../build-record-type.ts';
import { makePurchasingOverview } from './adventure-works-dashboard.ts';
import { makeBills, makeOrders, makeSales } from './adventure-works-records.ts';
import { bringOrderFiles } from './dealer-orders.ts';
import { buildTypes } from './adventure-works-types.ts';
import type { AdventureWorksTypes } from './adventure-works-types.ts';
import type { DemoSite } from './demo-site.ts';
import { nameTargets, sendPartnerOrders } from './partner-orders.ts';
import type { PersonIds } from './people.ts';

const reads: readonly MenuAction[] = ['view', 'record viewer access', 'line item access', 'grid preferences'];
const writes: readonly MenuAction[] = [
  ...reads,
  'create records',
  'edit line items',
  'bulk download',
  'export line items',
  'answer conversations',
];

export async function buildAdventureWorks(
  site: DemoSite,
  northwind: { tenant: BuiltTenant; partnerOrders: BuiltRecordType },
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
    {
      name: 'Dealers',
      route: 'dealers',
      sections: [
        {
          name: 'Order entry',
          route: 'entry',
          items: [{ name: 'Order entry', route: 'order-entry', icon: 'cart' }],
        },
        {
          name: 'Dealer orders',
          route: 'orders',
          items: [
            { name: 'Dealer orders', route: 'dealer-orders', icon: 'file', recordType: types.dealerOrders },
          ],
        },
      ],
    },
    administrationMenu,
  ]);
  const isPurchasing = (name: string) => name !== 'Sales orders';
  const isOfDealers = (name: string) => name === 'Order entry' || name === 'Dealer orders';
  for (const [name, item] of items) {
    await tenant.withActions(roles.administrator, item, menuActions);
    if (isAdministrationItem(name)) continue;
    if (isOfDealers(name)) {
      await tenant.withActions(roles.buyer, item, name === 'Order entry' ? ['view'] : writes);
      continue;
    }
    await tenant.withActions(roles.viewer, item, reads);
    await tenant.withActions(roles.lead, item, isPurchasing(name) ? menuActions : reads);
    if (!isPurchasing(name)) continue;
    await tenant.withActions(roles.buyer, item, writes);
    if (name !== 'All orders') await tenant.withActions(roles.ownBuyer, item, writes);
  }
  await allowFields(tenant, roles, types);
  const orders = nameTargets(await makeOrders(site, tenant, types), northwind.tenant.id);
  const ids = await tenant.withRecords(types.orders, orders, people.maya);
  await tenant.withRecords(types.bills, await makeBills(site, tenant, orders), people.maya);
  await tenant.withRecords(types.sales, makeSales(site), people.ada);
  await bringOrderFiles(site, tenant);
  await sendPartnerOrders(
    site,
    { tenant, type: types.orders, orders, ids },
    { tenant: northwind.tenant, type: northwind.partnerOrders },
  );
  await makePurchasingOverview(tenant, types.orders, Object.values(roles));
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
  { orders, bills, sales, dealerOrders }: AdventureWorksTypes,
): Promise<void> {
  for (const type of [orders, bills, sales]) await tenant.withFieldAccess(roles.lead, type, hiddenNoise);
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
  const hidden = new Set(['Internal note', 'Exchange rate', 'Cost centre', 'Signed copy']);
  const counted = new Set([
    'Tax',
    'Freight',
    'Total due',
    'Revision',
    'Inspected',
    'Inspector',
    'Discount taken',
  ]);
  await tenant.withFieldAccess(roles.buyer, dealerOrders, [
    ...editable.map((field): FieldAccessSpec => ({ field, access: 'Editable' })),
    ...readOnly.map((field): FieldAccessSpec => ({ field, access: 'ViewOnly' })),
    ...[...dealerOrders.fields.keys()].map((field): FieldAccessSpec => ({ field, access: 'Editable' })),
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
