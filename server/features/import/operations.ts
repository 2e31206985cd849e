import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { mostRunning } from '@rowhouse/domain/bulk-changes/limits.ts';
import { tooManyRunning } from '@rowhouse/domain/bulk-changes/rules.ts';
import type {
  AddImportRowsInput,
  CreateImportInput,
  Import,
  ImportDecimals,
  ImportFaultPage,
  ImportJudgement,
} from '@rowhouse/domain/contract.generated.ts';
import {
  largestFaultPage,
  largestImportBytes,
  longestImportCell,
  mostImportColumns,
  mostImportRows,
  mostRowsInPart,
  rowsOfReason,
  shownReasons,
} from '@rowhouse/domain/import/limits.ts';
import { listScreenFields, mayImport, suggestColumns } from '@rowhouse/domain/import/screen-fields.ts';
import {
  judgedAnew,
  noRows,
  noText,
  nothingToImport,
  reportHeaders,
  startedBefore,
  tooManyFiles,
  tooManyImportColumns,
  tooManyImportRows,
} from '@rowhouse/domain/import/screen-rules.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { DecimalSign } from '@rowhouse/domain/values/read-number.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Answer } from '../../platform/database/database.ts';
import { countRunning, insertBulkChange, readCount, readMadeId, setTotal } from '../bulk-changes/sql.ts';
import { createImportPlan, whyNotMake, type ImportPlan } from './import-plan.ts';
import { findWriting, judgeStaged, shownFaults } from './judge-staged.ts';
import { previewRow } from './preview-row.ts';
import {
  countFaults,
  countReasons,
  countUnused,
  holdImport,
  insertImport,
  insertRows,
  noteJudgement,
  noteRows,
  noteStarted,
  readBegunId,
  readImportCount,
  readImports,
  readJudgement,
  readReasons,
  readStagedRows,
  replaceFaults,
  selectFaults,
  selectImport,
  type ImportChoices,
  type StagedImport,
  type StagedRow,
} from './staged-sql.ts';

type ImportOperations = Pick<
  OperationTable,
  'createImport' | 'addImportRows' | 'judgeImport' | 'startImport' | 'findImportFaults'
>;

/** Of one person, that were sent and not imported. They are forgotten after a day. */
const mostUnused = 30;

export function importOperations({
  clock,
  runner,
}: {
  clock: Clock;
  runner: Pick<BackgroundRunner, 'wake'>;
}): ImportOperations {
  return {
    async createImport({ data }, context) {
      const { tenantId, userId } = context.viewer;
      const { type } = context.authorise(data.recordTypeId);
      const { fileName, headers } = parseFile(data);
      const made = await context.write([countUnused(tenantId, userId)], async (transaction, [unused]) => {
        if (readImportCount(unused) >= mostUnused) throw new Refusal('LIMITED', tooManyFiles);
        const id = readBegunId(
          await transaction.one(insertImport(tenantId, userId, { typeId: type.id, fileName, headers })),
        );
        const [found] = await transaction.finish([selectImport(tenantId, userId, id)]);
        return getImport(found, context);
      });
      return describe(made, context);
    },

    async addImportRows({ data }, context) {
      const { tenantId, userId } = context.viewer;
      const rows = parseRows(data);
      const bytes = rows.reduce((sum, { cells }) => sum + cells.reduce((of, cell) => of + cell.length, 0), 0);
      const added = await context.write(
        [holdImport(tenantId, userId, data.id)],
        async (transaction, [held]) => {
          const before = getOpen(held, context);
          if (before.rowCount + rows.length > mostImportRows) throw invalid(tooManyImportRows, 'rows');
          if (before.sizeBytes + bytes > largestImportBytes) throw invalid(tooManyImportRows, 'rows');
          const { count } = await transaction.one(insertRows(tenantId, data.id, rows));
          const answers = await transaction.finish([
            noteRows(tenantId, data.id, count, count === 0 ? 0 : bytes),
            selectImport(tenantId, userId, data.id),
          ]);
          return getImport(answers[1], context);
        },
      );
      return describe(added, context);
    },

    async judgeImport({ data }, context): Promise<ImportJudgement> {
      const { tenantId, userId } = context.viewer;
      const { answers } = await context.read([selectImport(tenantId, userId, data.id)]);
      const staged = getOpen(answers[0], context);
      if (staged.rowCount === 0) throw invalid(noRows);
      const recordType = context.authorise(staged.recordTypeId);
      const { existing } = data;
      const columns = data.columns.map(({ column, fieldKey }) => ({ column, fieldKey }));
      const said = {
        decimalSign: data.decimals == null ? null : signs[data.decimals],
        dayFirst: data.dayFirst ?? null,
      };
      // Refused before anything is read: a field that the role may not fill.
      const isWorkbook = data.workbook === true;
      const unread = { columns, existing, decimalSign: '.', dayFirst: false, isWorkbook } as const;
      createImportPlan(recordType, staged.headers, unread, context, clock.now());
      // Its commas say nothing of how the file was written whose rows are in it.
      const isReport = reportHeaders.every((header) => staged.headers.includes(header));
      const delimiter = isWorkbook ? null : isReport ? ';' : (data.delimiter ?? ',');
      const writing = await findWriting(said, staged, columns, delimiter, recordType, context);
      const { decimalSign, dayFirst } = writing;
      const choices: ImportChoices = {
        columns,
        existing,
        decimalSign,
        dayFirst: dayFirst ?? false,
        isWorkbook,
      };
      const plan = createImportPlan(recordType, staged.headers, choices, context, clock.now());
      const judged = await judgeStaged(staged, plan, recordType, context);
      const whyNot = judged.making > 0 ? whyNotMake(recordType, context) : null;
      const problems = [...plan.mapping.problems, ...(whyNot === null ? [] : [whyNot])];
      const isPossible = problems.length === 0;
      const judgement = await context.write(
        [holdImport(tenantId, userId, data.id)],
        async (transaction, [held]) => {
          if (getOpen(held, context).rowCount !== staged.rowCount) throw new Refusal('CONFLICT', judgedAnew);
          const { making, changing, faults } = judged;
          const kept = { choices: isPossible ? choices : null, making, changing };
          const noted = await transaction.finish([
            ...replaceFaults(tenantId, data.id, faults),
            noteJudgement(tenantId, data.id, kept),
          ]);
          return readJudgement(noted.at(-1));
        },
      );
      return {
        judgement,
        making: judged.making,
        changing: judged.changing,
        unchanged: judged.unchanged,
        faulty: judged.faults.length,
        decimals: decimalSign === ',' ? 'COMMA' : 'POINT',
        dayFirst,
        problems,
        rows: judged.rows.map(({ read, planned }) => ({
          row: planned.row,
          cells: [...read.staged.cells],
          values: previewRow(plan, read, planned),
          outcome: planned.kind,
          fault: planned.kind === 'FAULTY' ? planned.fault : null,
        })),
        faults: judged.faults
          .slice(0, shownFaults)
          .map(({ row, fault, cells }) => ({ row, fault, cells: [...cells], values: [] })),
        reasons: [...judged.reasons]
          .map(([reason, { count, rows }]) => ({ reason, count, rows }))
          .toSorted((one, other) => other.count - one.count)
          .slice(0, shownReasons),
        reasonCount: judged.reasons.size,
      };
    },

    async startImport({ data }, context) {
      const { tenantId, userId } = context.viewer;
      const started = await context.write(
        [holdImport(tenantId, userId, data.id), countRunning(tenantId, userId)],
        async (transaction, [held, running]) => {
          const staged = getOpen(held, context);
          if (staged.judgement !== data.judgement || staged.choices === null)
            throw new Refusal('CONFLICT', judgedAnew);
          if (staged.making + staged.changing === 0) throw invalid(nothingToImport);
          const recordType = context.authorise(staged.recordTypeId);
          const plan = createImportPlan(recordType, staged.headers, staged.choices, context, clock.now());
          if (readCount(running) >= mostRunning) throw new Refusal('LIMITED', tooManyRunning);
          const keys = [
            ...(staged.changing > 0 ? plan.changeable.map(({ key }) => key) : []),
            ...(staged.making > 0 ? ['enabled'] : []),
          ];
          const change = {
            recordTypeId: staged.recordTypeId,
            kind: 'IMPORT',
            values: null,
            keys,
            undoOf: null,
          } as const;
          const id = readMadeId(await transaction.one(insertBulkChange(tenantId, userId, change)));
          const answers = await transaction.finish([
            setTotal(tenantId, id, staged.rowCount),
            noteStarted(tenantId, staged.id, id),
            selectImport(tenantId, userId, staged.id),
          ]);
          return getImport(answers.at(-1), context);
        },
      );
      runner.wake();
      return describe(started, context);
    },

    async findImportFaults({ data, pagination }, context): Promise<ImportFaultPage> {
      const { tenantId, userId } = context.viewer;
      const slice = pagination ?? { offset: 0, limit: 100 };
      if (slice.offset < 0) throw invalid('The offset cannot be negative.', 'pagination.offset');
      if (slice.limit < 1 || slice.limit > largestFaultPage)
        throw invalid(`A page has from 1 to ${largestFaultPage} rows.`, 'pagination.limit');
      const { answers } = await context.read([
        selectImport(tenantId, userId, data.id),
        selectFaults(tenantId, data.id, data.reason ?? null, slice),
        countFaults(tenantId, data.id, data.reason ?? null),
        ...(data.withReasons === true
          ? [countReasons(tenantId, data.id, { reasons: shownReasons, rows: rowsOfReason })]
          : []),
      ]);
      const staged = getImport(answers[0], context);
      const { headers } = staged;
      const plan = findPlan(staged, context, clock.now());
      const reasons = answers[3] === undefined ? [] : readReasons(answers[3]);
      return {
        headers: [...headers],
        faults: readStagedRows(answers[1]).map((one) => ({
          row: one.row,
          fault: one.fault ?? '',
          cells: [...one.cells],
          values: plan === null ? [] : previewRow(plan, plan.read(one), null),
        })),
        total: readImportCount(answers[2]),
        reasons: reasons.map(({ reason, count, rows }) => ({ reason, count, rows: [...rows] })),
        reasonCount: reasons[0]?.reasonCount ?? 0,
      };
    },
  };
}

const signs: Readonly<Record<ImportDecimals, DecimalSign>> = { POINT: '.', COMMA: ',' };

function parseFile({ fileName, headers }: CreateImportInput) {
  const name = toText(fileName.trim());
  if (name === '' || name.length > 255)
    throw invalid('A file has a name of at most 255 characters.', 'fileName');
  if (headers.length === 0) throw invalid('The file is empty.', 'headers');
  if (headers.length > mostImportColumns) throw invalid(tooManyImportColumns, 'headers');
  return { fileName: name, headers: headers.map((header) => toText(header).slice(0, 255)) };
}

const toText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function parseRows({ rows }: AddImportRowsInput): StagedRow[] {
  if (rows.length === 0 || rows.length > mostRowsInPart)
    throw invalid(`A part has from 1 to ${mostRowsInPart} rows.`, 'rows');
  return rows.map(({ row, cells, broken }) => {
    if (row < 2) throw invalid('The rows begin with the second one, below the header.', 'rows');
    if (cells.length > mostImportColumns) throw invalid(tooManyImportColumns, 'rows');
    if (cells.some((cell) => cell.length > longestImportCell))
      throw invalid(`Row ${row} has a cell of more than ${longestImportCell} characters.`, 'rows');
    const texts = cells.map(toText);
    const isChanged = texts.some((text, index) => text !== cells[index]);
    return { row, cells: texts, broken: broken ?? (isChanged ? noText : null) };
  });
}

/** One of another person, and one of a type in which the role may make nothing now, read as none. */
function getImport(answer: Answer | undefined, { viewer, config }: MemberContext): StagedImport {
  const [found] = readImports(answer);
  if (found === undefined || !mayImport(config, viewer, found.recordTypeId)) throw notFound('The import');
  return found;
}

function getOpen(answer: Answer | undefined, context: MemberContext): StagedImport {
  const found = getImport(answer, context);
  if (found.bulkChangeId !== null) throw invalid(startedBefore, 'id');
  return found;
}

/** Null where nothing is to be imported any more, or the role may not do so now. */
function findPlan(
  { recordTypeId, headers, choices, bulkChangeId }: StagedImport,
  context: MemberContext,
  nowMs: number,
): ImportPlan | null {
  if (choices === null || bulkChangeId !== null) return null;
  try {
    return createImportPlan(context.authorise(recordTypeId), headers, choices, context, nowMs);
  } catch (fault) {
    if (fault instanceof Refusal) return null;
    throw fault;
  }
}

function describe(staged: StagedImport, context: MemberContext): Import {
  const recordType = context.authorise(staged.recordTypeId);
  const fields = listScreenFields(recordType, context.config, context.viewer);
  return {
    id: staged.id,
    recordType: { id: recordType.type.id, name: recordType.type.name },
    fileName: staged.fileName,
    rowCount: staged.rowCount,
    fields: fields.map(({ key, name, dataType, required }) => ({ key, name, dataType, required })),
    fieldKeys: suggestColumns(staged.headers, fields),
    mayUpdate: mayOnRecordType(context.viewer, 'bulk update', recordType.type.id),
    bulkChangeId: staged.bulkChangeId,
  };
}
