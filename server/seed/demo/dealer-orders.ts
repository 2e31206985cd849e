// What dealers of the first company order by: the record type of their orders, its form, and the two files.
import { orderFileKey, headerOf } from '@rowhouse/domain/order-entry/order-files.ts';
import type { OrderFileKind } from '@rowhouse/domain/order-entry/order-files.ts';
import type { OrderPart } from '@rowhouse/domain/order-entry/sections.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { createHash } from 'node:crypto';
import type { BuiltTenant } from '../builders.ts';
import { orderFieldSpecs } from '../build-order-form.ts';
import type { BuiltRecordType } from '../build-record-type.ts';
import { insertRows } from '../sql.ts';
import type { DemoSite } from './demo-site.ts';
import { parts as products, stores } from './made-up-names.ts';
import { demoPeople, fullName } from './people.ts';

const formParts: readonly OrderPart[] = ['opportunity', 'pricingProgram', 'billing', 'attachments'];

export async function buildDealerOrders(tenant: BuiltTenant): Promise<BuiltRecordType> {
  const destinationType = await tenant.withList({
    name: 'Destination types',
    values: ['Store', 'Warehouse', 'Job site', 'Residence'],
  });
  const pricingProgram = await tenant.withList({
    name: 'Pricing programs',
    values: ['Dealer 2027', 'Fleet 2027', { value: 'Dealer 2026', enabled: false }],
  });
  const billing = await tenant.withList({ name: 'Billing', values: ['Net 30', 'Net 60', 'On delivery'] });
  const type = await tenant.withRecordType({
    name: 'Dealer orders',
    statuses: [
      'Submitted',
      'Confirmed',
      { name: 'Shipped', closes: true },
      { name: 'Cancelled', closes: true },
    ],
    problemCodes: ['None', 'Credit limit', 'Not in stock'],
    fields: [
      ...orderFieldSpecs(formParts, { destinationType, pricingProgram, billing }),
      { name: 'Drawings', dataType: 'attachment' },
    ],
    lines: {
      name: 'Chosen options',
      fields: [
        { name: 'Option', dataType: 'string', required: true },
        { name: 'Quantity', dataType: 'number', required: true },
        { name: 'Price', dataType: 'currency' },
      ],
    },
  });
  await tenant.withNumberSeries(type, 7001);
  await tenant.withOrderForm(type, {
    name: 'Dealer order',
    parts: formParts,
    problemCode: 'None',
    lines: { option: 'Option', quantity: 'Quantity', price: 'Price' },
  });
  return type;
}

const what = [
  'spring fleet',
  'rental renewal',
  'workshop stock',
  'race team',
  'school programme',
  'winter stock',
];
const options = [
  'Axle A, 100 mm',
  'Axle B, 110 mm',
  'Rim brakes',
  'Hydraulic disc brakes',
  'ML Road wheels, 700 C',
  'HL Road wheels, 700 C',
];
/** What each needs, does not go with, and its group. */
const optionRules = [
  ['', '', 'Axle'],
  ['', '', 'Axle'],
  ['', '', 'Brakes'],
  ['Axle B, 110 mm', '', 'Brakes'],
  ['', '', 'Wheels'],
  ['', 'Rim brakes', 'Wheels'],
] as const;
const optionPrices = ['0.00', '48.00', '0.00', '260.00', '0.00', '118.00'];
const cities = ['Seattle,WA', 'Portland,OR', 'Boise,ID', 'Denver,CO', 'Austin,TX', 'Chicago,IL'];
const statuses = ['Approved', 'Approved', 'Approved', 'Pending'];

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length]!;

/** A few for each store, the same each time. */
function makeOpportunities(): {
  readonly number: string;
  readonly store: string;
  readonly cells: string[];
}[] {
  return stores.flatMap((store, ofStore) =>
    what.map((about, index) => {
      const number = `SPA-${20_700 + ofStore * what.length + index}`;
      const [city = '', state = ''] = pick(cities, ofStore).split(',');
      const net = (1200 + ((ofStore * 7919 + index * 104_729) % 48_000)).toFixed(2);
      const product = pick(products, ofStore + index)[0];
      const cells = [
        `${store}, ${about}`,
        number,
        store,
        index % 3 === 0 ? 'Fleet' : 'Dealer',
        'Whitfield',
        'Dana',
        pick(statuses, index),
        fullName('maya'),
        net,
        String(10_400 + ofStore),
        product,
        fullName('noah'),
        city,
        state,
        index % 4 === 3 ? 'On hold' : 'Open',
        'No',
        demoPeople.noah.email,
        store,
      ];
      return { number, store, cells };
    }),
  );
}

export async function bringOrderFiles(site: DemoSite, tenant: BuiltTenant): Promise<void> {
  const made = makeOpportunities();
  await bring(
    site,
    tenant,
    'OPPORTUNITIES',
    'opportunities.csv',
    made.map(({ cells }) => cells),
  );
  await bring(
    site,
    tenant,
    'DEALER_OPTIONS',
    'dealer-options.csv',
    made.flatMap(({ number, store }) =>
      options.map((option, index) => [
        number,
        store,
        option,
        String(tenant.id),
        pick(optionPrices, index),
        ...pick(optionRules, index),
      ]),
    ),
  );
}

async function bring(
  { connection, storage, people, now }: DemoSite,
  tenant: BuiltTenant,
  kind: OrderFileKind,
  fileName: string,
  rows: readonly string[][],
): Promise<void> {
  const content = Buffer.from([headerOf(kind), ...rows].map(csvLine).join(''), 'utf8');
  await storage.put(orderFileKey(tenant.id, kind), content, 'text/csv');
  await insertRows(connection, 'order_file', [
    {
      tenant_id: tenant.id,
      kind,
      file_name: fileName,
      row_count: rows.length,
      size_bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      uploaded_by: people.ada,
      uploaded_at: now,
    },
  ]);
}
