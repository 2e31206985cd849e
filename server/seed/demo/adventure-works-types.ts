import type { BuiltTenant } from '../builders.ts';
import type { BuiltList, BuiltObject } from '../build-list.ts';
import type { BuiltRecordType, FieldSpec } from '../build-record-type.ts';
import { buildDealerOrders } from './dealer-orders.ts';
import { parts, shipMethods, stores, vendors } from './made-up-names.ts';
import { fullName } from './people.ts';
import type { PersonIds } from './people.ts';

export type AdventureWorksTypes = {
  readonly packaging: BuiltObject;
  readonly conditions: BuiltList;
  readonly orders: BuiltRecordType;
  readonly bills: BuiltRecordType;
  readonly sales: BuiltRecordType;
  readonly dealerOrders: BuiltRecordType;
};

/** Who approves, and inspects. */
export const approvers = ['ben', 'sara'] as const;

export async function buildTypes(tenant: BuiltTenant, people: PersonIds): Promise<AdventureWorksTypes> {
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
      { name: 'Name', displayable: true },
      { name: 'Street' },
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
        value: 'North dock, 3',
        properties: { Name: 'North dock', Street: '14 Foundry Road', Gate: '3', 'Open on Saturday': 'true' },
      },
      {
        value: 'River dock, 11',
        properties: { Name: 'River dock', Street: '2 Tannery Quay', Gate: '11', 'Open on Saturday': 'false' },
      },
    ],
  });
  const conditions = await tenant.withList({
    name: 'Packaging conditions',
    values: ['New', 'Reused', { value: 'Written off', enabled: false }],
  });
  const packaging = await tenant.withObject({
    name: 'Packaging',
    properties: [
      { name: 'Material', required: true, displayable: true },
      { name: 'Pieces', dataType: 'number', displayable: true },
      { name: 'Condition', dataType: 'dropdown', list: conditions },
      { name: 'Returnable', dataType: 'checkbox' },
      { name: 'Return by', dataType: 'date' },
      { name: 'Sealed at', dataType: 'datetime' },
      { name: 'Packing guide', dataType: 'url' },
      { name: 'Seal colour', enabled: false },
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
      { name: 'Rejected', closes: true },
      { name: 'Complete', closes: true },
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
      { name: 'Packaging', dataType: 'object', object: packaging },
      { name: 'Signed copy', dataType: 'attachment' },
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
    statuses: ['Open', 'Approved', { name: 'Paid', closes: true }, 'Disputed'],
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
    statuses: ['New', 'Confirmed', { name: 'Shipped', closes: true }, { name: 'Cancelled', closes: true }],
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
  const dealerOrders = await buildDealerOrders(tenant);
  return { packaging, conditions, orders, bills, sales, dealerOrders };
}
