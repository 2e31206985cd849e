import { dayAt, isTimeZone } from '@rowhouse/domain/kernel/dates.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import {
  printFileName,
  printGrant,
  printLinkTtlMs,
  whyNotPrint,
} from '@rowhouse/domain/record-print/rules.ts';
import type { PrintChoice } from '@rowhouse/domain/record-print/rules.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Grants } from '../../identity/grants.ts';
import { keepExportStatement, readKeptExport } from '../records/sql.ts';
import { findPrintable, readPrinted } from './read-printed.ts';

/** What a link opens; kept where exports are, and spent as they are. */
export type PrintRequest = PrintChoice & {
  readonly ids: readonly number[];
  readonly title: string;
  readonly fileName: string;
  readonly timeZone: string;
  /** MM/DD/YYYY, where the viewer is. */
  readonly day: string;
};

export const recordPrintOperations = ({
  grants,
  clock,
}: {
  grants: Grants;
  clock: Clock;
}): Pick<OperationTable, 'createPrintLink'> => ({
  async createPrintLink({ data }, context) {
    const ids = [...new Set(data.ids)];
    const whyNot = whyNotPrint(ids.length);
    if (whyNot !== null) throw invalid(whyNot, 'ids');
    if (data.timeZone != null && !isTimeZone(data.timeZone))
      throw invalid('There is no such time zone.', 'timeZone');
    const { viewer } = context;
    const timeZone = data.timeZone ?? viewer.timeZone ?? 'UTC';
    const found = await findPrintable(ids, context);
    const [first] = found;
    const record = first && (await readPrinted(first.id, first.recordType, timeZone, context));
    // Foreign reads as absent, and so does what is out of sight.
    if (found.length < ids.length || first === undefined || !record) throw notFound('The record');
    const types = new Set(found.map(({ recordType }) => recordType.type.name));
    const title = ids.length === 1 ? record.title : types.size === 1 ? first.recordType.type.name : 'Records';
    const fileName = printFileName(title, ids.length);
    const [year, month, date] = dayAt(clock.now(), timeZone).split('-');
    const day = `${month}/${date}/${year}`;
    const choice = { withComments: data.withComments === true, withHistory: data.withHistory === true };
    const request: PrintRequest = { ...choice, ids, title, fileName, timeZone, day };
    const { tenantId, userId, sessionId } = viewer;
    const id = await context.write([keepExportStatement(tenantId, userId, request)], (_, [kept]) =>
      Promise.resolve(readKeptExport(kept)),
    );
    const grant = grants.signGrant(printGrant, { id, tenantId, userId, sessionId }, printLinkTtlMs);
    return { url: `/prints/${grant}`, fileName };
  },
});
