import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listImportFields } from '@rowhouse/domain/import/import-field.ts';
import { foldName, planMapping } from '@rowhouse/domain/import/mapping.ts';
import type { Mapping } from '@rowhouse/domain/import/mapping.ts';
import { dayAt } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { findWritingProblems } from '../features/import/find-writing-problems.ts';
import { importRecords } from '../features/import/import-records.ts';
import type { ImportPart, RecordNumbers } from '../features/import/import-request.ts';
import { LinesByRecord } from '../features/import/lines-file.ts';
import { openTable, requireFile } from '../features/import/read-table.ts';
import type { TableOptions } from '../features/import/read-table.ts';
import { openRejectionReport } from '../features/import/rejection-report.ts';
import type { ReportedFile } from '../features/import/rejection-report.ts';
import {
  findLastNumberStatement,
  placeStatement,
  readBuckets,
  readLastNumber,
} from '../features/import/sql.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { askYes, isAtTerminal } from './ask.ts';
import type { Command } from './command.ts';
import { planLines } from './import-lines.ts';
import type { LineWords } from './import-lines.ts';
import { asOneFile, conclude, describe, noticing, progressWords, tellRejections } from './import-telling.ts';
import { loadTranslations } from './import-translations.ts';
import { parseCentury, parseNumberFrom, parsePair } from './import-words.ts';
import { getRecordType, getTenantConfig, withInstallation } from './open-installation.ts';
import { startProgress } from './progress.ts';

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
  'month-first': { type: 'boolean', default: false },
  century: { type: 'string' },
  'decimal-comma': { type: 'boolean', default: false },
  'decimal-point': { type: 'boolean', default: false },
  round: { type: 'boolean', default: false },
  'number-from': { type: 'string' },
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
  --line-key Column            without --lines: each row of FILE is a line, and the rows that have one text in
                               Column are one record
  --number-from N              the records are numbered by the system, N, N+1 and so on in the order of the file;
                               next: from the next free number on
  --line-map "Column=Field"    as --map, for the lines
  --line-type NAME             where a record type has several types of lines
  --create-list-values         adds to its list what the list does not have
  --as EMAIL                   the person whom the audit log and Created By name
  --report FILE                where the rejected rows go: rejected-FILE in this folder, if not said
  --day-first                  04/05/2026 is the fourth of May; --month-first where a column could be either
  --century YEAR               years of two digits are read, in the hundred years from YEAR: with 2000, 19 is 2019
  --decimal-comma              1.234,56 rather than 1,234.56; --decimal-point where a column could be either
  --round                      amounts with more than two decimals are rounded, half up, and not rejected
  --time-zone ZONE             of moments that name none; UTC, if not said
  --delimiter SIGN, --encoding NAME
                               where they are not to be guessed and not UTF-8
  --yes                        does not ask first

A record with its lines is brought in whole or not at all. Run again, it passes over the record numbers that are
there. Exit code 0: all rows are in; 2: some were rejected, and stand in the report, which can be put right and brought
in by itself.`,
  run(words) {
    const { values, positionals } = parse(words);
    const [path, ...others] = positionals;
    const { tenant, 'record-type': typeName } = values;
    if (path === undefined || tenant === undefined || typeName === undefined) {
      console.error(importFile.usage);
      return Promise.resolve(1);
    }
    if (others.length > 0) throw invalid(`One file at a time: what is '${others.join(' ')}'?`);
    if (values.lines !== undefined && values['line-key'] === undefined)
      throw invalid('--lines needs --line-key: the column of the lines that names their record.');
    if (values['decimal-comma'] && values['decimal-point'])
      throw invalid('--decimal-comma and --decimal-point say opposite things.');
    if (values['day-first'] && values['month-first'])
      throw invalid('--day-first and --month-first say opposite things.');
    requireTimeZone(values['time-zone']);
    parseCentury(values.century);
    parseNumberFrom(values['number-from']);
    requireFile(path);
    if (values.lines !== undefined) requireFile(values.lines);
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
  const numberFrom = parseNumberFrom(values['number-from']);
  const lines = await planLines(database, config, recordType, lineWords(values, path), tableOptions);
  const isOneFile = lines !== null && values.lines === undefined;
  const mapping = planMapping({
    headers: table.headers,
    fields: listImportFields(recordType, { createdAt: true }).filter(
      ({ key }) => numberFrom === null || key !== 'recordNumber',
    ),
    owner: recordType.name,
    map: values.map.map((text) => parsePair(text, '--map', 'Column=Field')),
    set: values.set.map((text) => parsePair(text, '--set', 'Field=Text')),
    spoken: lines === null ? [] : [values['line-key'] ?? ''],
    // In one file a column that a line takes is the line's, unless --map says otherwise.
    elsewhere: isOneFile ? lines.mapping.columns.map(({ header }) => header) : [],
  });
  const records = {
    path,
    name: basename(path),
    table,
    mapping,
    keyIndex: lines === null ? null : findKeyIndex(table.headers, mapping, values, path),
  };
  const parts = lines === null ? [records] : [records, lines];
  const translations = await loadTranslations(values, tableOptions, parts);
  const userId = values.as === undefined ? null : findPerson(config, values.as);

  const into = `${recordType.name} of ${config.name}`;
  describe(into, isOneFile ? asOneFile(records, lines) : parts);
  const problems = parts.flatMap((part) => part.mapping.problems);
  if (problems.length > 0) throw invalid(problems.join('\n'));
  const decimalSign = values['decimal-comma'] ? ',' : '.';
  const unsaid = {
    decimals: !values['decimal-comma'] && !values['decimal-point'],
    days: !values['day-first'] && !values['month-first'],
  };
  const unclear = await findWritingProblems(unsaid, parts, translations, tableOptions);
  if (unclear.length > 0) throw invalid(`Nothing was imported.\n${unclear.join('\n')}`);
  const numbers = await findNumbers(database, config, recordType, numberFrom);
  if (numbers !== null) console.log(`Records are numbered from ${numbers.first} on.`);
  const dryRun = values['dry-run'];
  if (!dryRun && !values.yes) await confirm(into);

  const reports = [reportOf(records, values.report)];
  if (lines !== null && !isOneFile)
    reports.push(reportOf(lines, values.report?.replace(/(\.\w+)?$/, '-lines$1')));
  const sources = [path, values.lines ?? path].map((one) => resolve(one));
  if (reports.some((one) => sources.includes(resolve(one.path))))
    throw invalid('The report would be written over a file that is read: name another with --report.');
  const report = noticing(openRejectionReport(reports));
  const progress = startProgress(table.sizeBytes);
  const startedAt = performance.now();
  let imported = 0;
  try {
    const summary = await importRecords({
      database,
      config,
      recordType,
      userId,
      records,
      lines:
        lines === null
          ? null
          : { ...lines, isSameFile: isOneFile, byRecord: await LinesByRecord.read(lines) },
      numbers,
      translations,
      createsListValues: values['create-list-values'],
      dryRun,
      dayFirst: values['day-first'],
      timeZone: values['time-zone'],
      century: parseCentury(values.century),
      decimalSign,
      rounds: values.round,
      today: dayAt(systemClock.now(), 'Pacific/Kiritimati'),
      report,
      onProgress: (so) => {
        imported = so.imported;
        progress.tell(table.bytesRead(), progressWords(so, performance.now() - startedAt, dryRun));
      },
    });
    progress.stop();
    conclude(summary, dryRun, performance.now() - startedAt);
  } catch (error) {
    progress.stop();
    const before = dryRun
      ? 'Nothing was changed.'
      : `${showCount(imported)} records came in before and stay; run it again to go on.`;
    console.error(`The import stopped. ${before}`);
    if (!dryRun && numbers !== null && !numbers.passesOver)
      console.error(`To go on, run it again with --number-from ${numbers.first}.`);
    throw error;
  } finally {
    await report.close();
  }
  if (report.first.length === 0) return 0;
  tellRejections(report);
  return 2;
}

/** Two files of one name do not write into one report. */
function reportOf({ name, table }: ImportPart, said: string | undefined): ReportedFile {
  return { file: name, path: said ?? `rejected-${name.replace(/\.\w+$/, '')}.csv`, headers: table.headers };
}

/** The column of the records by which their lines find them: that of the record number, or the one of the same name. */
function findKeyIndex(headers: readonly string[], mapping: Mapping, values: Values, path: string): number {
  const key = values['line-key'] ?? '';
  const numberColumn = mapping.columns.find(({ field }) => field.key === 'recordNumber');
  if (values.lines !== undefined && numberColumn !== undefined) return numberColumn.index;
  const index = headers.findIndex((header) => foldName(header) === foldName(key));
  if (index === -1) throw invalid(`${path} has no column '${key}'. It has: ${headers.join(', ')}.`);
  return index;
}

async function findNumbers(
  database: Database,
  config: TenantConfig,
  recordType: StoredRecordType,
  from: number | 'next' | null,
): Promise<RecordNumbers | null> {
  if (from === null) return null;
  if (from !== 'next') return { first: from, passesOver: true };
  const scope = { tenantId: config.tenantId, userId: null };
  const [place] = await database.read(scope, [placeStatement(recordType.id)]);
  const [last] = await database.read(scope, [findLastNumberStatement(readBuckets(place), recordType.id)]);
  return { first: readLastNumber(last) + 1, passesOver: false };
}

const lineWords = (values: Values, path: string): LineWords | null =>
  values['line-key'] === undefined
    ? null
    : {
        path: values.lines ?? path,
        key: values['line-key'],
        map: values['line-map'],
        type: values['line-type'],
      };

async function confirm(into: string): Promise<void> {
  if (!isAtTerminal())
    throw invalid(
      'Nothing was imported: add --yes to import without being asked, or --dry-run to only look.',
    );
  if (!(await askYes(`Bring these into ${into}?`))) throw invalid('Nothing was imported.');
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
