import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { recordTypeId, type TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { maySeePlace, type PlaceOutcome } from '@rowhouse/domain/projects/rules.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName, seenUpdatedAt, seenVersion } from '../../platform/record-store/column.ts';
import { bucketsOfType } from '../../platform/record-store/places.ts';
import type { Values } from '../../platform/record-store/predicate.ts';
import { mergedStatement } from '../../platform/record-store/page-statements.ts';
import type { Place, RecordQuery } from '../../platform/record-store/record-query.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

/** Every partition in which the company has records. */
const leavesOf = (config: TenantConfig): string[] =>
  [...new Set([...config.recordTypes.values()].flatMap(bucketsOfType))].map(leafName);

const place = row({
  id: number,
  parentId: number.orNull,
  typeId: number.as(recordTypeId).at('record_type_id'),
  version: number.at(seenVersion),
  isEnabled: flag.at('enabled'),
});
export type TreePlace = Described<typeof place>;
export const readTreePlaces = (answer: Answer | undefined): TreePlace[] => place.read(answer);

/** Where records stand, whether or not anybody may see them. */
export function selectTreePlaces(config: TenantConfig, ids: readonly number[]): Statement {
  const arms = leavesOf(config).map(
    (leaf) => `select ${place.columns} from ${leaf} where tenant_id = $1 and id = any($2::bigint[])`,
  );
  if (arms.length === 0) return { text: 'select 1 where false' };
  return { text: arms.join(' union all '), values: [config.tenantId, ids] };
}

/** A row where a record of the type stands under another. */
export function selectAnyLinked(type: StoredRecordType): Statement {
  const arms = bucketsOfType(type).map(
    (bucket) =>
      `(select 1 from ${leafName(bucket)} where tenant_id = current_tenant() and record_type_id = $1 and parent_id is not null limit 1)`,
  );
  return { text: arms.join(' union all '), values: [type.id] };
}

/** From a record up to its root, the record first. */
export function selectPath(config: TenantConfig, id: number): Statement {
  const columns = 'id, parent_id, record_type_id, version, unseen, enabled';
  const arms = (condition: string) =>
    leavesOf(config)
      .map((leaf) => `select ${columns} from ${leaf} where tenant_id = $1 and ${condition}`)
      .join(' union all ');
  if (leavesOf(config).length === 0) return { text: 'select 1 where false' };
  return {
    text: `with recursive above as (
             select s.*, 0 as height from (${arms('id = $2')}) s
             union all
             select p.*, above.height + 1 from above cross join lateral (${arms('id = above.parent_id')}) p)
           select ${place.columns} from above order by height`,
    values: [config.tenantId, id],
  };
}

/** The record, and what is enabled of all that stands under it; what is under a deleted record is under none. */
export function selectBelow(config: TenantConfig, id: number, most: number): Statement {
  const columns = 'id, parent_id, record_type_id, version, unseen, enabled';
  const arms = (condition: string) =>
    leavesOf(config)
      .map((leaf) => `select ${columns} from ${leaf} where tenant_id = $1 and ${condition}`)
      .join(' union all ');
  if (leavesOf(config).length === 0) return { text: 'select 1 where false' };
  return {
    text: `with recursive below as (
             select s.* from (${arms('id = $2')}) s
             union all
             select c.* from below cross join lateral (${arms('parent_id = below.id and enabled')}) c)
           select ${place.columns} from below limit ${most + 1}`,
    values: [config.tenantId, id],
  };
}

/** All enabled records under one, in sight or not. */
export function countChildren(config: TenantConfig, parentId: number): Statement {
  const arms = leavesOf(config).map(
    (leaf) => `select 1 from ${leaf} where tenant_id = $1 and parent_id = $2 and enabled`,
  );
  if (arms.length === 0) return { text: 'select 0' };
  return {
    text: `select count(*) from (${arms.join(' union all ')}) child`,
    values: [config.tenantId, parentId],
  };
}

const counted = row({ count: number });
export const readCount = (answer: Answer | undefined): number => counted.get(answer).count;

const treeRow = row({
  id: number,
  version: number,
  typeId: number.as(recordTypeId),
  recordNumber: number.orNull,
  description: text.orNull,
  statusId: number.orNull,
  dueDate: text.orNull,
  createdAt: text.as(instantFromText).orNull,
  updatedAt: text.as(instantFromText).orNull,
  level: number.orNull,
  isProject: flag,
  enabled: flag,
  childCount: number,
});
export type TreeRow = Described<typeof treeRow>;
export const readTreeRows = (answer: Answer | undefined): TreeRow[] => treeRow.read(answer);

/** What a tree shows of a record: of fields that its query may see, and in the order of `TreeRow`. */
export const treeColumns =
  (config: TenantConfig) =>
  ({ recordType: { fields } }: RecordQuery, { leaf }: Place, values: Values): string[] => {
    const seen = (key: string, column: string, type: string) => (fields.has(key) ? column : `null::${type}`);
    const tenant = values.bind(config.tenantId);
    const children = leavesOf(config)
      .map(
        (each) =>
          `select 1 from ${each} child where child.tenant_id = ${tenant} and child.parent_id = ${leaf}.id and child.enabled`,
      )
      .join(' union all ');
    return [
      'id',
      seenVersion,
      'record_type_id',
      seen('recordNumber', 'record_number', 'bigint'),
      seen('description', 'description', 'text'),
      seen('status', 'status_id', 'bigint'),
      seen('dueDate', 'due_date', 'date'),
      seen('createdAt', 'created_at', 'timestamptz'),
      seen('updatedAt', seenUpdatedAt.expression, 'timestamptz'),
      seen('level', 'level', 'int'),
      seen('isProject', 'is_project', 'boolean'),
      'enabled',
      `(select count(*) from (${children}) child)`,
    ];
  };

type Sight = { readonly config: TenantConfig; readonly viewer: Viewer };

/** By the types whose records the viewer sees in trees. */
export function groupTreePlaces(
  places: readonly TreePlace[],
  { config, viewer }: Sight,
): ReadonlyMap<AuthorisedRecordType, readonly number[]> {
  const idsByType = new Map<AuthorisedRecordType, number[]>();
  for (const { id, typeId } of places) {
    const type = findAuthorisedRecordType(config, viewer, typeId);
    if (type === null || !maySeePlace(type)) continue;
    const ids = idsByType.get(type);
    if (ids === undefined) idsByType.set(type, [id]);
    else ids.push(id);
  }
  return idsByType;
}

/** What is in sight of records by their ids, grouped by the types that they are of. */
export function selectTreeRowsOfTypes(
  idsByType: ReadonlyMap<AuthorisedRecordType, readonly number[]>,
  sight: Sight,
): Statement {
  const queries = [...idsByType].map(([type, ids]) => queryOfIds(ids, type, sight));
  const most = [...idsByType.values()].reduce((sum, ids) => sum + ids.length, 0);
  return mergedStatement(queries, treeColumns(sight.config), { offset: 0, limit: Math.max(1, most) });
}

/** The same of records that stand somewhere; null where the viewer sees none of their types. */
export function selectTreeRows(places: readonly TreePlace[], sight: Sight): Statement | null {
  const idsByType = groupTreePlaces(places, sight);
  return idsByType.size === 0 ? null : selectTreeRowsOfTypes(idsByType, sight);
}

/** As it is called in sentences. */
export const nameOf = ({ recordNumber, id }: Pick<TreeRow, 'recordNumber' | 'id'>): string =>
  recordNumber === null ? `ID ${id}` : String(recordNumber);

/** Until the end of the transaction nobody else moves a record of the company: `place_records` takes the same lock. */
export const holdTrees = (tenant: TenantId): Statement => ({
  text: 'select pg_advisory_xact_lock(74706, $1::int)',
  values: [tenant],
});

const height = row({ height: number });
export const readHeight = (answer: Answer | undefined): number => height.get(answer).height;

/** How many levels there are below a record, those out of sight too. */
export function selectHeight(config: TenantConfig, id: number): Statement {
  const leaves = leavesOf(config);
  if (leaves.length === 0) return { text: 'select 0' };
  const children = leaves
    .map((leaf) => `select id from ${leaf} where tenant_id = $1 and parent_id = below.id`)
    .join(' union all ');
  return {
    text: `with recursive below as (
             select $2::bigint as id, 0 as height
             union all
             select c.id, below.height + 1 from below cross join lateral (${children}) c)
           select max(height) from below`,
    values: [config.tenantId, id],
  };
}

const linkedRow = row({
  id: number,
  parentId: number.orNull,
  typeId: number.as(recordTypeId),
  recordNumber: number.orNull,
  level: number.orNull,
  createdAt: text.as(instantFromText).orNull,
  receivedAt: text.as(instantFromText).orNull,
  approvedAt: text.as(instantFromText).orNull,
  updatedAt: text.as(instantFromText).orNull,
});
export type LinkedRow = Described<typeof linkedRow>;
export const readLinked = (answer: Answer | undefined): LinkedRow[] => linkedRow.read(answer);

/** What a record says of one that it stands under, or that stands under it: in the order of `LinkedRow`. */
export const linkedColumns = ({ recordType: { fields } }: RecordQuery): string[] => {
  const seen = (key: string, column: string, type: string) => (fields.has(key) ? column : `null::${type}`);
  return [
    'id',
    'parent_id',
    'record_type_id',
    seen('recordNumber', 'record_number', 'bigint'),
    seen('level', 'level', 'int'),
    seen('createdAt', 'created_at', 'timestamptz'),
    seen('receivedAt', 'received_at', 'timestamptz'),
    seen('approvedAt', 'approved_at', 'timestamptz'),
    seen('updatedAt', seenUpdatedAt.expression, 'timestamptz'),
  ];
};

const placed = row({
  id: number,
  outcome: text.as((stored) => stored as PlaceOutcome),
  version: number.orNull,
});
export const readPlaced = (answer: Answer | undefined) => placed.read(answer);

/** @param parentId null: under none */
export const placeRecords = (
  parentId: number | null,
  moved: readonly { readonly id: number; readonly version: number }[],
): Statement => ({
  text: `select ${placed.columns} from place_records($1::bigint, $2::bigint[], $3::int[])`,
  values: [parentId, moved.map(({ id }) => id), moved.map(({ version }) => version)],
});
