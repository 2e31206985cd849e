// What is printed beside a record's fields and lines when it is asked for: its comments and its history. Both are read by
// the operations of the screen, so that what the role sees today is judged there alone.
import { activityOf, describeChanges, personOf } from '@rowhouse/domain/audit-log/describe-log.ts';
import { showAuditMoment } from '@rowhouse/domain/audit-log/show-moment.ts';
import type {
  FoundComments,
  Operations,
  RecordAuditLogs,
  RecordComment,
} from '@rowhouse/domain/contract.generated.ts';
import { mostPrintedBeside, type PrintChoice } from '@rowhouse/domain/record-print/rules.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { PrintedComments, PrintedRecord, PrintedTable } from './read-printed.ts';

type Ask<Name extends keyof Operations, Answer> = (
  input: Operations[Name]['arguments'],
  context: MemberContext,
) => Promise<Answer>;

export type BesideParts = {
  readonly findComments: Ask<'findComments', FoundComments>;
  readonly filterAuditLogsForRecord: Ask<'filterAuditLogsForRecord', RecordAuditLogs>;
};

/** @param typeId the record's own type */
export async function readBeside(
  recordId: number,
  typeId: number,
  timeZone: string,
  { withComments, withHistory }: PrintChoice,
  parts: BesideParts,
  context: MemberContext,
): Promise<Pick<PrintedRecord, 'comments' | 'history'>> {
  return {
    ...(withComments && { comments: await readComments(recordId, typeId, timeZone, parts, context) }),
    ...(withHistory && { history: await readHistory(recordId, typeId, timeZone, parts, context) }),
  };
}

async function readComments(
  recordId: number,
  recordTypeId: number,
  timeZone: string,
  { findComments }: BesideParts,
  context: MemberContext,
): Promise<PrintedComments> {
  const pages: RecordComment[][] = [];
  let total = 0;
  let isMore = true;
  for (let count = 0; isMore && count < mostPrintedBeside; count += pages.at(-1)!.length) {
    const before = pages.at(-1)?.[0]?.number ?? null;
    const found = await findComments({ data: { recordId, recordTypeId, before } }, context);
    ({ isMore } = found);
    total = found.reading.total;
    pages.push(found.comments);
  }
  const list = pages.toReversed().flat();
  return {
    heading: `Comments (${total})`,
    note:
      list.length === 0 ? 'No comments yet' : isMore ? `Only the newest ${list.length} are printed.` : null,
    list: list.map(({ user, text, createdAt, editedAt, deletedAt }) => {
      const author = user?.name ?? 'Somebody who has left';
      const isDeleted = deletedAt !== null;
      const when = showAuditMoment(createdAt, timeZone);
      return {
        author,
        when: editedAt === null || isDeleted ? when : `${when}, edited`,
        text: isDeleted ? `Deleted by ${author}` : (text ?? ''),
        isDeleted,
      };
    }),
  };
}

const historyColumns = ['Name', 'Before', 'After', 'Activity', 'User', 'Date updated'];

async function readHistory(
  recordId: number,
  recordType: number,
  timeZone: string,
  { filterAuditLogsForRecord }: BesideParts,
  context: MemberContext,
): Promise<PrintedTable> {
  const filterInput = { recordId, recordType, withLines: true };
  const pagination = { offset: 0, limit: mostPrintedBeside };
  const { logs, isLast } = await filterAuditLogsForRecord({ data: { filterInput, pagination } }, context);
  const entries = logs.length === 1 ? '1 entry' : `${logs.length} entries`;
  return {
    heading: isLast ? `History (${entries})` : `History (the newest ${entries})`,
    columns: historyColumns.map((name) => ({ name, isNumber: false })),
    rows: logs.flatMap((log) =>
      describeChanges(log, timeZone).map(({ what, before, after }) => [
        what,
        before,
        after,
        activityOf(log),
        personOf(log),
        showAuditMoment(log.datetime, timeZone),
      ]),
    ),
    sums: null,
  };
}
