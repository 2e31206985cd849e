// Notifications as their reader may see them now: each record is asked for by the reader's own query, in one question for each
// type, and what is in sight comes with the values that name it. Everything that shows notifications reads them here.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { Notification } from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { listWholeGrids } from '@rowhouse/domain/menu/whole-grids.ts';
import { longestExcerpt } from '@rowhouse/domain/notifications/limits.ts';
import { findSeenNames } from '@rowhouse/domain/notifications/seen-notification.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import { fieldKeysOf } from '../../platform/record-store/announced-change.ts';
import { findColumn } from '../../platform/record-store/column.ts';
import { matchingStatement } from '../../platform/record-store/page-statements.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { showNotifiedMapping } from './show-notified-mapping.ts';
import type { StoredNotification } from './sql.ts';

type Context = Pick<MemberContext, 'config' | 'viewer' | 'read'>;
type OfRecord = StoredNotification & { readonly recordId: number; readonly recordTypeId: RecordTypeId };

/** A notification that its reader may see, and the row that it was made of. */
export type SeenNotification = { readonly stored: StoredNotification; readonly shown: Notification };

const named = row({ id: number, recordNumber: number.orNull, description: text.orNull });
type NamedRecord = Described<typeof named>;

/** Those of the rows that may be seen, in their order. */
export async function readSeen(
  rows: readonly StoredNotification[],
  context: Context,
): Promise<SeenNotification[]> {
  const { config, viewer } = context;
  const names = new Map<StoredNotification, readonly string[]>();
  const ids = new Map<RecordTypeId, Set<number>>();
  for (const stored of rows) {
    if (!isOfRecord(stored)) continue;
    const grid = findAuthorisedRecordType(config, viewer, stored.recordTypeId);
    const seen =
      grid === null || isOver(stored, viewer.userId)
        ? null
        : findSeenNames({ ...stored, keys: fieldKeysOf(stored.columns) }, grid, context);
    if (seen === null) continue;
    names.set(stored, seen);
    const own = ids.get(stored.recordTypeId) ?? new Set();
    ids.set(stored.recordTypeId, own.add(stored.recordId));
  }
  const records = await readNamed(ids, context);
  const gridOf = new Map(
    listWholeGrids(config, viewer).flatMap((grid) => grid.sources.map(({ type }) => [type.id, grid])),
  );
  return rows.flatMap((stored): SeenNotification[] => {
    if (stored.mappingId !== null) {
      const mapping = showNotifiedMapping(stored, context);
      return mapping === null
        ? []
        : [
            {
              stored,
              shown: { ...describe(stored, context), record: null, fields: [], roleName: null, mapping },
            },
          ];
    }
    if (stored.kind === 'ROLE') {
      const roleName = stored.isOfCurrentRole ? (config.roles.get(viewer.roleId)?.name ?? null) : null;
      return [{ stored, shown: { ...describe(stored, context), record: null, fields: [], roleName } }];
    }
    if (stored.kind === 'VIEWED')
      return [{ stored, shown: { ...describe(stored, context), record: null, fields: [], roleName: null } }];
    const fields = names.get(stored);
    const record = stored.recordId === null ? undefined : records.get(stored.recordId);
    const type = stored.recordTypeId === null ? undefined : config.recordTypes.get(stored.recordTypeId);
    if (fields === undefined || record === undefined || type === undefined) return [];
    const grid = viewer.recordTypes.get(type.id)?.isDirect === true ? type : gridOf.get(type.id)?.type;
    const shown = {
      ...describe(stored, context),
      record: { ...record, recordTypeId: (grid ?? type).id, recordTypeName: type.name },
      fields: [...new Set(fields)],
      roleName: null,
    };
    return [{ stored, shown }];
  });
}

const isOfRecord = (stored: StoredNotification): stored is OfRecord =>
  stored.recordId !== null && stored.recordTypeId !== null;

/** Of a comment that was deleted, or that names its reader no more; of what was answered. */
const isOver = (
  { kind, commentId, mentions, conversationId, company }: StoredNotification,
  reader: number,
): boolean =>
  (conversationId !== null && company === null) ||
  (commentId !== null &&
    (mentions === null || (kind === 'MENTIONED' && !mentions.some(({ id }) => id === reader))));

async function readNamed(
  ids: ReadonlyMap<RecordTypeId, ReadonlySet<number>>,
  context: Context,
): Promise<ReadonlyMap<number, NamedRecord>> {
  const statements = [...ids].flatMap(([typeId, own]) => {
    const grid = findAuthorisedRecordType(context.config, context.viewer, typeId);
    if (grid === null) return [];
    const query = queryOfIds([...own], grid, context);
    return [
      matchingStatement(
        query,
        (type) => namingColumns(grid, type),
        ({ leaf }) => leaf,
      ),
    ];
  });
  if (statements.length === 0) return new Map();
  const { answers } = await context.read(statements);
  return new Map(
    answers.flatMap((answer: Answer) => named.read(answer)).map((record) => [record.id, record]),
  );
}

/** What names the record, of fields that the viewer may see. */
function namingColumns(grid: AuthorisedRecordType, type: StoredRecordType): string[] {
  const of = (key: string, none: string): string => {
    const field = grid.fields.get(key);
    return (field === undefined ? null : findColumn(field, type)?.expression) ?? none;
  };
  return ['id', of('recordNumber', 'null::bigint'), of('description', 'null::text')];
}

function describe(
  stored: StoredNotification,
  { config }: Context,
): Omit<Notification, 'record' | 'fields' | 'roleName'> {
  const by = stored.byUserId === null ? undefined : config.members.get(stored.byUserId);
  const { excerpt } = stored;
  return {
    id: stored.id,
    kind: stored.kind,
    at: stored.at,
    isRead: stored.isRead,
    by: by === undefined ? null : { id: by.id, name: by.name, email: by.email },
    excerpt:
      excerpt !== null && excerpt.length > longestExcerpt ? `${excerpt.slice(0, longestExcerpt)}…` : excerpt,
    commentNumber: stored.commentNumber,
    company: stored.company,
    mapping: null,
  };
}
