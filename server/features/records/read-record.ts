import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { WrittenJson } from '../../graphql/written-json.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { queryByIds } from './parse-record-query.ts';
import { writerFor } from './read-record-page.ts';
import { findLinks } from './record-links.ts';

/**
 * The record as it stands and as the viewer sees it: what was saved under a key that comes again.
 * @param auditEntryId the entry that told the change of then
 */
export async function readRecord(
  id: number,
  recordType: AuthorisedRecordType,
  context: MemberContext,
  transaction: Transaction,
  auditEntryId: number | null = null,
): Promise<WrittenJson> {
  const writer = writerFor(recordType, context, context.selection);
  const query = queryByIds([id], recordType, context);
  const found = await transaction.one(
    pageStatement(query, (type) => writer.columns(type), { offset: 0, limit: 1 }, null),
  );
  const row = found.rows[0];
  if (row === undefined) throw notFound('The record');
  const links = await findLinks([id], recordType, context, {
    selection: context.selection,
    ask: (statements) => transaction.run(statements),
  });
  return new WrittenJson(writer.write([...row], links, auditEntryId));
}
