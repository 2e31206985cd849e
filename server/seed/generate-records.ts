// Realistic records of any type, as many as are wanted: for trying what a million of them are like. Through the door
// and the statement that an import uses, batch by batch, the same records at every run.
import { addDays } from '@rowhouse/domain/kernel/dates.ts';
import type { StoredField, StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Database } from '../platform/database/database.ts';
import { insertRecordsStatement } from '../platform/record-store/insert-records.ts';
import type { PlacedValue, RecordPlace } from '../platform/record-store/insert-records.ts';
import { placeOfType } from '../platform/record-store/places.ts';
import { createBegunType } from '../platform/tenant-config/begun-type.ts';
import { analyzeBucket, beginImportStatements, readBuckets } from '../features/import/sql.ts';
import { createChance } from './chance.ts';
import type { Chance } from './chance.ts';
import { grocers, places as cities, vendors } from './demo/made-up-names.ts';
import { highestNumberStatement, readHighestNumber } from './records-sql.ts';

export type GenerateRequest = {
  readonly database: Database;
  readonly config: TenantConfig;
  readonly recordType: StoredRecordType;
  readonly count: number;
  /** 'YYYY-MM-DD'; the records lie in the three years before it. */
  readonly today: string;
  onProgress?(made: number): void;
};

const typeChanged = 'The record type was changed while its records were made. Those that came in stay.';

const batchSize = 2000;
const days = 1095;

/** Numbers them on from the highest that is there. */
export async function generateRecords(request: GenerateRequest): Promise<void> {
  const { database, config, recordType, count } = request;
  const scope = { tenantId: config.tenantId, userId: null };
  const chance = createChance(count);
  const fields = recordType.fields.filter(
    ({ enabled, dataType, formula }) => enabled && formula === null && valueOf(dataType).family !== 'opaque',
  );
  const makers = fields.map((field) => createMaker(field, config, chance));
  const makeBase = createBaseMaker(request, chance);
  const places: RecordPlace[] = [
    ...baseNames.map((base) => ({ base })),
    ...fields.map((field) => ({ field })),
  ];

  const first = await findFirstNumber(request);
  const makeRows = (made: number, size: number) =>
    Array.from({ length: size }, (_, index): PlacedValue[] => {
      const day = addDays(request.today, -1 - Math.floor(((count - made - index - 1) / count) * days));
      return [...makeBase(first + made + index, day), ...makers.map((make) => make(day))];
    });
  let { bucket } = placeOfType(recordType);
  const begunType = createBegunType(request, typeChanged);
  const write = (rows: readonly PlacedValue[][]): Promise<void> =>
    begunType.write(scope, async (transaction) => {
      const begun = await transaction.run(beginImportStatements(config.tenantId, recordType.id));
      bucket = readBuckets(begun.at(-1))[0] ?? bucket;
      const target = { tenantId: config.tenantId, type: recordType, bucket };
      await transaction.finish([insertRecordsStatement(target, places, rows)]);
    });
  // The next batch is made while the database writes this one.
  let writing = Promise.resolve();
  for (let made = 0; made < count; made += batchSize) {
    const rows = makeRows(made, Math.min(batchSize, count - made));
    await writing;
    request.onProgress?.(made);
    writing = write(rows);
  }
  await writing;
  request.onProgress?.(count);
  await database.asOwnerOf(config.tenantId, (connection) => analyzeBucket(connection, bucket));
}

async function findFirstNumber({ database, config, recordType }: GenerateRequest): Promise<number> {
  const scope = { tenantId: config.tenantId, userId: null };
  const [highest] = await database.read(scope, [
    highestNumberStatement(placeOfType(recordType).bucket, recordType.id),
  ]);
  return readHighestNumber(highest) + 1;
}

const baseNames = [
  'recordNumber',
  'poNumber',
  'status',
  'problemCode',
  'description',
  'issuedByCompanyName',
  'issuedToCompanyName',
  'recordDate',
  'recordCreateDate',
  'dueDate',
  'createdBy',
  'assignedTo',
  'createdAt',
  'updatedAt',
  'enabled',
] as const;

const matters = [
  'Spring stock',
  'Workshop supplies',
  'Replacement parts',
  'Trial order',
  'Showroom refit',
  'Year end',
];

function createBaseMaker({ config, recordType }: GenerateRequest, chance: Chance) {
  const idsOf = (choices: TenantConfig['statuses']) =>
    [...choices.values()]
      .filter((one) => one.enabled && one.recordTypeId === recordType.id)
      .map(({ id }) => id);
  const statuses = idsOf(config.statuses);
  const problemCodes = idsOf(config.problemCodes);
  const members = [...config.members.values()].filter(({ enabled }) => enabled).map(({ id }) => id);
  const oneOf = (ids: readonly number[]): number | null => (ids.length === 0 ? null : chance.pick(ids));
  return (recordNumber: number, day: string): PlacedValue[] => {
    const at = instantOn(chance, day);
    const company = chance.pick(vendors);
    return [
      recordNumber,
      recordNumber,
      oneOf(statuses),
      chance.happens(0.8) ? (problemCodes[0] ?? null) : oneOf(problemCodes),
      `${chance.pick(matters)} ${chance.whole(1, 9999)}`,
      config.name,
      company,
      day,
      day,
      addDays(day, chance.whole(7, 60)),
      oneOf(members),
      oneOf(members),
      at,
      at,
      !chance.happens(0.03),
    ];
  };
}

const instantOn = (chance: Chance, day: string): string => {
  const two = (most: number) => String(chance.whole(0, most)).padStart(2, '0');
  return `${day}T${two(23)}:${two(59)}:${two(59)}.${String(chance.whole(0, 999)).padStart(3, '0')}Z`;
};

type Maker = (day: string) => PlacedValue;

/** One in ten optional values is missing, as in life. */
function createMaker(field: StoredField, config: TenantConfig, chance: Chance): Maker {
  const make = createFullMaker(field, config, chance);
  return field.required ? make : (day) => (chance.happens(0.1) ? null : make(day));
}

function createFullMaker(field: StoredField, config: TenantConfig, chance: Chance): Maker {
  const list = field.listId === null ? undefined : config.lists.get(field.listId);
  const choices = (list?.values ?? []).filter(({ enabled }) => enabled).map(({ id }) => id);
  const one: Maker = () => (choices.length === 0 ? null : String(chance.pick(choices)));
  const some: Maker = () => {
    const chosen = chance.some(choices, 3);
    return chosen.length === 0 ? null : JSON.stringify(chosen);
  };
  const share: Maker = () => String(chance.whole(1, 9_999_999) / 10_000);
  const check: Maker = () => String(chance.happens(0.3));
  const words = createTextMaker(field, chance);
  const two = (number: number) => String(number).padStart(2, '0');
  const makers: Readonly<Record<DataType, Maker>> = {
    dropdown: one,
    'single-select': one,
    multiselect: some,
    'multiselect-checkbox': some,
    date: (day) => addDays(day, chance.whole(0, 30)),
    datetime: (day) => instantOn(chance, addDays(day, chance.whole(0, 30))),
    time: () => `${two(chance.whole(6, 20))}:${two(chance.whole(0, 11) * 5)}`,
    number: () => String(chance.whole(1, 500)),
    decimal: share,
    float: share,
    currency: () => String(chance.amount(1, chance.happens(0.1) ? 90_000 : 4000)),
    checkbox: check,
    boolean: check,
    string: words,
    textarea: words,
    url: words,
    email: words,
    phone: words,
    object: () => null,
    attachment: () => null,
  };
  return makers[field.dataType];
}

const hostOf = (name: string): string =>
  `${name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-+$/, '')}.example`;

/** By the type, and by what the field's name says. */
function createTextMaker({ dataType, name }: StoredField, chance: Chance): Maker {
  const says = name.toLowerCase();
  if (dataType === 'email') return () => `orders${chance.whole(1, 999)}@${hostOf(chance.pick(vendors))}`;
  if (dataType === 'url')
    return () => `https://${hostOf(chance.pick(vendors))}/${chance.whole(1000, 99_999)}`;
  if (dataType === 'phone')
    return () => `[1,${chance.whole(201, 989)}55501${String(chance.whole(0, 99)).padStart(2, '0')}]`;
  if (dataType === 'textarea')
    return () =>
      `${chance.pick(matters)}.\nCall ${chance.pick(vendors)} before delivery, gate ${chance.whole(1, 20)}.`;
  const place = ['city', 'region', 'postal', 'country', 'address'].findIndex((word) => says.includes(word));
  if (place !== -1) return () => chance.pick(cities)[place] || null;
  if (says.includes('name') || says.includes('company')) return () => chance.pick(grocers);
  return () =>
    `${name
      .replace(/[^A-Za-z]/g, '')
      .slice(0, 2)
      .toUpperCase()}-${chance.whole(1000, 999_999)}`;
}
