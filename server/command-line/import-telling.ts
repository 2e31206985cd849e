// What an import says before and after.
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import type { ImportPart, ImportSummary } from '../features/import/import-request.ts';
import type { Rejection, RejectionReport } from '../features/import/rejection-report.ts';
import { perSecond } from './progress.ts';

const shownRejections = 10;

/** Remembers the first rejections, to be shown at the end. */
export function noticing(
  report: RejectionReport,
): RejectionReport & { readonly first: readonly Rejection[] } {
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

/** What goes where and what does not, before anything is asked. */
export function describe(into: string, parts: readonly (ImportPart & { readonly path: string })[]): void {
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

export const progressWords = ({ imported, skipped, rejected, read }: ImportSummary, ms: number): string =>
  `${showCount(imported)} imported, ${showCount(skipped)} there before, ${showCount(rejected)} rejected, ${perSecond(read, ms)}`;

export function conclude(summary: ImportSummary, isDryRun: boolean, ms: number): void {
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
  if (imported === 0) return;
  for (const [name, sum] of sums) console.log(`  Sum of ${name}: ${showHundredths(sum)}`);
}

const showHundredths = (sum: bigint): string => {
  const digits = (sum < 0n ? -sum : sum).toString().padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sum < 0n ? '-' : ''}${whole}.${digits.slice(-2)}`;
};

export function tellRejections(first: readonly Rejection[], reportPath: string): void {
  console.log(`\nThe first of what was rejected (all of it is in ${reportPath}):`);
  for (const { file, row, column, reason } of first)
    console.log(`  ${file}, row ${row}${column === '' ? '' : `, ${column}`}: ${reason}`);
}
