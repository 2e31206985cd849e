// What an import says before and after.
import { isSameDecimal, writeDecimal } from '@rowhouse/domain/kernel/decimal.ts';
import type { Decimal } from '@rowhouse/domain/kernel/decimal.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import type { ImportPart, ImportSummary } from '../features/import/import-request.ts';
import type { RejectedRow, RejectionReport } from '../features/import/rejection-report.ts';
import { perSecond } from './progress.ts';

const shownRejections = 10;

/** Remembers the first rejections, to be shown at the end. */
export function noticing(
  report: RejectionReport,
): RejectionReport & { readonly first: readonly string[]; readonly paths: ReadonlySet<string> } {
  const first: string[] = [];
  const paths = new Set<string>();
  return {
    first,
    paths,
    pathOf: (file) => report.pathOf(file),
    add: (rejected) => {
      for (const row of rejected) paths.add(report.pathOf(row.file));
      first.push(...rejected.flatMap(toldReasons).slice(0, shownRejections - first.length));
      return report.add(rejected);
    },
    close: () => report.close(),
  };
}

const toldReasons = ({ file, row, reasons }: RejectedRow): string[] =>
  reasons.map(
    ({ column, sentence }) => `${file}, row ${row}${column === '' ? '' : `, ${column}`}: ${sentence}`,
  );

type Described = Omit<ImportPart, 'name'> & { readonly path: string };

/** Records and lines of one file: what neither takes is told once. */
export function asOneFile(records: Described, lines: Described): Described[] {
  const unused = records.mapping.unused.filter((header) => lines.mapping.unused.includes(header));
  return [
    { ...records, mapping: { ...records.mapping, unused: [] } },
    { ...lines, path: `${lines.path}, of each row`, mapping: { ...lines.mapping, unused } },
  ];
}

/** What goes where and what does not, before anything is asked. */
export function describe(into: string, parts: readonly Described[]): void {
  console.log(`Into ${into}:`);
  for (const { path, table, mapping } of parts) {
    console.log(`${path}${table.encoding === 'utf-8' ? '' : ` (not UTF-8: read as ${table.encoding})`}`);
    for (const { header, field } of mapping.columns) console.log(`  ${header} -> ${field.name}`);
    for (const { field, text } of mapping.fixed) console.log(`  '${text}' -> ${field.name}`);
    if (mapping.unused.length > 0) console.log(`  Not taken: ${mapping.unused.join(', ')}`);
    const empty = mapping.unfilled.filter((field) => field.base === null).map(({ name }) => name);
    if (empty.length > 0) console.log(`  Left empty: ${empty.join(', ')}`);
  }
}

export const progressWords = (
  { imported, skipped, rejected, read }: ImportSummary,
  ms: number,
  isDryRun: boolean,
): string =>
  `${showCount(imported)} ${isDryRun ? 'would come in' : 'imported'}, ${showCount(skipped)} there before, ${showCount(rejected)} rejected, ${perSecond(read, ms)}`;

export function conclude(summary: ImportSummary, isDryRun: boolean, ms: number): void {
  const { read, imported, importedLines, skipped, rejected, orphanLines, createdListValues, sums } = summary;
  const { rounded } = summary;
  const counted = (count: number, words: string) => (count === 0 ? [] : [`${showCount(count)} ${words}`]);
  console.log(
    `\n${isDryRun ? 'Dry run, nothing was changed: ' : ''}${showCount(read)} rows read in ${(ms / 1000).toFixed(1)} s, ${perSecond(read, ms)}.`,
  );
  const facts = [
    `${showCount(imported)} records ${isDryRun ? 'would come in' : 'came in'}${importedLines === 0 ? '' : ` with ${showCount(importedLines)} lines`}`,
    ...counted(skipped, 'were there before'),
    ...counted(rejected, 'rows were rejected'),
    ...counted(orphanLines, 'lines belong to no record of the file'),
    ...counted(rounded, `amounts ${isDryRun ? 'would be' : 'were'} rounded to two decimals`),
    ...counted(createdListValues, `list values ${isDryRun ? 'would be' : 'were'} added`),
  ];
  console.log(`${facts.join(', ')}.`);
  for (const [name, { stands, inFile }] of sums) {
    const beside = isSameDecimal(stands, inFile) ? 'as in the file' : `in the file ${showSum(inFile)}`;
    console.log(`  Sum of ${name}: ${showSum(stands)}, ${beside}`);
  }
}

/** With thousands parted, and two decimals or as many as there are. */
function showSum(sum: Decimal): string {
  const [whole = '', decimals = ''] = writeDecimal(sum).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

export function tellRejections(report: {
  readonly first: readonly string[];
  readonly paths: ReadonlySet<string>;
}): void {
  console.log(`\nThe first of what was rejected (the rows are in ${[...report.paths].join(' and ')}):`);
  for (const told of report.first) console.log(`  ${told}`);
}
