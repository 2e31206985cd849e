// The rows of a file that somebody imports in the browser, as they came, and what was said of them.
import type { ExistingRecords } from '@rowhouse/domain/import/screen-rules.ts';
import type { ChosenColumn } from '@rowhouse/domain/import/screen-fields.ts';
import { unusedImportKeptDays } from '@rowhouse/domain/import/limits.ts';
import type { RecordTypeId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { DecimalSign } from '@rowhouse/domain/values/read-number.ts';
import type { Answer, Database } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { arrayText } from '../../platform/record-store/insert-records.ts';

/** How the rows are read, as the person chose it. */
export type ImportChoices = {
  readonly columns: readonly ChosenColumn[];
  readonly decimalSign: DecimalSign;
  readonly dayFirst: boolean;
  readonly existing: ExistingRecords;
  readonly isWorkbook?: boolean;
};

const stagedImport = row(
  {
    id: number,
    recordTypeId: number,
    fileName: text,
    headers: json<readonly string[]>().at('to_jsonb(i.headers)'),
    rowCount: number,
    sizeBytes: number,
    choices: json<ImportChoices>().orNull,
    judgement: number,
    making: number,
    changing: number,
    made: number,
    bulkChangeId: number.orNull,
  },
  'i',
);
export type StagedImport = Described<typeof stagedImport>;
export const readImports = (answer: Answer | undefined): StagedImport[] => stagedImport.read(answer);

export const selectImport = (tenant: TenantId, user: UserId, id: number): Statement => ({
  text: `select ${stagedImport.columns} from record_import i where i.tenant_id = $1 and i.user_id = $2 and i.id = $3`,
  values: [tenant, user, id],
});

export const holdImport = (tenant: TenantId, user: UserId, id: number): Statement => ({
  text: `select ${stagedImport.columns} from record_import i where i.tenant_id = $1 and i.user_id = $2 and i.id = $3 for update`,
  values: [tenant, user, id],
});

export const selectImportOfChange = (tenant: TenantId, bulkChangeId: number): Statement => ({
  text: `select ${stagedImport.columns} from record_import i where i.tenant_id = $1 and i.bulk_change_id = $2`,
  values: [tenant, bulkChangeId],
});

const begun = row({ id: number });
export const readBegunId = (answer: Answer | undefined): number => begun.get(answer).id;

export const insertImport = (
  tenant: TenantId,
  user: UserId,
  added: { readonly typeId: RecordTypeId; readonly fileName: string; readonly headers: readonly string[] },
): Statement => ({
  text: `insert into record_import (tenant_id, user_id, record_type_id, file_name, headers)
         values ($1, $2, $3, $4, $5) returning ${begun.columns}`,
  values: [tenant, user, added.typeId, added.fileName, added.headers],
});

const running = row({ count: number.at('count(*)') });
export const readImportCount = (answer: Answer | undefined): number => running.get(answer).count;

/** Files of the person that were sent, or begun to be, and not imported. */
export const countUnused = (tenant: TenantId, user: UserId): Statement => ({
  text: `select ${running.columns} from record_import where tenant_id = $1 and user_id = $2 and bulk_change_id is null`,
  values: [tenant, user],
});

export type StagedRow = {
  readonly row: number;
  readonly cells: readonly string[];
  readonly broken: string | null;
};

/** What was sent before stays, so that a part may be sent again. */
export const insertRows = (tenant: TenantId, id: number, rows: readonly StagedRow[]): Statement => ({
  text: `insert into record_import_row (tenant_id, import_id, row_number, cells, broken)
         select $1, $2, u.row_number, array(select jsonb_array_elements_text(u.cells)), u.broken
         from unnest($3::int[], $4::jsonb[], $5::text[]) as u (row_number, cells, broken)
         on conflict do nothing`,
  values: [
    tenant,
    id,
    rows.map((one) => one.row),
    arrayText(rows, ({ cells }) => JSON.stringify(cells)),
    arrayText(rows, ({ broken }) => broken),
  ],
});

export const noteRows = (tenant: TenantId, id: number, count: number, bytes: number): Statement => ({
  text: `update record_import set row_count = row_count + $3, size_bytes = size_bytes + $4, choices = null
         where tenant_id = $1 and id = $2`,
  values: [tenant, id, count, bytes],
});

const staged = row({
  row: number.at('row_number'),
  cells: json<readonly string[]>().at('to_jsonb(cells)'),
  broken: text.orNull,
  fault: text.orNull,
});
export type JudgedRow = Described<typeof staged>;
export const readStagedRows = (answer: Answer | undefined): JudgedRow[] => staged.read(answer);

export const selectRowsAfter = (tenant: TenantId, id: number, after: number, limit: number): Statement => ({
  text: `select ${staged.columns} from record_import_row
         where tenant_id = $1 and import_id = $2 and row_number > $3 order by row_number limit $4`,
  values: [tenant, id, after, limit],
});

/** Those that a running or stopped import has not reached. */
export const selectFaults = (
  tenant: TenantId,
  id: number,
  reason: string | null,
  slice: { readonly offset: number; readonly limit: number },
): Statement => ({
  text: `select ${staged.columns} from record_import_row
         where tenant_id = $1 and import_id = $2 and ${hasReason} order by row_number offset $4 limit $5`,
  values: [tenant, id, reason, slice.offset, slice.limit],
});

export const countFaults = (tenant: TenantId, id: number, reason: string | null): Statement => ({
  text: `select ${running.columns} from record_import_row where tenant_id = $1 and import_id = $2 and ${hasReason}`,
  values: [tenant, id, reason],
});

/** The reasons of a row stand in one text, as 'One; Two'. */
const hasReason = `fault is not null and ($3::text is null or position('; ' || $3 || '; ' in '; ' || fault || '; ') > 0)`;

const reasonOf = row({
  reason: text,
  count: number,
  rows: json<readonly number[]>(),
  reasonCount: number.at('all_reasons'),
});
export const readReasons = (answer: Answer | undefined) => reasonOf.read(answer);

/** Each reason once, with how many rows have it and the first of them: of the whole import, those of most rows first. */
export const countReasons = (
  tenant: TenantId,
  id: number,
  most: { readonly reasons: number; readonly rows: number },
): Statement => ({
  text: `select ${reasonOf.columns} from (
           select u.reason, count(*) as count, count(*) over () as all_reasons, min(u.place) as place,
                  to_jsonb((array_agg(r.row_number order by r.row_number))[1:$4]) as rows
           from record_import_row r cross join lateral regexp_split_to_table(r.fault, '; ') with ordinality as u (reason, place)
           where r.tenant_id = $1 and r.import_id = $2 and r.fault is not null
           group by u.reason) counted
         order by count desc, rows, place limit $3`,
  values: [tenant, id, most.reasons, most.rows],
});

type RowFault = { readonly row: number; readonly fault: string };

/** The faults of a judgement in the place of those of the one before. */
export const replaceFaults = (tenant: TenantId, id: number, faults: readonly RowFault[]): Statement[] => [
  {
    text: `update record_import_row set fault = null
           where tenant_id = $1 and import_id = $2 and fault is not null and not row_number = any($3::int[])`,
    values: [tenant, id, faults.map((one) => one.row)],
  },
  setFaults(tenant, id, faults),
];

export const setFaults = (tenant: TenantId, id: number, faults: readonly RowFault[]): Statement => ({
  text: `update record_import_row r set fault = f.fault from unnest($3::int[], $4::text[]) as f (row_number, fault)
         where r.tenant_id = $1 and r.import_id = $2 and r.row_number = f.row_number and r.fault is distinct from f.fault`,
  values: [tenant, id, faults.map((one) => one.row), arrayText(faults, ({ fault }) => fault)],
});

const judgedAs = row({ judgement: number });
export const readJudgement = (answer: Answer | undefined): number => judgedAs.get(answer).judgement;

export const noteJudgement = (
  tenant: TenantId,
  id: number,
  judged: { readonly choices: ImportChoices | null; readonly making: number; readonly changing: number },
): Statement => ({
  text: `update record_import set judgement = judgement + 1, choices = $3, making = $4, changing = $5
         where tenant_id = $1 and id = $2 returning ${judgedAs.columns}`,
  values: [
    tenant,
    id,
    judged.choices === null ? null : JSON.stringify(judged.choices),
    judged.making,
    judged.changing,
  ],
});

export const noteStarted = (tenant: TenantId, id: number, bulkChangeId: number): Statement => ({
  text: `update record_import set bulk_change_id = $3 where tenant_id = $1 and id = $2`,
  values: [tenant, id, bulkChangeId],
});

export const noteMade = (tenant: TenantId, id: number, made: number): Statement => ({
  text: `update record_import set made = made + $3 where tenant_id = $1 and id = $2`,
  values: [tenant, id, made],
});

const there = row({ id: number, recordNumber: number });
export const readThere = (answer: Answer | undefined) => there.read(answer);

/** Records that are enabled and have one of the numbers. */
export function findNumberedStatement(
  buckets: readonly number[],
  typeId: RecordTypeId,
  numbers: readonly number[],
): Statement {
  const arms = buckets.map(
    (bucket) =>
      `select ${there.columns} from ${leafName(bucket)} where record_type_id = $1 and enabled and record_number = any($2::bigint[])`,
  );
  return { text: arms.join(' union all '), values: [typeId, numbers] };
}

const own = row({ id: number.at('record_id'), isOwn: flag.at('true') });
export const readOwnRecords = (answer: Answer | undefined): ReadonlySet<number> =>
  new Set(own.read(answer).map(({ id }) => id));

/** Those of the records that the import itself has made or changed. */
export const selectOwnRecords = (
  tenant: TenantId,
  bulkChangeId: number,
  ids: readonly number[],
): Statement => ({
  text: `select ${own.columns} from bulk_change_record
         where tenant_id = $1 and bulk_change_id = $2 and record_id = any($3::bigint[])`,
  values: [tenant, bulkChangeId, ids],
});

export type ImportedRecord = {
  readonly id: number;
  readonly version: number;
  readonly outcome: 'UPDATED' | 'UNCHANGED';
  readonly held: string;
};

export const insertImported = (
  tenant: TenantId,
  bulkChangeId: number,
  records: readonly ImportedRecord[],
): Statement => ({
  text: `insert into bulk_change_record (tenant_id, bulk_change_id, record_id, expected_version, outcome, version, held)
         select $1, $2, u.id, u.version, u.outcome, u.version, u.held
         from unnest($3::bigint[], $4::int[], $5::text[], $6::jsonb[]) as u (id, version, outcome, held)`,
  values: [
    tenant,
    bulkChangeId,
    records.map(({ id }) => id),
    records.map(({ version }) => version),
    arrayText(records, ({ outcome }) => outcome),
    arrayText(records, ({ held }) => held),
  ],
});

/** Rows that came in need not be kept, nor a file that nobody imported. What could not be imported is kept with its report. */
export const sweepImports = (database: Database): Promise<void[]> =>
  database.inEveryCell(async (connection) => {
    await connection.query(
      `delete from record_import_row r using record_import i join bulk_change c on c.tenant_id = i.tenant_id and c.id = i.bulk_change_id
       where r.tenant_id = i.tenant_id and r.import_id = i.id and r.fault is null and c.state = 'FINISHED'`,
    );
    await connection.query(
      `delete from record_import where bulk_change_id is null and created_at < now() - interval '${unusedImportKeptDays} days'`,
    );
  });
