import { workActions, type CompanyTemplate } from './company-template.ts';
import { paymentTerms, shipMethods, units } from './shared-lists.ts';

export const salesOrders: CompanyTemplate = {
  key: 'sales-orders',
  name: 'Sales orders',
  special: 'lines with discount',
  route: 'sales-orders',
  icon: 'file',
  statuses: [
    { name: 'Draft' },
    { name: 'Pending' },
    { name: 'Approved' },
    { name: 'Shipped', closes: true },
    { name: 'On hold', aside: true },
    { name: 'Cancelled', closes: true, aside: true },
  ],
  problemCodes: ['None', 'Out of stock', 'Price disputed', 'Returned'],
  lists: [shipMethods, paymentTerms, units],
  fields: [
    { name: 'Customer', dataType: 'string', required: true },
    { name: 'Customer email', dataType: 'email' },
    { name: 'Sales person', dataType: 'string' },
    { name: 'Order date', dataType: 'date' },
    { name: 'Required date', dataType: 'date' },
    { name: 'Shipped date', dataType: 'date' },
    { name: 'Ship via', dataType: 'dropdown', list: 'Ship methods' },
    { name: 'Ship address', dataType: 'string' },
    { name: 'Ship city', dataType: 'string' },
    { name: 'Ship country', dataType: 'string' },
    { name: 'Payment terms', dataType: 'dropdown', list: 'Payment terms' },
    { name: 'Freight', dataType: 'currency' },
    { name: 'Total', dataType: 'currency' },
    { name: 'Notes', dataType: 'textarea' },
  ],
  lines: {
    name: 'Order lines',
    fields: [
      { name: 'Product', dataType: 'string', required: true },
      { name: 'Quantity', dataType: 'decimal', required: true },
      { name: 'Unit', dataType: 'dropdown', list: 'Units' },
      { name: 'Unit price', dataType: 'currency' },
      { name: 'Discount %', dataType: 'decimal' },
      { name: 'Line total', dataType: 'currency' },
    ],
  },
  role: {
    name: 'Order desk',
    description: 'Takes and follows sales orders',
    actions: workActions,
    viewOnly: [],
  },
  sample: {
    columns: ['Number', 'Customer', 'Order date', 'Total'],
    rows: [
      ['10248', 'Vins et alcools', '07/04/1996', '$440.00'],
      ['10249', 'Toms Spezialitäten', '07/05/1996', '$1,863.40'],
      ['10250', 'Hanari Carnes', '07/08/1996', '$1,552.60'],
    ],
  },
};
