import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { listImportFields, listLineImportFields } from '@rowhouse/domain/import/import-field.ts';
import type { ImportField, LineField } from '@rowhouse/domain/import/import-field.ts';
import { foldName, planMapping } from '@rowhouse/domain/import/mapping.ts';
import type { Mapping } from '@rowhouse/domain/import/mapping.ts';
import type { Translation } from '@rowhouse/domain/import/read-row.ts';
import { dayAt } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { listId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { importRecords } from '../features/import/import-records.ts';
import type { ImportSummary } from '../features/import/import-records.ts';
import { LinesByRecord } from '../features/import/lines-file.ts';
import { loadLookup } from '../features/import/lookup-file.ts';
import { openTable } from '../features/import/read-table.ts';
import type { Table, TableOptions } from '../features/import/read-table.ts';
import { openRejectionReport } from '../features/import/rejection-report.ts';
import type { Rejection, RejectionReport } from '../features/import/rejection-report.ts';
import { selectLineItemFields } from '../features/line-items/sql.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { askYes, isAtTerminal } from './ask.ts';
import type { Command } from './command.ts';
import { parseLookup, parsePair, parseValue } from './import-words.ts';
import { getRecordType, getTenantConfig, withInstallation } from './open-installation.ts';
import { perSecond, startProgress } from './progress.ts';

const options = {
  tenant: { type: 'string' },
  'record-type': { type: 'string' },
  map: { type: 'string', multiple: true, default: [] as string[] },
  set: { type: 'string', multiple: true, default: [] as string[] },
  value: { type: 'string', multiple: true, default: [] as string[] },
  lookup: { type: 'string', multiple: true, default: [] as string[] },
  lines: { type: 'string' },
  'line-key': { type: 'string' },
  'line-map': { type: 'string', multiple: true, default: [] as string[] },
  'line-type': { type: 'string' },
  as: { type: 'string' },
  report: { type: 'string' },
  delimiter: { type: 'string' },
  encoding: { type: 'string' },
  'time-zone': { type: 'string', default: 'UTC' },
  'day-first': { type: 'boolean', default: false },
  'create-list-values': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;

const parse = (words: readonly string[]) => parseArgs({ args: [...words], allowPositionals: true, options });
type Values = ReturnType<typeof parse>['values'];

export const importFile: Command = {
  name: 'import',
  summary: 'brings the rows of a CSV or TSV file in as records, with their lines',
  usage: `npm run rowhouse -- import FILE --tenant T --record-type R [options]

  --dry-run                    reads and judges every row, and changes nothing
  --map "Column=Field"         a column goes to a field; without it, columns go by their names
  --set "Field=Text"           every record gets this
  --value "Column:Text=Other"  a text of a column means another one
  --lookup "Column=FILE:Key:Text"
                               a column is read through another file: the row whose Key it is, and the Text there;
                               several columns are joined: FILE:Key:First+Last
  --lines FILE --line-key Column
                               the lines of the records: Column holds the record number
  --line-map "Column=Field"    as --map, for the lines
  --line-type NAME             where a record type has several types of lines
  --create-list-values         adds to its list what the list does not have
  --as EMAIL                   the person whom the audit log and Created By name
  --report FILE                where the rejected rows go: rejected-FILE in this folder, if not said
  --day-first                  04/05/2026 is the fourth of May
  --time-zone ZONE             of moments that name none; UTC, if not said
  --delimiter SIGN, --encoding NAME
                               where they are not to be guessed and not UTF-8
  --yes                        does not ask first

A record with its lines is brought in whole or not at all. Run again, it passes over the record numbers that are
there. Exit code 0: all rows are in; 2: some were rejected, and stand in the report.`,
  run(words) {
    const { values, positionals } = parse(words);
    const [path, ...others] = positionals;
    const { tenant, 'record-type': typeName } = values;
    if (path === undefined || tenant === undefined || typeName === undefined) {
      console.error(importFile.usage);
      return Promise.resolve(1);
    }
    if (others.length > 0) throw invalid(`One file at a time: what is '${others.join(' ')}'?`);
    if ((values.lines === undefined) !== (values['line-key'] === undefined))
      throw invalid('--lines and --line-key belong together.');
    requireTimeZone(values['time-zone']);
    return withInstallation(async ({ database }) => {
      const config = await getTenantConfig(database, tenant);
      return run(database, config, getRecordType(config, typeName), path, values);
    });
  },
};

async function run(
  database: Database,
  config: TenantConfig,
  recordType: StoredRecordType,
  path: string,
  values: Values,
): Promise<number> {
  const tableOptions: TableOptions = { delimiter: values.delimiter, encoding: values.encoding };
  const table = await openTable(path, tableOptions);
  const mapping = planMapping({
    headers: table.headers,
    fields: listImportFields(recordType),
    owner: recordType.name,
    map: values.map.map((text) => parsePair(text, '--map', 'Column=Field')),
    set: values.set.map((text) => parsePair(text, '--set', 'Field=Text')),
    spoken: [],
  });
  const lines =
    values.lines === undefined ? null : await planLines(database, config, recordType, values, tableOptions);
  const translations = await loadTranslations(values, tableOptions, [table, ...(lines ? [lines.table] : [])]);
  const person = values.as === undefined ? null : findPerson(config, values.as);

  describe(path, recordType, config, mapping, lines?.mapping ?? null, values.lines ?? '');
  const problems = [...mapping.problems, ...(lines?.mapping.problems ?? [])];
  if (problems.length > 0) throw invalid(problems.join('\n'));
  const isDryRun = values['dry-run'];
  if (!isDryRun && !values.yes) {
    if (!isAtTerminal())
      throw invalid(
        'Nothing was imported: add --yes to import without being asked, or --dry-run to only look.',
      );
    if (!(await askYes(`Bring these into ${recordType.name} of ${config.name}?`)))
      throw invalid('Nothing was imported.');
  }

  const byRecord =
    lines === null ? null : await LinesByRecord.read(lines.table, lines.keyIndex, values.lines ?? '');
  const reportPath = values.report ?? `rejected-${basename(path).replace(/\.\w+$/, '')}.csv`;
  const report = noticing(openRejectionReport(reportPath));
  const progress = startProgress(table.sizeBytes);
  const startedAt = performance.now();
  const summary = await importRecords({
    database,
    config,
    recordType,
    userId: person,
    records: { table, name: basename(path), mapping },
    lines:
      lines === null || byRecord === null
        ? null
        : { name: basename(values.lines ?? ''), mapping: lines.mapping, typeId: lines.typeId, byRecord },
    translations,
    createsListValues: values['create-list-values'],
    dryRun: isDryRun,
    dayFirst: values['day-first'],
    timeZone: values['time-zone'],
    today: dayAt(systemClock.now(), 'Pacific/Kiritimati'),
    report,
    onProgress: (so) =>
      progress.tell(
        table.bytesRead(),
        `${showCount(so.imported)} imported, ${showCount(so.skipped)} there before, ${showCount(so.rejected)} rejected, ${perSecond(so.read, performance.now() - startedAt)}`,
      ),
  }).finally(() => progress.stop());
  await report.close();
  conclude(summary, isDryRun, performance.now() - startedAt);
  if (report.first.length === 0) return 0;
  console.log(`\nThe first of what was rejected (all of it is in ${reportPath}):`);
  for (const { file, row, column, reason } of report.first)
    console.log(`  ${file}, row ${row}${column === '' ? '' : `, ${column}`}: ${reason}`);
  return 2;
}

type PlannedLines = {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly typeId: number;
  readonly keyIndex: number;
};

async function planLines(
  database: Database,
  config: TenantConfig,
  recordType: StoredRecordType,
  values: Values,
  tableOptions: TableOptions,
): Promise<PlannedLines> {
  const table = await openTable(values.lines ?? '', tableOptions);
  const { typeId, name, fields } = await getLineType(database, config, recordType, values['line-type']);
  const key = values['line-key'] ?? '';
  const keyIndex = table.headers.findIndex((header) => foldName(header) === foldName(key));
  if (keyIndex === -1)
    throw invalid(`${values.lines} has no column '${key}'. It has: ${table.headers.join(', ')}.`);
  const mapping = planMapping({
    headers: table.headers,
    fields,
    owner: name,
    map: values['line-map'].map((text) => parsePair(text, '--line-map', 'Column=Field')),
    set: [],
    spoken: [key],
  });
  return { table, mapping, typeId, keyIndex };
}

async function getLineType(
  database: Database,
  config: TenantConfig,
  recordType: StoredRecordType,
  named: string | undefined,
): Promise<{ typeId: number; name: string; fields: readonly ImportField[] }> {
  const scope = { tenantId: config.tenantId, userId: null };
  const [answer] = await database.read(scope, [selectLineItemFields(recordType.id)]);
  const types = Map.groupBy(answer?.rows ?? [], (row) => row[1] ?? '');
  const names = [...types.keys()];
  if (names.length === 0) throw invalid(`${recordType.name} has no lines.`);
  if (named === undefined && names.length > 1)
    throw invalid(
      `${recordType.name} has several types of lines: name one with --line-type. ${names.join(', ')}.`,
    );
  const name =
    named === undefined ? names[0] : names.find((one) => one.toLowerCase() === named.toLowerCase());
  const rows = types.get(name ?? '');
  if (name === undefined || rows === undefined)
    throw invalid(`${recordType.name} has no lines '${named}'. It has: ${names.join(', ')}.`);
  const fields = rows.map((row): LineField => ({
    id: Number(row[2]),
    name: row[3] ?? '',
    dataType: row[4] ?? '',
    required: row[5] === 't',
    listId: row[6] == null ? null : listId(Number(row[6])),
  }));
  return { typeId: Number(rows[0]?.[0]), name, fields: listLineImportFields(fields) };
}

/** What was said to replace one text comes before what another file says. */
async function loadTranslations(
  values: Values,
  tableOptions: TableOptions,
  tables: readonly Table[],
): Promise<Translation[]> {
  const known = new Set(tables.flatMap(({ headers }) => headers.map(foldName)));
  const requireColumn = (header: string, option: string): void => {
    if (!known.has(foldName(header))) throw invalid(`${option}: no file has a column '${header}'.`);
  };
  const replacements = values.value.map(parseValue).map(({ header, text, means }): Translation => {
    requireColumn(header, '--value');
    return {
      header,
      translate: (given) => (given.toLowerCase() === text.toLowerCase() ? { text: means } : null),
    };
  });
  const lookups: Translation[] = [];
  for (const request of values.lookup.map(parseLookup)) {
    requireColumn(request.header, '--lookup');
    lookups.push(await loadLookup(request, tableOptions));
  }
  return [...replacements, ...lookups];
}

function findPerson(config: TenantConfig, email: string) {
  const person = [...config.members.values()].find((member) => member.email === email.trim().toLowerCase());
  if (person === undefined) throw invalid(`Nobody in ${config.name} has the email '${email}'.`);
  return person.id;
}

function requireTimeZone(name: string): void {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0);
  } catch {
    throw invalid(`There is no time zone '${name}'. One is written like Europe/Berlin.`);
  }
}

const shownRejections = 10;

/** Remembers the first rejections, to be shown at the end. */
function noticing(report: RejectionReport): RejectionReport & { readonly first: readonly Rejection[] } {
  const first: Rejection[] = [];
  return {
    first,
    add: (rejections) => {
      first.push(...rejections.slice(0, shownRejections - first.length));
      return report.add(rejections);
    },
    close: () => report.close(),
  };
}

function describe(
  path: string,
  recordType: StoredRecordType,
  config: TenantConfig,
  mapping: Mapping,
  lines: Mapping | null,
  linesPath: string,
): void {
  const part = (file: string, { columns, fixed, unused }: Mapping): void => {
    console.log(`${file}`);
    for (const { header, field } of columns) console.log(`  ${header} -> ${field.name}`);
    for (const { field, text } of fixed) console.log(`  '${text}' -> ${field.name}`);
    if (unused.length > 0) console.log(`  Not taken: ${unused.join(', ')}`);
  };
  console.log(`Into ${recordType.name} of ${config.name}:`);
  part(path, mapping);
  if (lines !== null) part(linesPath, lines);
  const empty = mapping.unfilled.filter((field) => field.base === null).map(({ name }) => name);
  if (empty.length > 0) console.log(`Left empty: ${empty.join(', ')}`);
}

function conclude(summary: ImportSummary, isDryRun: boolean, ms: number): void {
  const { read, imported, importedLines, skipped, rejected, orphanLines, createdListValues, sums } = summary;
  const counted = (count: number, words: string) => (count === 0 ? [] : [`${showCount(count)} ${words}`]);
  console.log(
    `\n${isDryRun ? 'Dry run, nothing was changed: ' : ''}${showCount(read)} rows read in ${(ms / 1000).toFixed(1)} s, ${perSecond(read, ms)}.`,
  );
  const facts = [
    `${showCount(imported)} records ${isDryRun ? 'would come in' : 'came in'}${importedLines === 0 ? '' : ` with ${showCount(importedLines)} lines`}`,
    ...counted(skipped, 'were there before'),
    ...counted(rejected, 'rows were rejected'),
    ...counted(orphanLines, 'lines belong to no record of the file'),
    ...counted(createdListValues, `list values ${isDryRun ? 'would be' : 'were'} added`),
  ];
  console.log(`${facts.join(', ')}.`);
  for (const [name, sum] of sums) console.log(`Sum of ${name}: ${showHundredths(sum)}`);
}

const showHundredths = (sum: bigint): string => {
  const digits = (sum < 0n ? -sum : sum).toString().padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sum < 0n ? '-' : ''}${whole}.${digits.slice(-2)}`;
};
