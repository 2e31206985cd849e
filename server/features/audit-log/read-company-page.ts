// A page of the company's audit log: the entries, and beside them what names what they speak of.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mostAuditCounted } from '@rowhouse/domain/audit-log/company-limits.ts';
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import type { CompanyAuditLog } from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { openLineItemTypes } from '@rowhouse/domain/line-items/rules.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { number, row } from '../../platform/database/row.ts';
import { matchingStatement, pageStatement } from '../../platform/record-store/page-statements.ts';
import { newestMonths } from '../../platform/record-store/audit-months.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { findFilesStatement, readFiles } from '../attachments/sql.ts';
import {
  countCompanyEntries,
  findEnd,
  readCompanyCount,
  readCompanyEntries,
  readCompanyLines,
  readInvited,
  selectCompanyEntries,
  selectCompanyLines,
  selectEnd,
  selectInvited,
} from './company-sql.ts';
import type { AuditPart, Company, CompanyEntry, CompanyFilter, LookedBack, SeenType } from './company-sql.ts';
import { describeCompanyEntry, findNamed } from './describe-company-entry.ts';
import type { AskedFilter } from './parse-company-filter.ts';
import { linkedIds } from './describe-links.ts';
import { findHalves, isOfMapping, noHalves, readHalves } from './name-mappings.ts';
import { nameRecords } from './name-records.ts';
import { seenFields } from './seen-fields.ts';

export type CompanyPage = {
  readonly logs: readonly CompanyAuditLog[];
  readonly isLast: boolean;
  /** Null where the page is full or all was looked at; else older entries than this one were not. */
  readonly lookedBack: LookedBack | null;
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

/** Of ILIKE: anywhere, and as it stands. */
const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

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
      pattern: patternOf(text),
      jsonPattern: patternOf(JSON.stringify(text).slice(1, -1)),
      recordIds: answers.flatMap((answer) => found.read(answer).map(({ id }) => id)),
      named: [
        ...findNamed(text, context.config),
        ...findHalves(text, await readHalves(context), context.config),
      ],
    },
  };
}

/** What was looked at, in its order, and how far back; null where all of it was. */
type LookedAt<Found> = { readonly found: Found; readonly lookedBack: LookedBack | null };

/** How many entries are looked at by one statement after the other: mostly the first fill the page. */
const spans = [2000, 20_000, 200_000] as const;
/** Milliseconds after which no further part is begun; of few among very many the person decides how far back to look. */
const mostLookingMs = 1500;

/**
 * Looks at one part after the other, from the newest entry back.
 *
 * @param take what is found with the answer of one more part, and whether that is enough
 */
async function lookBack<Found>(
  company: Company,
  filter: CompanyFilter,
  before: number | null,
  context: MemberContext,
  first: Found,
  statementOf: (part: AuditPart, found: Found) => Statement,
  take: (found: Found, answer: Answer | undefined) => { readonly found: Found; readonly isEnough: boolean },
): Promise<LookedAt<Found>> {
  const began = performance.now();
  let found = first;
  let at = before;
  for (let step = 0; ; step += 1) {
    // Statements are planned for each month that they could concern: at first these are few.
    const isAnyTime = filter.since === null && filter.until === null;
    const from = step === 0 && before === null && isAnyTime ? newestMonths() : null;
    const part = { before: at, from, span: spans[Math.min(step, spans.length - 1)] ?? 0 };
    const { answers } = await context.read([statementOf(part, found), selectEnd(company, filter, part)]);
    const taken = take(found, answers[0]);
    ({ found } = taken);
    const end = findEnd(answers[1]);
    if (taken.isEnough || (end === null && from === null)) return { found, lookedBack: null };
    if (end !== null && performance.now() - began > mostLookingMs) return { found, lookedBack: end };
    at = end?.id ?? from;
  }
}

export async function readCompanyPage(
  company: Company,
  filter: CompanyFilter,
  { before, limit }: { readonly before: number | null; readonly limit: number },
  context: MemberContext,
): Promise<CompanyPage> {
  const { found, lookedBack } = await lookBack<readonly CompanyEntry[]>(
    company,
    filter,
    before,
    context,
    [],
    (part, entries) => selectCompanyEntries(company, filter, part, limit + 1 - entries.length),
    (entries, answer) => {
      const all = [...entries, ...readCompanyEntries(answer)];
      return { found: all, isEnough: all.length > limit };
    },
  );
  const shown = found.slice(0, limit);
  return {
    logs: await describe(shown, company, context),
    isLast: found.length <= limit && lookedBack === null,
    lookedBack,
    last: lookedBack?.id ?? shown.at(-1)?.id ?? null,
  };
}

/** Counted as far as they are counted at all, and as far back as there is time to. */
export async function countCompanyAudit(
  company: Company,
  filter: CompanyFilter,
  context: MemberContext,
): Promise<{ readonly count: number; readonly isMore: boolean }> {
  const { found, lookedBack } = await lookBack(
    company,
    filter,
    null,
    context,
    0,
    (part, count) => countCompanyEntries(company, filter, part, mostAuditCounted + 1 - count),
    (count, answer) => {
      const sum = count + readCompanyCount(answer);
      return { found: sum, isEnough: sum > mostAuditCounted };
    },
  );
  return {
    count: Math.min(found, mostAuditCounted),
    isMore: found > mostAuditCounted || lookedBack !== null,
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
  const halves = entries.some(({ entity }) => isOfMapping(entity)) ? await readHalves(context) : noHalves;
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
    findGrid: (typeId: number) => findAuthorisedRecordType(config, context.viewer, recordTypeId(typeId)),
    records,
    lines: new Map(readCompanyLines(lines).map((line) => [line.id, line])),
    invited: new Map(readInvited(emails).map(({ id, email }) => [id, email])),
    halves,
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
