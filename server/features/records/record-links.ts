// What records stand under and what stands under them, in the records themselves (Specification 3). Each of the others is read
// through the query of its own type, so that it is told as far as the role sees it there; what is out of sight is absent.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { LinkedRecord } from '@rowhouse/domain/contract.generated.ts';
import { mostLinkedChildren } from '@rowhouse/domain/projects/limits.ts';
import { maySeePlace } from '@rowhouse/domain/projects/rules.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { mergedStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import type { RecordLinks } from '../../platform/record-store/record-writer.ts';
import type { Selection } from '../../platform/record-store/selection.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import {
  linkedColumns,
  readLinked,
  readTreePlaces,
  selectTreePlaces,
  type LinkedRow,
} from '../projects/sql.ts';

type Asking = {
  /** Of the fields of a record. */
  readonly selection: Selection;
  readonly ask: (statements: readonly Statement[]) => Promise<readonly Answer[]>;
};

const linkNames: ReadonlySet<string> = new Set(['parent', 'children']);

export const linksIn = (selection: Selection): ReadonlySet<string> =>
  new Set(selection.flatMap(({ name }) => (linkNames.has(name) ? name : [])));

/** By the id of the record; undefined where nothing of it was asked for, or the role sees no places in the grid of the type. */
export async function findLinks(
  ids: readonly number[],
  recordType: AuthorisedRecordType,
  context: MemberContext,
  { selection, ask }: Asking,
): Promise<RecordLinks | undefined> {
  const wanted = linksIn(selection);
  if (wanted.size === 0 || !maySeePlace(recordType)) return undefined;
  if (ids.length === 0) return new Map();
  const types = typesInSight(context);
  const [places, below] = await ask([
    selectTreePlaces(context.config, ids),
    linked(
      wanted.has('children') ? types : [],
      (type) => ({ ...queryOfIds([], type, context), ids: null, parentIds: ids }),
      mostLinkedChildren,
    ),
  ]);
  const parentOf = new Map(
    readTreePlaces(places).flatMap(({ id, parentId }) =>
      parentId === null ? [] : [[id, parentId] as const],
    ),
  );
  const parentIds = wanted.has('parent') ? [...new Set(parentOf.values())] : [];
  const parents = new Map<number, LinkedRecord>();
  if (parentIds.length > 0) {
    const [found] = await ask([
      linked(types, (type) => queryOfIds(parentIds, type, context), parentIds.length),
    ]);
    for (const row of readLinked(found)) parents.set(row.id, describe(row, context));
  }
  const children = new Map<number, LinkedRecord[]>();
  for (const row of readLinked(below)) {
    const known = children.get(row.parentId ?? 0);
    if (known === undefined) children.set(row.parentId ?? 0, [describe(row, context)]);
    else known.push(describe(row, context));
  }
  return new Map(
    ids.map((id) => [
      id,
      { parent: parents.get(parentOf.get(id) ?? 0) ?? null, children: children.get(id) ?? [] },
    ]),
  );
}

/** Of a record that was just made: it stands under none. */
export const linksOfNew = (id: number, recordType: AuthorisedRecordType): RecordLinks | undefined =>
  maySeePlace(recordType) ? new Map([[id, { parent: null, children: [] }]]) : undefined;

/** The types whose records the viewer sees in trees; a super type has none of its own. */
const typesInSight = ({ config, viewer }: MemberContext): AuthorisedRecordType[] =>
  [...config.recordTypes.values()].flatMap((type) => {
    const authorised = type.isSuper ? null : findAuthorisedRecordType(config, viewer, type.id);
    return authorised !== null && maySeePlace(authorised) ? authorised : [];
  });

/** Under a deleted record a record stands under none, and a deleted one stands under nothing. */
const linked = (
  types: readonly AuthorisedRecordType[],
  queryOf: (type: AuthorisedRecordType) => RecordQuery,
  limit: number,
): Statement =>
  mergedStatement(
    types.map((type) => ({ ...queryOf(type), enabledOnly: true })),
    linkedColumns,
    { offset: 0, limit },
  );

const describe = ({ typeId, parentId: _, ...row }: LinkedRow, { config }: MemberContext): LinkedRecord => ({
  ...row,
  recordType: { id: typeId, name: config.recordTypes.get(typeId)?.name ?? '' },
});
