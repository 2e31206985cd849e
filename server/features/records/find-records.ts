import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type { FilterAndSortInput } from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { WrittenJson } from '../../graphql/written-json.ts';
import { number, row } from '../../platform/database/row.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import type { SelectedField } from '../../platform/record-store/selection.ts';
import { parseRecordQuery, queryByIds } from './parse-record-query.ts';
import { columnsOf, linksOf, recordsWriters, writePage } from './read-record-page.ts';
import { findPlacesStatement, readPlaces } from '../../platform/record-store/standing-records.ts';

const mostIds = 3000;

/** Each row of a page; what the writers of its records read comes after it. */
const identified = row({ id: number });

/** Records named by id alone, of whatever types, in the order in which they were named. */
export async function findByIds(
  ids: readonly number[],
  slice: { offset: number; limit: number },
  enabled: boolean | null,
  context: MemberContext,
): Promise<WrittenJson> {
  const { answers } = await context.read([findPlacesStatement(context.config, ids)]);
  const idsByType = new Map<RecordTypeId, number[]>();
  for (const { id, typeId } of readPlaces(answers[0])) {
    if (!mayOnRecordType(context.viewer, 'view', typeId)) continue;
    idsByType.set(typeId, [...(idsByType.get(typeId) ?? []), id]);
  }
  const parts = [...idsByType].map(([typeId, ofType]) => {
    const recordType = context.authorise(typeId);
    const query = {
      ...queryByIds(ofType, recordType, context),
      enabledOnly: enabled === true || !recordType.maySeeDeleted,
    };
    return { query, writers: recordsWriters(recordType, context) };
  });
  const pages = await context.read(
    parts.map(({ query, writers }) =>
      pageStatement(
        query,
        (type) => ['id', ...columnsOf(writers)(type)],
        { offset: 0, limit: mostIds },
        null,
      ),
    ),
  );
  const found = new Map<number, (field: SelectedField) => string>();
  const links = await Promise.all(
    parts.map(({ query, writers }, index) =>
      linksOf(query, pages.answers[index]?.rows ?? [], writers, context),
    ),
  );
  parts.forEach(({ writers }, index) => {
    for (const stored of pages.answers[index]?.rows ?? []) {
      const [{ id }, values] = identified.split(stored);
      found.set(id, (field) => {
        const placed = writers.get(field);
        return (placed?.rowsOf([values]) ?? [])
          .map((own) => placed?.writer.write([...own], links[index]))
          .join('');
      });
    }
  });
  const inOrder = ids.flatMap((id) => found.get(id) ?? []);
  const page = inOrder.slice(slice.offset, slice.offset + slice.limit);
  return new WrittenJson(
    ...writePage(
      context.selection,
      inOrder.length,
      (field) => `[${page.map((write) => write(field)).join(',')}]`,
    ),
  );
}

export const requireIds = (ids: readonly number[]): readonly number[] => {
  if (ids.length > mostIds) throw invalid(`At most ${mostIds} records can be named at once.`, 'ids');
  return [...new Set(ids)];
};

/** The query for records of one type by ids or number. */
export function findQuery(
  data: {
    ids?: readonly number[] | null | undefined;
    recordNumber?: number | null | undefined;
    enabled?: boolean | null | undefined;
  },
  recordType: AuthorisedRecordType,
  context: MemberContext,
): RecordQuery {
  const input: FilterAndSortInput = {
    recordTypeId: recordType.type.id,
    enabled: data.enabled ?? false,
    ...(data.recordNumber != null && {
      filters: [
        {
          fieldId: 0,
          field: 'recordNumber',
          logicOperator: 'AND' as const,
          priority: 0,
          filterCriteria: { operator: 'equals' as const, value: String(data.recordNumber) },
        },
      ],
    }),
  };
  const query = parseRecordQuery(input, recordType, context);
  return data.ids == null ? query : { ...query, ids: requireIds(data.ids) };
}
