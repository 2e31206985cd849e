// Lists that several templates choose from: a company that begins with two of them has each list once.
export const shipMethods = {
  name: 'Ship methods',
  description: 'How goods are sent',
  values: ['Road', 'Rail', 'Sea', 'Air', 'Pick-up'],
};

export const paymentTerms = {
  name: 'Payment terms',
  description: 'When an amount is due',
  values: ['On receipt', '14 days', '30 days', '60 days', 'In advance'],
};

export const units = {
  name: 'Units',
  description: 'What quantities are counted in',
  values: ['Each', 'Box', 'Pallet', 'Kilogram', 'Litre', 'Metre', 'Hour'],
};
