import type {
  AuthorisedRecordType,
  AuthorisedSource,
  Confinement,
} from '../access/authorised-record-type.ts';
import { additionalFieldKey } from '../fields/field.ts';
import type { RecordTypeId, UserId } from '../kernel/ids.ts';
import type { ChangeKind, RecordChange } from './messages.ts';

/** What a committed transaction did to records of one type, with the same fields changed in each of them. */
export type CommittedChange = {
  readonly recordTypeId: RecordTypeId;
  readonly event: 'created' | 'updated' | 'deleted' | 'restored';
  /** Whether the records are enabled after it. */
  readonly isEnabled: boolean;
  readonly ids: readonly number[];
  readonly madeBy: UserId;
  /** Keys of the changed fields as the record's own type has them: 'status', 'f12'. */
  readonly fields: readonly string[];
};

/**
 * What may be told of a change.
 * - 'all': of every record, as it stands here.
 * - 'by sight': of a role that is confined to some records; `kindBySight` decides for each of them.
 */
export type Telling = {
  readonly scope: 'all' | 'by sight';
  readonly source: AuthorisedSource;
  readonly event: CommittedChange['event'];
  /** Of records that stay in sight; of one that comes or goes, that it does is all that is told. */
  readonly fields: readonly string[];
};

/** Null when nothing of the change may be told: it touched only what is hidden, or what is deleted. */
export function findTelling(change: CommittedChange, recordType: AuthorisedRecordType): Telling | null {
  const source = recordType.sources.find(({ type }) => type.id === change.recordTypeId);
  if (source === undefined) return null;
  const { event } = change;
  // What is deleted is out of sight; that it was deleted is what the viewer sees.
  if (!change.isEnabled && event !== 'deleted' && !recordType.maySeeDeleted) return null;
  const fields = visibleFields(change, recordType);
  const isConfined = source.confinement.length > 0;
  const mayMove = change.fields.some((key) => source.confinement.some((one) => keyOf(one) === key));
  if (event === 'updated' && fields.length === 0 && !mayMove) return null;
  return { scope: isConfined ? 'by sight' : 'all', source, event, fields };
}

const keyOf = ({ base, stored }: Confinement): string | null =>
  base !== null ? base.name : stored === null ? null : additionalFieldKey(stored.id);

/** The time of the change is seen with what changed, and alone tells of nothing. */
function visibleFields(change: CommittedChange, recordType: AuthorisedRecordType): string[] {
  const keys = change.fields.flatMap((key) => findVisibleKey(key, change.recordTypeId, recordType) ?? []);
  if (keys.length > 0 && recordType.fields.has('updatedAt')) keys.push('updatedAt');
  return keys;
}

/** The key by which the viewer knows the field; in a super type that of the first type that it gathers. */
export function findVisibleKey(
  key: string,
  typeId: RecordTypeId,
  recordType: AuthorisedRecordType,
): string | null {
  if (recordType.fields.get(key)?.base != null) return key;
  for (const field of recordType.fields.values()) {
    const stored = field.stored.get(typeId);
    if (stored !== undefined && additionalFieldKey(stored.id) === key) return field.key;
  }
  return null;
}

/**
 * What a confined viewer is told of one record, null for nothing: whether it is in sight now, and whether it was before
 * the change. A record that comes into sight, or leaves it, does so
 * in the viewer's own list, whichever field was the reason; one that moves within sight by a hidden field does not.
 */
export function kindBySight(telling: Telling, isInSight: boolean, wasInSight: boolean): ChangeKind | null {
  switch (telling.event) {
    case 'created':
    case 'restored':
      return isInSight ? 'created' : null;
    case 'deleted':
      return wasInSight ? 'removed' : null;
    case 'updated':
      if (isInSight && !wasInSight) return 'created';
      if (!isInSight) return wasInSight ? 'removed' : null;
      return telling.fields.length > 0 ? 'updated' : null;
  }
}

export const kindOf = (event: CommittedChange['event']): ChangeKind =>
  event === 'deleted' ? 'removed' : event === 'updated' ? 'updated' : 'created';

/** Several changes of one record as one: the last coming or going, and every field; one's own when all of them are. */
export function mergeChanges(changes: readonly RecordChange[]): RecordChange[] {
  const merged = new Map<number, RecordChange>();
  for (const change of changes) {
    const earlier = merged.get(change.id);
    merged.set(
      change.id,
      earlier === undefined
        ? change
        : {
            id: change.id,
            kind: change.kind === 'updated' ? earlier.kind : change.kind,
            fields: [...new Set([...earlier.fields, ...change.fields])],
            ...(earlier.own === true && change.own === true && { own: true }),
          },
    );
  }
  return [...merged.values()];
}
