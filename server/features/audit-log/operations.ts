import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { parseAuditSlice } from '@rowhouse/domain/audit-log/page.ts';
import type { RecordAuditLogsFilter } from '@rowhouse/domain/contract.generated.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { openLineItemTypes } from '@rowhouse/domain/line-items/rules.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { newestMonths } from '../../platform/record-store/audit-months.ts';
import { inSightStatement, queryOfIds, readIdsInSight } from '../../platform/record-store/sight.ts';
import { findFilesStatement, readFiles } from '../attachments/sql.ts';
import { findPlacesStatement, readPlaces } from '../../platform/record-store/standing-records.ts';
import { describeEntry } from './describe-entry.ts';
import { linkedIds } from './describe-links.ts';
import { entriesPutBack, linkPutBacks } from './link-put-backs.ts';
import { nameRecords } from './name-records.ts';
import { parseHistoryFilter } from './parse-history-filter.ts';
import { seenFields } from './seen-fields.ts';
import {
  countHistory,
  readBeginning,
  readEntries,
  readPeople,
  readPlacedLines,
  readTotal,
  selectBeginning,
  selectEntries,
  selectHistory,
  selectPeople,
  selectPlacedLines,
  selectPutBacks,
} from './sql.ts';
import type { History, RecordEntry } from './sql.ts';

export const auditLogOperations = {
  async filterAuditLogsForRecord({ data: { filterInput, ...data }, ...beside }, context) {
    const slice = parseAuditSlice(data.pagination, beside.pagination);
    const { viewer } = context;
    const { recordId, recordType, tenantId } = filterInput;
    if (tenantId != null && tenantId !== viewer.tenantId)
      throw new Refusal('NOT_FOUND', 'The company was not found.', { field: 'tenantId' });
    const grid = recordType == null ? await findOwnType(recordId, context) : context.authorise(recordType);
    if (grid === null) throw notFound('The record');
    const filter = parseHistoryFilter(filterInput, grid);
    const history = historyOf(recordId, grid, filterInput, context);
    const pageOf = (months: History): readonly (readonly [name: string, statement: Statement])[] => [
      ['page', selectHistory(months, filter, slice)],
      // What names the entries of the first page is read with them: the put-backs since are among the newest, and lines are few.
      ...(slice.offset === 0 ? Object.entries(earlyStatements(months, slice.limit)) : []),
    ];
    const newest = { ...history, from: newestMonths() };
    const first = slice.offset === 0 ? pageOf(newest) : [];
    const { answers } = await context.read([
      inSightStatement(queryOfIds([recordId], grid, context)),
      selectBeginning(history),
      ...first.map(([, statement]) => statement),
    ]);
    if (readIdsInSight(answers[0]).length === 0) throw notFound('The record');
    const whole: History = { ...history, from: readBeginning(answers[1]) ?? 0 };
    const asked = {
      total: countHistory(whole, filter),
      totalOfAll: countHistory(whole, null),
      people: selectPeople(whole),
    };
    const names = Object.keys(asked) as (keyof typeof asked)[];
    const counted = names.filter((name) => context.selection.some((one) => one.name === name));
    const isEnough =
      first.length > 0 && (readEntries(answers[2]).length > slice.limit || (whole.from ?? 0) >= newest.from);
    const second = [
      ...(isEnough ? [] : pageOf(whole)),
      ...counted.map((name) => [name, asked[name]] as const),
    ];
    const more = second.length === 0 ? [] : (await context.read(second.map(([, one]) => one))).answers;
    const page = new Map([
      ...first.map(([name], at) => [name, answers[2 + at]] as const),
      ...second.map(([name], at) => [name, more[at]] as const),
    ]);
    const answerOf = (name: keyof typeof asked): Answer | undefined => page.get(name);
    const found = readEntries(page.get('page'));
    return {
      logs: await describe(found.slice(0, slice.limit), whole, page, context),
      isLast: found.length <= slice.limit,
      // What is not selected is not written either.
      total: counted.includes('total') ? readTotal(answerOf('total')) : 0,
      totalOfAll: counted.includes('totalOfAll') ? readTotal(answerOf('totalOfAll')) : 0,
      people: counted.includes('people')
        ? readPeople(answerOf('people')).flatMap((id) => {
            const member = context.config.members.get(userId(id));
            return member === undefined ? [] : { id: member.id, name: member.name, email: member.email };
          })
        : [],
    };
  },
} satisfies Pick<OperationTable, 'filterAuditLogsForRecord'>;

const historyOf = (
  recordId: number,
  grid: AuthorisedRecordType,
  { withLines, withComments }: Pick<RecordAuditLogsFilter, 'withLines' | 'withComments'>,
  { viewer, config }: MemberContext,
): History => {
  const types = new Set(grid.sources.map(({ type }) => type.id));
  const open = withLines === true ? openLineItemTypes(config, viewer) : [];
  return {
    tenantId: viewer.tenantId,
    recordId,
    grid,
    lineTypes: open.filter(({ recordTypeId }) => types.has(recordTypeId)),
    withComments: withComments === true,
    withConversations: withComments === true && grid.fields.has('targetTransmissionTenant'),
  };
};

const earlyStatements = (history: History, limit: number): Readonly<Record<string, Statement>> => ({
  putBacks: selectPutBacks(history, 0, limit),
  ...(history.lineTypes.length > 0 && { lines: selectPlacedLines(history.tenantId, history.recordId) }),
});

/**
 * What names the entries, and was not read with them, is read in one round trip more, and only what they speak of.
 * @param early what was read with them
 */
async function describe(
  entries: readonly RecordEntry[],
  history: History,
  early: ReadonlyMap<string, Answer | undefined>,
  context: MemberContext,
) {
  const { grid, recordId, tenantId } = history;
  const oldest = entries.at(-1)?.id;
  const putBack = entries.flatMap(entriesPutBack);
  const fileIds = entries.flatMap((entry) =>
    entry.isOfLines
      ? []
      : seenFields(entry, grid).flatMap(({ field, before, after }) =>
          field.key === recordFileKey ? [before, after].filter((id) => id !== null).map(Number) : [],
        ),
  );
  const statements: Readonly<Record<string, Statement | null>> = {
    putBacks: oldest === undefined ? null : selectPutBacks(history, oldest),
    others: putBack.length === 0 ? null : selectEntries(history, putBack),
    lines: entries.some(({ isOfLines }) => isOfLines) ? selectPlacedLines(tenantId, recordId) : null,
    files: fileIds.length === 0 ? null : findFilesStatement(fileIds),
  };
  const wanted = Object.entries(statements).flatMap(([name, statement]) =>
    statement === null || early.has(name) ? [] : [{ name, statement }],
  );
  const answers =
    wanted.length === 0 ? [] : (await context.read(wanted.map(({ statement }) => statement))).answers;
  const answerOf = (name: string) => early.get(name) ?? answers[wanted.findIndex((one) => one.name === name)];
  const records = await nameRecords(entries.flatMap(linkedIds), context);
  const beside = {
    grid,
    records,
    config: context.config,
    lines: new Map(readPlacedLines(answerOf('lines')).map((line) => [line.id, line])),
    files: new Map(readFiles(answerOf('files')).map(({ id, name }) => [id, name])),
    links: linkPutBacks(entries, readEntries(answerOf('putBacks')), readEntries(answerOf('others')), grid),
  };
  return entries.map((entry) => describeEntry(entry, beside));
}

async function findOwnType(
  recordId: number,
  { config, viewer, read }: MemberContext,
): Promise<AuthorisedRecordType | null> {
  const { answers } = await read([findPlacesStatement(config, [recordId])]);
  const [place] = readPlaces(answers[0]);
  return place === undefined ? null : findAuthorisedRecordType(config, viewer, place.typeId);
}
