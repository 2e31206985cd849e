/** Tab separated text as spreadsheets paste it: a value with a tab, a line break or a quote is quoted. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoteWhereNeeded).join('\t')).join('\r\n');
}

function quoteWhereNeeded(value: string): string {
  return /["\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
