// A page of the company's audit log: the entries, and beside them what names what they speak of.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import type { CompanyAuditLog } from '@rowhouse/domain/contract.generated.ts';
import { openLineItemTypes } from '@rowhouse/domain/line-items/rules.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { number, row } from '../../platform/database/row.ts';
import { matchingStatement, pageStatement } from '../../platform/record-store/page-statements.ts';
import { newestMonths } from '../../platform/record-store/audit-months.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { findFilesStatement, readFiles } from '../attachments/sql.ts';
import {
  countCompanyEntries,
  readCompanyCount,
  readCompanyEntries,
  readCompanyLines,
  readInvited,
  selectCompanyEntries,
  selectCompanyLines,
  selectInvited,
} from './company-sql.ts';
import type { Company, CompanyEntry, CompanyFilter, SeenType } from './company-sql.ts';
import { describeCompanyEntry, findNamed } from './describe-company-entry.ts';
import type { AskedFilter } from './parse-company-filter.ts';
import { linkedIds } from './describe-links.ts';
import { nameRecords } from './name-records.ts';
import { seenFields } from './seen-fields.ts';

export type CompanyPage = {
  readonly logs: readonly CompanyAuditLog[];
  readonly isLast: boolean;
  /** Null where it was not asked for. */
  readonly count: number | null;
  /** From where the next page goes on; null where nothing was found. */
  readonly last: number | null;
};

/** All types of the company whose records the viewer may open. A super type shows what others keep. */
export function companyOf({ config, viewer }: MemberContext): Company {
  const open = openLineItemTypes(config, viewer);
  return {
    tenantId: viewer.tenantId,
    types: [...config.recordTypes.values()].flatMap((type): SeenType[] => {
      const grid = type.isSuper ? null : findAuthorisedRecordType(config, viewer, type.id);
      if (grid === null) return [];
      const query = { ...queryOfIds([], grid, { config, viewer }), ids: null };
      return [{ grid, query, lineTypes: open.filter(({ recordTypeId }) => recordTypeId === type.id) }];
    }),
  };
}

const mostOfNumber = 100;
const found = row({ id: number });

/** What the text is found in, as far as the viewer sees it. */
export async function resolveFilter(
  { text, ...filter }: AskedFilter,
  company: Company,
  context: MemberContext,
): Promise<CompanyFilter> {
  if (text === '') return { ...filter, found: null };
  const isNumber = /^\d{1,15}$/.test(text);
  const statements = isNumber
    ? company.types.flatMap(({ grid, query }): Statement[] => {
        const field = grid.fields.get('recordNumber');
        if (field === undefined) return [];
        const condition = {
          field,
          criteria: { operator: 'equals', value: text },
          logicOperator: 'AND',
        } as const;
        return [
          pageStatement(
            { ...query, conditions: [condition] },
            () => ['id'],
            { offset: 0, limit: mostOfNumber },
            null,
          ),
        ];
      })
    : [];
  const answers = statements.length === 0 ? [] : (await context.read(statements)).answers;
  return {
    ...filter,
    found: {
      pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%`,
      recordIds: answers.flatMap((answer) => found.read(answer).map(({ id }) => id)),
      named: findNamed(text, context.config),
    },
  };
}

/** @param isCounted whether the entries that are asked for are counted as well */
export async function readCompanyPage(
  company: Company,
  filter: CompanyFilter,
  { before, limit }: { readonly before: number | null; readonly limit: number },
  isCounted: boolean,
  context: MemberContext,
): Promise<CompanyPage> {
  // The newest months first: mostly they fill the page.
  const from = before === null && filter.since === null ? newestMonths() : null;
  const { answers } = await context.read([
    selectCompanyEntries(company, filter, { before, limit }, from),
    ...(isCounted ? [countCompanyEntries(company, filter)] : []),
  ]);
  let entries = readCompanyEntries(answers[0]);
  if (from !== null && entries.length <= limit)
    entries = readCompanyEntries(
      (await context.read([selectCompanyEntries(company, filter, { before, limit })])).answers[0],
    );
  const shown = entries.slice(0, limit);
  return {
    logs: await describe(shown, company, context),
    isLast: entries.length <= limit,
    count: isCounted ? readCompanyCount(answers[1]) : null,
    last: shown.at(-1)?.id ?? null,
  };
}

async function describe(
  entries: readonly CompanyEntry[],
  company: Company,
  context: MemberContext,
): Promise<CompanyAuditLog[]> {
  const { config } = context;
  const grids = new Map(company.types.map(({ grid }) => [Number(grid.type.id), grid]));
  const idsOfType = new Map<number, Set<number>>();
  for (const { recordTypeId, recordId } of entries) {
    if (recordTypeId === null || recordId === null) continue;
    const ids = idsOfType.get(recordTypeId) ?? new Set();
    idsOfType.set(recordTypeId, ids.add(recordId));
  }
  const numbered = company.types.filter(
    ({ grid }) => idsOfType.has(grid.type.id) && grid.fields.has('recordNumber'),
  );
  const ofLines = entries.flatMap(({ isOfLines, recordId }) =>
    isOfLines && recordId !== null ? [recordId] : [],
  );
  const invited = entries.flatMap(({ entity, entityId }) => (entity === 'invitation' ? [entityId] : []));
  const fileIds = entries.flatMap((entry) => {
    const grid = entry.recordTypeId === null ? undefined : grids.get(entry.recordTypeId);
    if (entry.entity !== 'record' || entry.recordTypeId === null || grid === undefined) return [];
    return seenFields({ ...entry, recordTypeId: entry.recordTypeId }, grid).flatMap(
      ({ field, before, after }) =>
        field.key === recordFileKey ? [before, after].filter((id) => id !== null).map(Number) : [],
    );
  });
  const statements = [
    selectCompanyLines(company.tenantId, [...new Set(ofLines)]),
    selectInvited(company.tenantId, invited),
    findFilesStatement(fileIds),
    ...numbered.map(({ grid, query }) =>
      matchingStatement(
        { ...query, ids: [...(idsOfType.get(grid.type.id) ?? [])] },
        ['id', 'record_number'],
        ({ leaf }) => leaf,
      ),
    ),
  ];
  const ofRecords = entries.flatMap((entry) =>
    entry.entity === 'record' && entry.recordTypeId !== null
      ? [{ ...entry, recordTypeId: entry.recordTypeId }]
      : [],
  );
  const records = await nameRecords(ofRecords.flatMap(linkedIds), context);
  const { answers } = entries.length === 0 ? { answers: [] } : await context.read(statements);
  const [lines, emails, files, ...numbers] = answers;
  const beside = {
    config,
    grids,
    records,
    lines: new Map(readCompanyLines(lines).map((line) => [line.id, line])),
    invited: new Map(readInvited(emails).map(({ id, email }) => [id, email])),
    files: new Map(readFiles(files).map(({ id, name }) => [id, name])),
    recordNumbers: new Map(
      numbers.flatMap((answer) =>
        recordNumber
          .read(answer)
          .flatMap(({ id, number: its }) => (its === null ? [] : [[id, its] as const])),
      ),
    ),
  };
  return entries.flatMap((entry) => describeCompanyEntry(entry, beside) ?? []);
}

const recordNumber = row({ id: number, number: number.orNull });
