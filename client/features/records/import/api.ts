import { largestFaultPage } from '@rowhouse/domain/import/limits.ts';
import { reportHeaders } from '@rowhouse/domain/import/screen-rules.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import type {
  CreateImportInput,
  ImportRowInput,
  JudgeImportInput,
} from '@rowhouse/domain/contract.generated.ts';
import { downloadFile } from '../../../platform/download.ts';
import { graphql } from '../../../platform/graphql/documents.generated.ts';
import { request } from '../../../platform/graphql/request.ts';

const createDocument = graphql(`
  mutation CreateImport($data: CreateImportInput!) {
    createImport(data: $data) {
      id
      fields {
        key
        name
        required
      }
      fieldKeys
      mayUpdate
    }
  }
`);

export const createImport = async (data: CreateImportInput, signal: AbortSignal) =>
  (await request(createDocument, { data }, { signal })).createImport;

export type CreatedImport = Awaited<ReturnType<typeof createImport>>;

const addDocument = graphql(`
  mutation AddImportRows($data: AddImportRowsInput!) {
    addImportRows(data: $data) {
      rowCount
    }
  }
`);

export const addImportRows = async (id: number, rows: readonly ImportRowInput[], signal: AbortSignal) =>
  (await request(addDocument, { data: { id, rows: [...rows] } }, { signal })).addImportRows.rowCount;

const judgeDocument = graphql(`
  mutation JudgeImport($data: JudgeImportInput!) {
    judgeImport(data: $data) {
      judgement
      making
      changing
      unchanged
      faulty
      decimals
      dayFirst
      problems
      rows {
        row
        cells
        outcome
        fault
        values {
          column
          shown
          source
          fault
        }
      }
      reasons {
        reason
        count
        rows
      }
      reasonCount
    }
  }
`);

export const judgeImport = async (data: JudgeImportInput, signal: AbortSignal) =>
  (await request(judgeDocument, { data }, { signal })).judgeImport;

export type ImportJudgement = Awaited<ReturnType<typeof judgeImport>>;

const startDocument = graphql(`
  mutation StartImport($data: StartImportInput!) {
    startImport(data: $data) {
      bulkChangeId
    }
  }
`);

export const startImport = (id: number, judgement: number) =>
  request(startDocument, { data: { id, judgement } });

const faultsDocument = graphql(`
  query FindImportFaults($data: FindImportFaultsInput!, $pagination: PaginationInput) {
    findImportFaults(data: $data, pagination: $pagination) {
      headers
      total
      faults {
        row
        fault
        cells
      }
    }
  }
`);

const reasonsDocument = graphql(`
  query FindImportReasons($data: FindImportFaultsInput!, $pagination: PaginationInput) {
    findImportFaults(data: $data, pagination: $pagination) {
      total
      reasons {
        reason
        count
        rows
      }
      reasonCount
    }
  }
`);

/** Why rows of an import that was begun did not come in, each reason once. */
export const findImportReasons = async (id: number, signal: AbortSignal) =>
  (
    await request(
      reasonsDocument,
      { data: { id, withReasons: true }, pagination: { offset: 0, limit: 1 } },
      { signal },
    )
  ).findImportFaults;

export const findImportFaults = async (
  id: number,
  pagination: { offset: number; limit: number },
  signal?: AbortSignal,
) => (await request(faultsDocument, { data: { id }, pagination }, { signal })).findImportFaults;

const rowsDocument = graphql(`
  query FindRowsOfReason($data: FindImportFaultsInput!, $pagination: PaginationInput) {
    findImportFaults(data: $data, pagination: $pagination) {
      headers
      total
      faults {
        row
        fault
        cells
        values {
          column
          shown
          source
          fault
        }
      }
    }
  }
`);

/** The first rows that cannot be imported for one reason. */
export const findRowsOfReason = async (id: number, reason: string, limit: number, signal: AbortSignal) =>
  (await request(rowsDocument, { data: { id, reason }, pagination: { offset: 0, limit } }, { signal }))
    .findImportFaults;

export type ReasonRow = Awaited<ReturnType<typeof findRowsOfReason>>['faults'][number];

/** The rows that cannot be imported, as they stand in the file, with the reasons before them. */
export async function downloadFaults(id: number, fileName: string): Promise<void> {
  const lines: string[] = [];
  for (let offset = 0; ; offset += largestFaultPage) {
    const { headers, faults, total } = await findImportFaults(id, { offset, limit: largestFaultPage });
    const isOwn = headers.map((header) => reportHeaders.includes(header));
    const others = (cells: readonly string[]) => cells.filter((_, index) => isOwn[index] !== true);
    if (offset === 0) lines.push(csvLine([...reportHeaders, ...others(headers)]));
    lines.push(...faults.map(({ row, fault, cells }) => csvLine([String(row), fault, ...others(cells)])));
    if (offset + largestFaultPage >= total) break;
  }
  downloadFile(
    new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' }),
    `rejected-${fileName.replace(/\.\w+$/, '')}.csv`,
  );
}
