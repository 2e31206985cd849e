import { workActions, type CompanyTemplate } from './company-template.ts';
import { paymentTerms } from './shared-lists.ts';

export const bills: CompanyTemplate = {
  key: 'bills',
  name: 'Bills',
  special: 'lines, tax and due date',
  route: 'bills',
  icon: 'archive',
  statuses: [
    { name: 'New' },
    { name: 'Approved' },
    { name: 'Paid', closes: true },
    { name: 'Disputed', aside: true },
  ],
  problemCodes: ['None', 'Amount differs', 'Not ordered', 'Paid twice'],
  lists: [
    paymentTerms,
    {
      name: 'Cost accounts',
      description: 'What a bill is booked to',
      values: ['Materials', 'Freight', 'Services', 'Office', 'Other'],
    },
  ],
  fields: [
    { name: 'Vendor', dataType: 'string', required: true },
    { name: 'Bill number of the vendor', dataType: 'string' },
    { name: 'Order number', dataType: 'number' },
    { name: 'Bill date', dataType: 'date' },
    { name: 'Due on', dataType: 'date' },
    { name: 'Paid on', dataType: 'date' },
    { name: 'Payment terms', dataType: 'dropdown', list: 'Payment terms' },
    { name: 'Cost account', dataType: 'dropdown', list: 'Cost accounts' },
    { name: 'Net amount', dataType: 'currency' },
    { name: 'Tax', dataType: 'currency' },
    { name: 'Total', dataType: 'currency' },
    { name: 'Notes', dataType: 'textarea' },
  ],
  lines: {
    name: 'Bill lines',
    fields: [
      { name: 'Description', dataType: 'string', required: true },
      { name: 'Quantity', dataType: 'decimal' },
      { name: 'Unit price', dataType: 'currency' },
      { name: 'Line total', dataType: 'currency' },
    ],
  },
  role: {
    name: 'Accounts payable',
    description: 'Checks bills and has them paid',
    actions: workActions,
    viewOnly: [],
  },
  sample: {
    columns: ['Number', 'Vendor', 'Due on', 'Total'],
    rows: [
      ['7001', 'Litware, Inc.', '06/30/2026', '$10,268.85'],
      ['7002', 'City Power & Light', '06/14/2026', '$318.40'],
      ['7003', 'Humongous Freight', '06/20/2026', '$1,204.00'],
    ],
  },
};
