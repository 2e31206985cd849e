// The order-entry forms of Specification 3 as data: one list of questions, of which a form asks those of its parts. A
// variant is a set of parts and nothing else, so a new one needs no code.
import type { DataType } from '../fields/data-types.ts';

/** What forms differ in. */
export const orderParts = [
  'opportunity',
  'salesOrder',
  'pricingProgram',
  'pricingProgramContractName',
  'discountingProgramsType',
  'billing',
  'deliveryContactLastNames',
  'attachments',
] as const;
export type OrderPart = (typeof orderParts)[number];

export const isOrderPart = (text: string): text is OrderPart =>
  (orderParts as readonly string[]).includes(text);

/** As people read them where a form is made. */
export const partNames: Readonly<Record<OrderPart, string>> = {
  opportunity: 'Opportunity and Dealer ID',
  salesOrder: 'Original Sales Order #',
  pricingProgram: 'Pricing Program',
  pricingProgramContractName: 'Pricing Program Contract Name',
  discountingProgramsType: 'Discounting Programs Type',
  billing: 'Billing',
  deliveryContactLastNames: 'Last Names of the Delivery Contacts',
  attachments: 'Files, for the attachment fields of the record type',
};

export const orderSections = [
  'Opportunity',
  'Order Information',
  'Shipping Information',
  'Sales Order',
  'Pricing and Billing',
] as const;
export type OrderSection = (typeof orderSections)[number];

export type OrderQuestion = {
  readonly key: string;
  /** As people read it, and as its sentences name it. */
  readonly name: string;
  readonly section: OrderSection;
  /** How it is asked. A phone is its Country Code and its Phone, kept together as phones are. */
  readonly kind: 'text' | 'email' | 'phone' | 'country' | 'days' | 'opportunity';
  readonly required: boolean;
  /** The part that asks it; null where every form does. */
  readonly part: OrderPart | null;
};

export const dockDays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

type Asked = Partial<Pick<OrderQuestion, 'kind' | 'required' | 'part'>>;

const ask = (
  section: OrderSection,
  key: string,
  name: string,
  { kind = 'text', required = true, part = null }: Asked = {},
): OrderQuestion => ({ key, name, section, kind, required, part });

const deliveryContact = (number: 1 | 2): OrderQuestion[] => {
  const section = 'Shipping Information';
  const name = `Delivery Contact ${number}`;
  const key = `deliveryContact${number}`;
  return [
    ask(section, `${key}FirstName`, `${name} First Name`),
    ask(section, `${key}LastName`, `${name} Last Name`, { part: 'deliveryContactLastNames' }),
    ask(section, `${key}Phone`, `${name} Phone`, { kind: 'phone' }),
    ask(section, `${key}Email`, `${name} Email`, { kind: 'email' }),
  ];
};

/** Of all forms, in their order. */
export const orderQuestions: readonly OrderQuestion[] = [
  ask('Opportunity', 'opportunity', 'Opportunity', {
    kind: 'opportunity',
    required: false,
    part: 'opportunity',
  }),
  ask('Opportunity', 'dealerId', 'Dealer ID', { part: 'opportunity' }),

  ask('Order Information', 'poNumber', 'PO Number'),
  ask('Order Information', 'orderContactFirstName', 'Order Contact First Name'),
  ask('Order Information', 'orderContactLastName', 'Order Contact Last Name'),
  ask('Order Information', 'orderContactPhone', 'Order Contact Phone', { kind: 'phone' }),
  ask('Order Information', 'orderContactEmail', 'Order Contact Email', { kind: 'email' }),
  ask('Order Information', 'dealerSalesPersonFirstName', 'Dealer Sales Person First Name'),
  ask('Order Information', 'dealerSalesPersonLastName', 'Dealer Sales Person Last Name'),
  ask('Order Information', 'dealerSalesPersonPhone', 'Dealer Sales Person Phone', { kind: 'phone' }),
  ask('Order Information', 'dealerSalesPersonEmail', 'Dealer Sales Person Email', { kind: 'email' }),

  ask('Shipping Information', 'companyName', 'Company Name'),
  ask('Shipping Information', 'address1', 'Address 1'),
  ask('Shipping Information', 'city', 'City'),
  ask('Shipping Information', 'state', 'State'),
  ask('Shipping Information', 'postalCode', 'Postal Code'),
  ask('Shipping Information', 'country', 'Country', { kind: 'country' }),
  ...deliveryContact(1),
  ...deliveryContact(2),
  ask('Shipping Information', 'destinationType', 'Destination Type'),
  ask('Shipping Information', 'docksOpen', 'Docks Open on the following Days', {
    kind: 'days',
    required: false,
  }),

  ask('Sales Order', 'originalSalesOrder', 'Original Sales Order #', { part: 'salesOrder' }),

  ask('Pricing and Billing', 'pricingProgram', 'Pricing Program', { part: 'pricingProgram' }),
  ask('Pricing and Billing', 'pricingProgramContractName', 'Pricing Program Contract Name', {
    part: 'pricingProgramContractName',
  }),
  ask('Pricing and Billing', 'discountingProgramsType', 'Discounting Programs Type', {
    part: 'discountingProgramsType',
  }),
  ask('Pricing and Billing', 'billing', 'Billing', { part: 'billing' }),
];

/** What a form of these parts asks, in its order. */
export const questionsOf = (parts: readonly OrderPart[]): OrderQuestion[] =>
  orderQuestions.filter(({ part }) => part === null || parts.includes(part));

/** The sections that a form of these parts has. */
export const sectionsOf = (parts: readonly OrderPart[]): OrderSection[] => {
  const asked = new Set(questionsOf(parts).map(({ section }) => section));
  return orderSections.filter((section) => asked.has(section));
};

/** By what rules a question's text is judged. */
export const dataTypeOf = ({ kind }: OrderQuestion): DataType =>
  kind === 'email' || kind === 'phone' ? kind : 'string';
