// The two files of a company (Specification 3 and 7): its opportunities and the options of its dealers. What is wrong
// with one is told by row and column before it replaces the one that stands.
import type { TenantId } from '../kernel/ids.ts';
import { mostOrderFileRows, mostToldFaults } from './limits.ts';
import { readNames, readNeeds, readOptionRules } from './option-rules.ts';
import { parseCsv } from './parse-csv.ts';
import type { CsvRow } from './parse-csv.ts';

export const orderFileKinds = ['OPPORTUNITIES', 'DEALER_OPTIONS'] as const;
export type OrderFileKind = (typeof orderFileKinds)[number];

/** Where it stands in the object storage. */
export const orderFileKey = (tenant: TenantId, kind: OrderFileKind): string =>
  kind === 'OPPORTUNITIES' ? `ais/${tenant}.csv` : `ais/${tenant}-dealer-options.csv`;

export const orderFileGrant = 'order file';
export const orderFileUploadGrant = 'order file upload';

export const emptyOrderFile = 'The file is empty.';
export const orderFileTooLarge = 'The file size exceeds the 50 MB limit.';
export const noTextFile = 'This is no text: save the table as CSV (UTF-8) and bring that in.';
export const orderFileNotFound = 'The file was not found.';
export const orderFileUploadOver = 'This upload is over. Please choose the file again.';
export const orderFileUnderWay = 'A file of your company is being read. Please try again in a moment.';

export type Opportunity = {
  readonly opportunityName: string;
  readonly spaOppNumber: string;
  readonly account: string;
  readonly accountType: string;
  readonly contactName: { readonly last: string; readonly first: string };
  readonly spaStatus: string;
  readonly accountManager: string;
  readonly totalNet: string;
  readonly customerNumber: string;
  readonly productList: string;
  readonly owner: string;
  readonly city: string;
  readonly state: string;
  readonly status: string;
  readonly federal: string;
  readonly repIndividualUserID: string;
  readonly customer: string;
};

export type DealerOption = {
  readonly opportunityId: string;
  readonly customer: string;
  readonly option: string;
  readonly tenant_id: string;
  /** Beside the specification's columns; '' where the file has none. */
  readonly price: string;
  /** What has to be chosen with it: 'Axle B|Axle C; Lights'. */
  readonly needs: string;
  /** What it does not go with: 'Rack; Hitch'. */
  readonly excludes: string;
  /** Of the options of one group one is chosen at most. */
  readonly group: string;
};

export type FileFault = {
  /** 1 is the header. */
  readonly row: number;
  /** '' where it is the whole row. */
  readonly column: string;
  readonly sentence: string;
};

/** In the order of Specification 3; a name is parted into two columns. */
const opportunityColumns = [
  'opportunityName',
  'spaOppNumber',
  'account',
  'accountType',
  'contactName.last',
  'contactName.first',
  'spaStatus',
  'accountManager',
  'totalNet',
  'customerNumber',
  'productList',
  'owner',
  'city',
  'state',
  'status',
  'federal',
  'repIndividualUserID',
  'customer',
] as const;

const optionColumns = ['opportunityId', 'customer', 'option', 'tenant_id'] as const;
const extraOptionColumns = ['price', 'needs', 'excludes', 'group'] as const;

/** The header of a file of the kind, as its template has it. */
export const headerOf = (kind: OrderFileKind): readonly string[] =>
  kind === 'OPPORTUNITIES' ? opportunityColumns : [...optionColumns, ...extraOptionColumns];

/** An apostrophe is how a spreadsheet is told that a cell is text and no formula. */
const plain = (cell: string): string => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell).trim();

const amountForm = /^-?\$?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;
const isAmount = (text: string): boolean => /\d/.test(text) && amountForm.test(text);
/** '41880.00' of '$41,880.00'. */
const toAmount = (text: string): string => (isAmount(text) ? text.replace(/[$,]/g, '') : text);

type Columns = {
  readonly at: (cells: readonly string[], column: string) => string;
  readonly width: number;
};

/** Columns are found by their names, in any order and case; others are passed over. */
function findColumns(header: CsvRow): Columns {
  const places = new Map(header.cells.map((name, index) => [plain(name).toLowerCase(), index]));
  return {
    at: (cells, column) => plain(cells[places.get(column.toLowerCase()) ?? -1] ?? ''),
    width: header.cells.length,
  };
}

const readOpportunity = (cells: readonly string[], { at }: Columns): Opportunity => ({
  opportunityName: at(cells, 'opportunityName'),
  spaOppNumber: at(cells, 'spaOppNumber'),
  account: at(cells, 'account'),
  accountType: at(cells, 'accountType'),
  contactName: { last: at(cells, 'contactName.last'), first: at(cells, 'contactName.first') },
  spaStatus: at(cells, 'spaStatus'),
  accountManager: at(cells, 'accountManager'),
  totalNet: toAmount(at(cells, 'totalNet')),
  customerNumber: at(cells, 'customerNumber'),
  productList: at(cells, 'productList'),
  owner: at(cells, 'owner'),
  city: at(cells, 'city'),
  state: at(cells, 'state'),
  status: at(cells, 'status'),
  federal: at(cells, 'federal'),
  repIndividualUserID: at(cells, 'repIndividualUserID'),
  customer: at(cells, 'customer'),
});

const readOption = (cells: readonly string[], { at }: Columns): DealerOption => ({
  opportunityId: at(cells, 'opportunityId'),
  customer: at(cells, 'customer'),
  option: at(cells, 'option'),
  tenant_id: at(cells, 'tenant_id'),
  price: toAmount(at(cells, 'price')),
  needs: at(cells, 'needs'),
  excludes: at(cells, 'excludes'),
  group: at(cells, 'group'),
});

/** Of a file that was judged when it was brought in. */
export function* readOpportunities(text: string): Generator<Opportunity, void, undefined> {
  yield* readRows(text, readOpportunity);
}

export function* readOptions(text: string): Generator<DealerOption, void, undefined> {
  yield* readRows(text, readOption);
}

function* readRows<Row>(
  text: string,
  read: (cells: readonly string[], columns: Columns) => Row,
): Generator<Row> {
  let columns: Columns | null = null;
  for (const row of parseCsv(text)) {
    if (columns === null) columns = findColumns(row);
    else if (row.whyNot === null) yield read(row.cells, columns);
  }
}

export type FileVerdict = {
  readonly rows: number;
  /** The first of them; `faultTotal` counts all. */
  readonly faults: readonly FileFault[];
  readonly faultTotal: number;
};

type ColumnFault = { readonly column: string; readonly sentence: string };
type Judge = (cells: readonly string[], columns: Columns) => ColumnFault[];

const missing = (column: string): ColumnFault => ({ column, sentence: `${column} is required` });
const noNumber = (column: string): ColumnFault => ({ column, sentence: `${column} must be a number` });

function opportunityJudge(): Judge {
  const seen = new Set<string>();
  return (cells, columns) => {
    const { opportunityName, spaOppNumber, totalNet } = readOpportunity(cells, columns);
    const faults: ColumnFault[] = [];
    if (opportunityName === '') faults.push(missing('opportunityName'));
    if (spaOppNumber === '') faults.push(missing('spaOppNumber'));
    else if (seen.has(spaOppNumber))
      faults.push({
        column: 'spaOppNumber',
        sentence: `spaOppNumber ${spaOppNumber} stands in an earlier row`,
      });
    seen.add(spaOppNumber);
    if (totalNet !== '' && !isAmount(totalNet)) faults.push(noNumber('totalNet'));
    return faults;
  };
}

function optionJudge(tenant: TenantId): Judge {
  const seen = new Set<string>();
  return (cells, columns) => {
    const { opportunityId, option, tenant_id: ofTenant, price } = readOption(cells, columns);
    const faults: ColumnFault[] = [];
    if (opportunityId === '') faults.push(missing('opportunityId'));
    if (option === '') faults.push(missing('option'));
    const key = JSON.stringify([opportunityId, option]);
    if (option !== '' && seen.has(key))
      faults.push({ column: 'option', sentence: 'This option of the opportunity stands in an earlier row' });
    seen.add(key);
    // What another company's file holds is not this company's to show.
    if (ofTenant !== String(tenant))
      faults.push({ column: 'tenant_id', sentence: `tenant_id must be ${tenant}, which is your company` });
    if (price !== '' && !isAmount(price)) faults.push(noNumber('price'));
    return faults;
  };
}

type PlacedOption = DealerOption & { readonly row: number };

/** What the rules of an opportunity's options cannot mean, by the row that says it. */
function findContradictions(options: readonly PlacedOption[]): FileFault[] {
  const ruled = options.filter(({ needs, excludes }) => needs !== '' || excludes !== '');
  if (ruled.length === 0) return [];
  const names = new Set(options.map(({ option }) => option));
  const rules = readOptionRules(options);
  return ruled.flatMap(({ row, option, needs, excludes }): FileFault[] => {
    const unknown = (column: string, named: readonly string[]) =>
      named
        .filter((name) => !names.has(name))
        .map((name) => ({ row, column, sentence: `This opportunity has no option ${name}` }));
    const faults = [
      ...unknown('needs', readNeeds(needs).flat()),
      ...unknown('excludes', readNames(excludes)),
    ];
    if (faults.length > 0 || rules.isReachable(option)) return faults;
    return [
      { row, column: 'needs', sentence: `${option} can never be chosen: what it needs does not go together` },
    ];
  });
}

/**
 * What the file holds and what is wrong with it; it pauses after each thousand rows, so that whoever reads it can let
 * others go first.
 */
export function* judgeOrderFile(
  kind: OrderFileKind,
  tenant: TenantId,
  text: string,
): Generator<void, FileVerdict, undefined> {
  const faults: FileFault[] = [];
  let faultTotal = 0;
  const tell = (fault: FileFault) => {
    faultTotal += 1;
    if (faults.length < mostToldFaults) faults.push(fault);
  };
  const judge = kind === 'OPPORTUNITIES' ? opportunityJudge() : optionJudge(tenant);
  const required = kind === 'OPPORTUNITIES' ? opportunityColumns : optionColumns;
  let columns: Columns | null = null;
  let rows = 0;
  const options: PlacedOption[] = [];
  for (const { row, cells, whyNot } of parseCsv(text)) {
    if (columns === null) {
      const names = new Set(cells.map((name) => plain(name).toLowerCase()));
      const absent = required.filter((name) => !names.has(name.toLowerCase()));
      for (const name of absent) tell({ row, column: name, sentence: `The column ${name} is missing.` });
      if (absent.length > 0 || whyNot !== null) break;
      columns = findColumns({ row, cells, whyNot });
      continue;
    }
    rows += 1;
    if (rows % 1000 === 0) yield;
    if (rows > mostOrderFileRows) {
      tell({ row, column: '', sentence: `A file has at most ${mostOrderFileRows} rows.` });
      break;
    }
    if (whyNot !== null) tell({ row, column: '', sentence: whyNot });
    else if (cells.length !== columns.width)
      tell({
        row,
        column: '',
        sentence: `This row has ${cells.length} cells; the header has ${columns.width}.`,
      });
    else {
      for (const fault of judge(cells, columns)) tell({ row, ...fault });
      if (kind === 'DEALER_OPTIONS') options.push({ row, ...readOption(cells, columns) });
    }
  }
  for (const ofOne of Map.groupBy(options, ({ opportunityId }) => opportunityId).values()) {
    for (const fault of findContradictions(ofOne)) tell(fault);
    yield;
  }
  if (columns === null && faultTotal === 0) tell({ row: 1, column: '', sentence: emptyOrderFile });
  return { rows, faults, faultTotal };
}
