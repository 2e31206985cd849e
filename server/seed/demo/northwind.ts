import { administrationMenu, isAdministrationItem } from '../administration-menu.ts';
import { addDays } from '@rowhouse/domain/kernel/dates.ts';
import { menuActions } from '@rowhouse/domain/menu/actions.ts';
import { aTenant } from '../builders.ts';
import type { BuiltTenant } from '../builders.ts';
import type { BuiltRecordType } from '../build-record-type.ts';
import type { RecordSpec } from '../build-records.ts';
import type { BuiltList } from '../build-list.ts';
import { createChance } from '../chance.ts';
import { tinyPdf } from '../tiny-pdf.ts';
import type { DemoSite } from './demo-site.ts';
import { atWork, dayOf, notAfter } from './days.ts';
import { foods, grocers, places, shippers } from './made-up-names.ts';
import { buildPartnerOrders } from './partner-orders.ts';
import { fullName } from './people.ts';
import type { PersonIds } from './people.ts';

const owners = ['nadia', 'tom'] as const;
const orderCount = 260;
const firstOrder = 20_001;

const productNumber = (index: number): string => `NW-${101 + index}`;

export async function buildNorthwind(
  site: DemoSite,
): Promise<{ tenant: BuiltTenant; partnerOrders: BuiltRecordType }> {
  const { connection, people } = site;
  const tenant = await aTenant(connection, {
    name: 'Northwind Traders',
    url: 'northwind',
    description: 'Fine foods from everywhere',
  });
  const administrator = await tenant.withRole({
    name: 'Administrator',
    description: 'Sees and changes everything',
    defaultFieldAccess: 'Editable',
    administers: true,
  });
  const manager = await tenant.withRole({ name: 'Sales manager', defaultFieldAccess: 'Editable' });
  const representative = await tenant.withRole({
    name: 'Sales representative',
    description: 'Sees the accounts that they own',
    defaultFieldAccess: 'Editable',
  });
  await tenant.withMember(people.ada, administrator);
  await tenant.withMember(people.nadia, manager);
  await tenant.withMember(people.tom, representative);

  const shipperList = await tenant.withList({
    name: 'Shippers',
    values: [...shippers, { value: 'Mule & Cart', enabled: false }],
  });
  const orders = await buildOrders(tenant, people, shipperList);
  const partnerOrders = await buildPartnerOrders(tenant, shipperList);
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
      name: 'Sales',
      route: 'sales',
      sections: [
        {
          name: 'Orders',
          route: 'orders',
          items: [{ name: 'Orders', route: 'orders', icon: 'file', recordType: orders }],
        },
        {
          name: 'Partners',
          route: 'partners',
          items: [
            { name: 'Partner orders', route: 'partner-orders', icon: 'switch', recordType: partnerOrders },
          ],
        },
      ],
    },
    administrationMenu,
  ]);
  for (const [name, item] of items) {
    await tenant.withActions(administrator, item, menuActions);
    if (isAdministrationItem(name)) continue;
    await tenant.withActions(manager, item, menuActions);
    await tenant.withActions(representative, item, [
      'view',
      'create records',
      'line item access',
      'record viewer access',
    ]);
  }
  const noise = ['tenant', 'isProject', 'level'].map((field) => ({ field, access: 'NotAllowed' as const }));
  await tenant.withFieldAccess(manager, orders, noise);
  for (const role of [manager, representative]) await tenant.withFieldAccess(role, partnerOrders, noise);
  await tenant.withFieldAccess(representative, orders, [
    ...noise,
    { field: 'Account owner', access: 'ViewOnly', filterCriteria: { operator: 'is', value: '@username' } },
    { field: 'Freight', access: 'ViewOnly' },
    { field: 'Margin', access: 'NotAllowed' },
  ]);
  await tenant.withRecords(orders, await makeOrders(site, tenant), people.nadia);
  return { tenant, partnerOrders };
}

async function buildOrders(
  tenant: BuiltTenant,
  people: PersonIds,
  shipperList: BuiltList,
): Promise<BuiltRecordType> {
  const customers = await tenant.withList({ name: 'Customers', values: [...grocers] });
  const employees = await tenant.withList({
    name: 'Employees',
    values: [...owners.map(fullName), 'Ada Novak'],
  });
  const product = await tenant.withObject({
    name: 'Product',
    properties: [
      { name: 'Name', required: true, displayable: true },
      { name: 'Number', required: true },
      { name: 'Unit price', dataType: 'currency' },
    ],
  });
  const products = await tenant.withList({
    name: 'Products',
    listType: 'Object',
    object: product,
    values: foods.map(([name, price], index) => ({
      value: name,
      properties: { Name: name, Number: productNumber(index), 'Unit price': String(price) },
    })),
  });
  const accountOwners = await tenant.withList({
    name: 'Account owners',
    listType: 'User',
    values: owners.map((person) => ({ value: fullName(person), userId: people[person] })),
  });
  const occasions = await tenant.withList({
    name: 'Occasions',
    values: ['Wedding', 'Fair', 'Holiday', 'Tasting'],
  });
  return tenant.withRecordType({
    name: 'Orders',
    statuses: ['New', 'Packed', { name: 'Shipped', closes: true }, { name: 'Cancelled', closes: true }],
    problemCodes: ['None', 'Spoiled', 'Late', 'Returned'],
    fields: [
      { name: 'Customer', dataType: 'dropdown', required: true, list: customers },
      { name: 'Employee', dataType: 'dropdown', list: employees },
      { name: 'Order date', dataType: 'date' },
      { name: 'Required date', dataType: 'date' },
      { name: 'Shipped date', dataType: 'date' },
      { name: 'Ship via', dataType: 'single-select', list: shipperList },
      { name: 'Freight', dataType: 'currency' },
      { name: 'Ship name', dataType: 'string' },
      { name: 'Ship address', dataType: 'string' },
      { name: 'Ship city', dataType: 'string' },
      { name: 'Ship region', dataType: 'string' },
      { name: 'Ship postal code', dataType: 'string' },
      { name: 'Ship country', dataType: 'string' },
      { name: 'Account owner', dataType: 'dropdown', list: accountOwners },
      { name: 'Occasions', dataType: 'multiselect', list: occasions },
      { name: 'Keep cool', dataType: 'checkbox' },
      { name: 'Margin', dataType: 'decimal' },
      { name: 'Delivery note', dataType: 'textarea' },
      { name: 'Order total', dataType: 'currency', formula: 'sum(Line total) + Freight' },
    ],
    lines: {
      name: 'Order details',
      fields: [
        {
          name: 'Product',
          dataType: 'dropdown',
          required: true,
          list: products,
          fills: { 'Product number': 'Number', 'Unit price': 'Unit price' },
        },
        { name: 'Product number', dataType: 'string' },
        { name: 'Unit price', dataType: 'currency', required: true },
        { name: 'Quantity', dataType: 'number', required: true },
        { name: 'Discount', dataType: 'decimal' },
        { name: 'Line total', dataType: 'currency', formula: 'Unit price * Quantity * (1 - Discount)' },
      ],
    },
  });
}

async function makeOrders({ people, now, storage }: DemoSite, tenant: BuiltTenant): Promise<RecordSpec[]> {
  const chance = createChance(4);
  const orders: RecordSpec[] = [];
  for (let index = 0; index < orderCount; index += 1) {
    const day = dayOf(now.slice(0, 10), index, orderCount, 400);
    const customer = chance.pick(grocers);
    const [city, region, postalCode, country, address] = chance.pick(places);
    const owner = chance.pick(owners);
    const isNew = index > orderCount - 25;
    const status = isNew
      ? chance.pick(['New', 'Packed'])
      : chance.weighted([
          ['Shipped', 12],
          ['Cancelled', 1],
          ['Packed', 1],
        ] as const);
    const createdAt = notAfter(atWork(chance, day), now);
    const number = firstOrder + index;
    const content = tinyPdf([`Order ${number}`, customer, day]);
    orders.push({
      recordNumber: number,
      poNumber: number,
      status,
      problemCode: chance.happens(0.08) ? chance.pick(['Spoiled', 'Late', 'Returned']) : 'None',
      description: chance.pick([
        'Monthly order',
        'Weekend market',
        'Tasting menu',
        'Shelf restock',
        'Gift baskets',
      ]),
      issuedByCompanyName: customer,
      issuedToCompanyName: 'Northwind Traders',
      recordDate: day,
      createdBy: people[owner],
      assignedTo: people[owner],
      createdAt,
      updatedAt: createdAt,
      enabled: !chance.happens(0.03),
      ...(index % 20 === 0 && {
        recordFile: await tenant.withRecordFile(storage, { fileName: `Order ${number}.pdf`, content }),
      }),
      fields: {
        Customer: customer,
        Employee: fullName(owner),
        'Order date': day,
        'Required date': addDays(day, 28),
        'Shipped date': status === 'Shipped' ? addDays(day, chance.whole(2, 20)) : null,
        'Ship via': index < 5 ? 'Mule & Cart' : chance.pick(shippers),
        Freight: chance.amount(0.5, 240),
        'Ship name': customer,
        'Ship address': address,
        'Ship city': city,
        'Ship region': region,
        'Ship postal code': postalCode,
        'Ship country': country,
        'Account owner': fullName(owner),
        Occasions: chance.happens(0.3) ? chance.some(['Wedding', 'Fair', 'Holiday', 'Tasting'], 2) : null,
        'Keep cool': chance.happens(0.35),
        Margin: chance.amount(0.08, 0.42),
        'Delivery note': chance.happens(0.1) ? 'Ring twice.\nThe cellar door is round the back.' : null,
      },
      lines: Array.from({ length: chance.whole(1, 5) }, () => {
        const [product, price] = chance.pick(foods);
        return {
          Product: product,
          'Product number': productNumber(foods.findIndex(([name]) => name === product)),
          'Unit price': price,
          Quantity: chance.whole(2, 60),
          Discount: chance.pick([0, 0, 0, 0.05, 0.1]),
        };
      }),
    });
  }
  return orders;
}
