// A row of an archive as it stands here. Ids are the company's own and stay; people and files belong to the installation, so
// whatever names one of them is translated.
import { randomBytes } from 'node:crypto';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { idsOfCell, lastCell } from '../database/ids-of-cell.ts';
import { carriedTables, personKeys } from './carried.ts';

export type Row = Record<string, unknown>;

/** An id of the audit log begins with its month; what is left of it counts on for all companies. */
const ofAMonth = 1_000_000_000_000;
const mostOfAMonth = ofAMonth / 2;

/**
 * Ids of an archive are kept, whichever cell they are of, and the installation counts on behind those of its own: none may use up
 * what there is to count.
 */
const mostOfCell = idsOfCell / 2;
const endOfIds = (lastCell + 1) * idsOfCell;

/** A row that no export writes. */
export class UnfitRow extends Error {}

export type Translation = {
  readonly tenantId: number;
  /** By the person's id in the archive. */
  readonly people: ReadonlyMap<number, number>;
  /** Whether mails on a schedule wait until somebody says that they go out from here. */
  readonly pausesMails: boolean;
  /** By the file's id, where it is to stand. */
  readonly files: Map<number, { readonly key: string; readonly mimeType: string }>;
  /** The audit log of here: ids below have no place any more, and from `until` on none yet. */
  readonly auditIds: { readonly from: number; readonly until: number };
};

/** Null for a row that has no place here. */
export function translateRow(name: string, row: Row, into: Translation): Row | null {
  const table = carriedTables[name];
  if (table === undefined) throw new UnfitRow();
  const { id } = row;
  if (name === 'audit_log') {
    if (!isId(id, into.auditIds.until) || id % ofAMonth >= mostOfAMonth) throw new UnfitRow();
    if (id < into.auditIds.from) return null;
  } else if (table.columns.includes('id') && (!isId(id, endOfIds) || id % idsOfCell >= mostOfCell))
    throw new UnfitRow();
  for (const column of table.people) row[column] = personOf(row[column], into);
  for (const column of table.conditions) row[column] = translateConditions(row[column], into);
  special[name]?.(row, into);
  return row;
}

const isId = (id: unknown, until: number): id is number =>
  typeof id === 'number' && Number.isInteger(id) && id > 0 && id < until;

const personOf = (id: unknown, { people }: Translation): number | null =>
  typeof id === 'number' ? (people.get(id) ?? null) : null;

const isPersonField = (key: unknown): boolean =>
  typeof key === 'string' && findBaseField(key)?.relation === 'user';

const special: Readonly<Record<string, (row: Row, into: Translation) => void>> = {
  record_file(row, into) {
    const extension = /\.([a-z0-9]{1,10})$/.exec(String(row['object_key']))?.[1] ?? 'bin';
    const key = `${into.tenantId}/${randomBytes(16).toString('hex')}.${extension}`;
    into.files.set(Number(row['id']), { key, mimeType: String(row['mime_type']) });
    row['object_key'] = key;
  },
  mail_schedule_reader(row, { pausesMails }) {
    if (!pausesMails || row['ended'] !== null) return;
    row['ended'] = 'PAUSED';
    row['ended_at'] = new Date().toISOString();
  },
  record(row) {
    if (row['unseen'] != null && !isUnseen(row['unseen'])) throw new UnfitRow();
  },
  record_comment(row, into) {
    const mentions: unknown[] = Array.isArray(row['mentions']) ? row['mentions'] : [];
    row['mentions'] = mentions.flatMap((mention) => {
      const id = isObject(mention) ? personOf(mention['id'], into) : null;
      return id === null || !isObject(mention) ? [] : [{ ...mention, id }];
    });
  },
  role_field_access(row, into) {
    if (isPersonField(row['base_field'])) row['filter_criteria'] = inCriteria(row['filter_criteria'], into);
  },
  audit_log(row, into) {
    const { entity } = row;
    const changes = isObject(row['changes']) ? { ...row['changes'] } : null;
    if (row['entity_id'] === 0) row['entity_id'] = into.tenantId;
    else if (isPersonEntry(String(entity), changes)) row['entity_id'] = personOf(row['entity_id'], into) ?? 0;
    if (changes !== null) row['changes'] = translateChanges(changes, into);
    if (isObject(row['source'])) {
      // A bulk change is undone where it was made.
      const { bulkChangeId: _, ...source } = row['source'];
      row['source'] = source;
    }
  },
};

/** By the role's id: how many changes, the time before the last of them, its version. Other shapes would fail where records are read. */
const isUnseen = (unseen: unknown): boolean =>
  isObject(unseen) &&
  Object.values(unseen).every(
    (one) =>
      Array.isArray(one) &&
      one.length === 3 &&
      isWhole(one[0]) &&
      isWhole(one[2]) &&
      typeof one[1] === 'string' &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/.test(one[1]) &&
      !Number.isNaN(Date.parse(one[1])),
  );

const isWhole = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31;

function isPersonEntry(entity: string, changes: Row | null): boolean {
  if (entity === 'view_as')
    return Array.isArray(changes?.['user_id']) && changes['user_id'].some((id) => id !== null);
  return ['membership', 'dashboard_preference', 'sign_in'].includes(entity);
}

function translateChanges(changes: Row, into: Translation): Row {
  const isAboutPeople = Array.isArray(changes['base_field']) && changes['base_field'].some(isPersonField);
  return Object.fromEntries(
    Object.entries(changes).flatMap(([key, told]) => {
      // Of the other company here, if there is one, it says nothing.
      if (key === 'target_transmission_tenant_id') return [];
      if (!Array.isArray(told)) return [[key, told]];
      const each = (value: unknown): unknown => {
        if (personKeys.has(key)) return typeof value === 'number' ? personOf(value, into) : value;
        return key === 'filter_criteria' && isAboutPeople
          ? inCriteria(value, into)
          : translateConditions(value, into);
      };
      return [[key, told.map(each)]];
    }),
  );
}

/** Whatever has a field of people and values of it, however deep it stands: conditions, filters of views and of charts. */
function translateConditions(value: unknown, into: Translation): unknown {
  if (Array.isArray(value)) return value.map((one) => translateConditions(one, into));
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, translateConditions(one, into)]),
  );
  return isPersonField(value['field'] ?? value['columnField']) ? inCriteria(inner, into) : inner;
}

function inCriteria(criteria: unknown, into: Translation): unknown {
  if (!isObject(criteria)) return criteria;
  // Somebody whom the archive does not know is nobody here: no id is 0.
  const one = (value: unknown): unknown =>
    typeof value === 'string' && /^\d{1,16}$/.test(value)
      ? String(into.people.get(Number(value)) ?? 0)
      : value;
  const any = (value: unknown): unknown => (Array.isArray(value) ? value.map(one) : one(value));
  return {
    ...criteria,
    ...('value' in criteria && { value: any(criteria['value']) }),
    ...('values' in criteria && { values: any(criteria['values']) }),
  };
}

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
