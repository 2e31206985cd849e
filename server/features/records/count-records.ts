// How many records of each type the viewer may see, for all types of the menu at once. Where the role sees every
// record the counters say it; where it is confined the remembered total is used, counted anew only while the budget of
// the whole answer lasts. What would take longer is left out: the answer says so, and is asked for again.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { RecordTypeCount } from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { accessibleMenu } from '@rowhouse/domain/menu/rules.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { joinVersions } from '../../platform/record-store/write-version.ts';
import { isWholeType } from '../../platform/record-store/record-query.ts';
import { parseRecordQuery } from './parse-record-query.ts';
import type { PageReader } from './read-record-page.ts';
import { countBeside, totalKey } from './read-record-page.ts';
import { readTypeCounts, typeCountsStatement } from './sql.ts';
import type { TypeCount } from './sql.ts';

export async function countRecordsByType(
  context: MemberContext,
  reader: PageReader,
): Promise<RecordTypeCount[]> {
  const types = typesOfMenu(context);
  const sourceIds = [...new Set(types.flatMap(({ sources }) => sources.map(({ type }) => type.id)))];
  const { answers } = await context.read([typeCountsStatement(context.viewer.tenantId, sourceIds)]);
  const counts = readTypeCounts(answers[0]);
  const endMs = performance.now() + reader.countBudgetMs;
  const counted: RecordTypeCount[] = [];
  for (const recordType of types) {
    const total = await countOf(recordType, sumOf(recordType, counts), endMs, context, reader);
    counted.push({
      recordTypeId: recordType.type.id,
      total,
      totalState: total === null ? 'PENDING' : 'EXACT',
    });
  }
  return counted;
}

/** Each once, in the order of the menu. */
function typesOfMenu({ config, viewer }: MemberContext): AuthorisedRecordType[] {
  const ids = accessibleMenu(config, viewer).flatMap(({ sections }) =>
    sections.flatMap(({ items }) => items.flatMap(({ recordTypeId }) => recordTypeId ?? [])),
  );
  return [...new Set(ids)].flatMap((id) => findAuthorisedRecordType(config, viewer, id) ?? []);
}

type Sum = { readonly enabled: number; readonly version: string };

const sumOf = ({ sources }: AuthorisedRecordType, counts: ReadonlyMap<RecordTypeId, TypeCount>): Sum => {
  const ids = sources.map(({ type }) => type.id).toSorted((one, other) => one - other);
  const own = ids.flatMap((id) => counts.get(id) ?? []);
  return { enabled: own.reduce((sum, { enabled }) => sum + enabled, 0), version: joinVersions(own) };
};

async function countOf(
  recordType: AuthorisedRecordType,
  { enabled, version }: Sum,
  endMs: number,
  context: MemberContext,
  { totals }: PageReader,
): Promise<number | null> {
  const query = parseRecordQuery({ recordTypeId: recordType.type.id, enabled: true }, recordType, context);
  if (isWholeType(query)) return enabled;
  const key = totalKey(query, context);
  const known = totals.find(key);
  if (known?.version === version) return known.total;
  const leftMs = Math.floor(endMs - performance.now());
  if (leftMs < 1) return null;
  const counted = await countBeside(query, leftMs, key, context, totals);
  // One that was begun for somebody else may be older than what was written since.
  return counted === null || (!counted.isOwn && counted.version !== version) ? null : counted.total;
}
