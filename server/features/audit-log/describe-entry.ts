import { reasonOf } from '@rowhouse/domain/audit-log/change-source.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { recordFileKey, writeAttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import type {
  ObjectAuditLog,
  RecordAuditChange,
  RecordAuditLog,
} from '@rowhouse/domain/contract.generated.ts';
import { deletedFieldName } from '@rowhouse/domain/fields/deletion.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { readIds } from '@rowhouse/domain/kernel/formats.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { readingOf } from '@rowhouse/domain/objects/listed-object.ts';
import { propertyType } from '@rowhouse/domain/objects/object-property.ts';
import { readObject } from '@rowhouse/domain/objects/stored-object.ts';
import { choiceNamer } from '@rowhouse/domain/records/names-of.ts';
import type {
  StoredLineItemField,
  StoredObjectProperty,
  TenantConfig,
} from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { readAudited } from '../../platform/record-store/audited-value.ts';
import type { FieldChange } from '../../platform/record-store/seen-changes.ts';
import { describeLinks } from './describe-links.ts';
import { seenFields } from './seen-fields.ts';
import {
  sayConversationStep,
  type ConversationStep,
} from '@rowhouse/domain/transmissions/conversation-step.ts';
import type { Links } from './link-put-backs.ts';
import type { PlacedLine, RecordEntry } from './sql.ts';

/** What is read beside the entries, to name what they speak of. */
export type Beside = {
  readonly grid: AuthorisedRecordType;
  readonly config: TenantConfig;
  readonly lines: ReadonlyMap<number, Pick<PlacedLine, 'typeId' | 'index'>>;
  /** Names of record files by their ids. */
  readonly files: ReadonlyMap<number, string>;
  readonly links: Links;
  /** Numbers of the records that stood above or below this one, by their ids; those out of sight are not in it. */
  readonly records: ReadonlyMap<number, string>;
};

export function describeEntry(entry: RecordEntry, beside: Beside): RecordAuditLog {
  const { id, action, at, userId, source } = entry;
  const { config, grid, files, links } = beside;
  const member = userId === null ? undefined : config.members.get(userId);
  const isBeside = entry.isOfLines || entry.commentId !== null || entry.conversationId !== null;
  const seen = isBeside ? [] : seenFields(entry, grid);
  return {
    id,
    action,
    datetime: at,
    user: member === undefined ? null : { id: member.id, name: member.name, email: member.email },
    source: source && {
      kind: source.kind,
      file: source.kind === 'IMPORT' ? source.file : null,
      records: source.kind === 'BULK_CHANGE' ? source.records : null,
      reason: reasonOf(source),
      company: source.kind === 'TRANSMISSION' ? source.company : null,
    },
    line: entry.isOfLines ? describeLine(entry, beside) : null,
    comment: entry.commentId,
    conversation: entry.conversationId,
    putsBack: [...(links.putsBack.get(id) ?? [])],
    putBackBy: links.putBackBy.get(id) ?? null,
    changes: entry.isOfLines
      ? describeLineChanges(entry, config, grid)
      : entry.commentId !== null
        ? [describeComment(entry)]
        : entry.conversationId !== null
          ? [describeStep(entry)]
          : [
              ...describeLinks(entry, grid, beside.records),
              ...seen
                .filter(({ field }) => field.dataType !== 'object')
                .map((change) =>
                  change.field.key === recordFileKey
                    ? describeFile(change, files)
                    : describeField(change, entry.recordTypeId, config),
                ),
            ],
    objectsLogs: seen
      .filter(({ field }) => field.dataType === 'object')
      .map((change) => describeObject(change, entry.recordTypeId, config, grid)),
  };
}

export function describeComment({
  action,
  changes,
}: Pick<RecordEntry, 'action' | 'changes'>): RecordAuditChange {
  const [before, after] = (changes as Pairs)['content'] ?? [null, null];
  return {
    ...change('Comment', 'content', 'textarea', textOrNull(before) || null, textOrNull(after) || null),
    action,
  };
}

/** What was said with which company; by its version it is found in the conversation, and in the log of the other. */
export function describeStep({ changes }: Pick<RecordEntry, 'changes'>): RecordAuditChange {
  const pairs = changes as Pairs;
  const company = textOrNull(pairs['company']?.[1]) ?? '';
  const step = (pairs['step']?.[1] ?? {}) as ConversationStep;
  return change(
    step.state === undefined ? `Conversation with ${company}` : `Transmission to ${company}`,
    'conversation',
    'string',
    null,
    sayConversationStep(step, company),
  );
}

function describeLine({ lineId, changes }: RecordEntry, { lines, config }: Beside): RecordAuditLog['line'] {
  const [, after] = (changes as Pairs)['order'] ?? [];
  const [first] = Array.isArray(after) ? (after as number[]) : [];
  const placed = lines.get(lineId ?? first ?? 0);
  const kind = placed === undefined ? undefined : config.lineItemTypes.get(placed.typeId);
  return { id: lineId, kind: kind?.name ?? '', index: lineId === null ? null : (placed?.index ?? null) };
}

type Pairs = Readonly<Record<string, readonly [unknown, unknown] | undefined>>;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Changes of fields that are switched off are left out; deleted ones are named for administrators. */
function describeLineChanges(
  entry: RecordEntry,
  config: TenantConfig,
  { goneOfLines }: AuthorisedRecordType,
): RecordAuditChange[] {
  const changes = entry.changes as Pairs;
  if (entry.lineId === null) return [describeOrder(changes)];
  return Object.entries(changes)
    .flatMap(([key]) => {
      const id = Number(key.slice(1));
      const gone = goneOfLines.find((field) => Number(field.id) === id);
      return (
        config.lineItemFields.get(id) ??
        (gone === undefined
          ? []
          : { ...gone, id, name: deletedFieldName(gone.name), order: Number.MAX_SAFE_INTEGER })
      );
    })
    .toSorted((one, other) => one.order - other.order)
    .map((field) => {
      const key = additionalFieldKey(field.id);
      const [before, after] = changes[key] ?? [null, null];
      const named = (stored: unknown) => nameStored(textOrNull(stored), field, config);
      return change(field.name, key, field.dataType, named(before), named(after));
    });
}

function nameStored(
  value: string | null,
  { dataType, listId }: Pick<StoredLineItemField, 'dataType' | 'listId'>,
  config: TenantConfig,
): string | null {
  const { choosing } = valueOf(dataType);
  if (value === null || choosing === null) return value;
  const ids = readIds(value);
  const names = ids.map(choiceNamer({ base: null, listId }, config, 'UTC')).filter(Boolean);
  // What the field kept when it was of another type reads as it was written.
  return names.join(', ') || (ids.length === 0 ? value : null);
}

function describeOrder({ order }: Pairs): RecordAuditChange {
  const [before, after] = (order ?? []).map((ids) => (Array.isArray(ids) ? (ids as number[]) : []));
  // Lines that were only numbered anew, after one was deleted or added before them, stand where they stood.
  const count = (after ?? []).filter((id, at) => id !== before?.[at]).length;
  const moved = `${count} ${count === 1 ? 'line' : 'lines'} in another place`;
  return {
    what: 'Order',
    key: 'order',
    dataType: 'string',
    oldValue: null,
    newValue: moved,
    action: 'update',
  };
}

function describeFile({ field, before, after }: FieldChange, files: Beside['files']): RecordAuditChange {
  const named = (id: unknown) =>
    id === null
      ? null
      : writeAttachedFile({
          id: Number(id),
          name: files.get(Number(id)) ?? 'A file that is no longer kept',
          sizeBytes: null,
        });
  return change(field.name, field.key, 'attachment', named(before), named(after));
}

function describeField(
  { field, before, after }: FieldChange,
  typeId: RecordTypeId,
  config: TenantConfig,
): RecordAuditChange {
  return change(
    field.name,
    field.key,
    field.dataType,
    readAudited(before, field, typeId, config),
    readAudited(after, field, typeId, config),
  );
}

function describeObject(
  { field, before, after }: FieldChange,
  typeId: RecordTypeId,
  config: TenantConfig,
  { goneProperties }: AuthorisedRecordType,
): ObjectAuditLog {
  const definitionId = field.stored.get(typeId)?.objectDefinitionId ?? null;
  const [old, current] = [readObject(asText(before)), readObject(asText(after))];
  return {
    objectName: field.name,
    changes: [...config.objectProperties.filter(({ enabled }) => enabled), ...goneProperties]
      .filter((property) => property.objectDefinitionId === definitionId)
      .toSorted((one, other) => one.order - other.order)
      .flatMap((property) => {
        const [oldValue, newValue] = [old.get(property.id) ?? null, current.get(property.id) ?? null];
        if (oldValue === newValue) return [];
        const named = (value: string | null) =>
          value === null ? null : nameChoices(value, property, config);
        return change(property.name, field.key, propertyType(property), named(oldValue), named(newValue));
      }),
  };
}

/** Objects are kept as JSON text by people, and as JSON by what builds a company. */
const asText = (value: unknown): string | null =>
  value == null ? null : typeof value === 'string' ? value : JSON.stringify(value);

function nameChoices(value: string, property: StoredObjectProperty, config: TenantConfig): string {
  const { listId } = property;
  if (listId === null || valueOf(propertyType(property)).choosing === null) return value;
  const { nameOf } = readingOf(config, 'UTC');
  const ids = value.startsWith('[') ? readIds(value) : [Number(value)];
  const names = ids
    .map((id) => nameOf(id, listId))
    .filter(Boolean)
    .join(', ');
  // What the property held when it was of another type reads as it was written.
  return names === '' && ids.some(Number.isNaN) ? value : names;
}

const change = (
  what: string,
  key: string,
  dataType: string,
  oldValue: string | null,
  newValue: string | null,
): RecordAuditChange => ({
  what,
  key,
  dataType,
  oldValue,
  newValue,
  action: oldValue === null ? 'create' : newValue === null ? 'delete' : 'update',
});
