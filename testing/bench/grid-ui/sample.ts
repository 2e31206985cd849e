// The same records and columns for both pages of the benchmark: made, not random, so that every run sees the same.

export type SampleKind = 'link' | 'chip' | 'text' | 'number' | 'date';

export interface SampleColumn {
  id: string;
  header: string;
  width: number;
  kind: SampleKind;
}

export type SampleRow = Readonly<Record<string, string>> & { readonly id: string };

const vendors = ['Compete Enterprises, Inc', 'Team Athletic Co.', 'Bicycle Specialists', 'Mountain Works'];
const moreVendors = [
  'Circuit Cycles',
  'Northwind Traders Ltd',
  'International Sport Assoc.',
  'Inner City Bikes',
];
const methods = [
  'XRQ – truck ground',
  'Cargo transport 5',
  'Overnight J-fast',
  'Overseas – deluxe',
  'ZY – express',
];
const people = ['Ben Miller', 'Sara Lind', 'Lena Orlow', 'Noah Brandt', 'Iris Chen', '—'];
export const statuses = ['Approved', 'Pending', 'On hold', 'Rejected', 'Complete'];

const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

const leading: SampleColumn[] = [
  { id: 'number', header: 'Number', width: 124, kind: 'link' },
  { id: 'status', header: 'Status', width: 116, kind: 'chip' },
  { id: 'vendor', header: 'Vendor', width: 214, kind: 'text' },
  { id: 'method', header: 'Ship method', width: 170, kind: 'text' },
  { id: 'total', header: 'Total due', width: 124, kind: 'number' },
  { id: 'ordered', header: 'Order date', width: 130, kind: 'date' },
  { id: 'approved', header: 'Approved by', width: 130, kind: 'text' },
  { id: 'assigned', header: 'Assigned to', width: 130, kind: 'text' },
];
const followingKinds: SampleKind[] = ['text', 'number', 'date', 'text'];

export function sampleColumns(count: number): SampleColumn[] {
  const following = Array.from({ length: Math.max(0, count - leading.length) }, (_, at): SampleColumn => {
    const kind = followingKinds[at % followingKinds.length]!;
    return { id: `field${at}`, header: `Field ${at + 1}`, width: 110 + (at % 5) * 14, kind };
  });
  return [...leading.slice(0, count), ...following];
}

export function sampleRows(count: number, columns: readonly SampleColumn[], seed = 0): SampleRow[] {
  return Array.from({ length: count }, (_, at) => {
    const n = at + seed * 7919;
    const row: Record<string, string> & { id: string } = { id: `r${n}` };
    for (const [index, column] of columns.entries()) row[column.id] = valueOf(column, n, index);
    return row;
  });
}

function valueOf(column: SampleColumn, n: number, index: number): string {
  const pick = (list: readonly string[]) => list[(n * 31 + index * 17) % list.length]!;
  switch (column.kind) {
    case 'link':
      return `PO-${4012 + n}`;
    case 'chip':
      return pick(statuses);
    case 'number':
      return `$${amount.format(((n * 7919 + index * 104_729) % 2_500_000) / 100)}`;
    case 'date':
      return `0${1 + ((n + index) % 9)}/${10 + ((n * 3 + index) % 18)}/2026`;
    default:
      if (column.id === 'vendor') return pick([...vendors, ...moreVendors]);
      if (column.id === 'method') return pick(methods);
      return column.id.startsWith('field') ? `${pick(vendors)} ${n % 97}` : pick(people);
  }
}
