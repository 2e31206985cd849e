// The company's audit log. What is of a record is asked for through the query of records, so that the role's fields and
// confinement decide there alone; what is configured is open to whoever administers.
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { ChangeSource, SourceKind } from '@rowhouse/domain/audit-log/change-source.ts';
import { mostAuditCounted } from '@rowhouse/domain/audit-log/company-limits.ts';
import { knownEntities, recordEntities } from '@rowhouse/domain/audit-log/kinds.ts';
import { recordTypeId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { maySeePlace } from '@rowhouse/domain/projects/rules.ts';
import type { StoredLineItemType } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement, StatementValue } from '../../platform/database/statement-batch.ts';
import { matchingStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { auditKeyOf, linkKeys } from '../../platform/record-store/audit-keys.ts';
import { auditKeysOf } from '../../platform/record-store/seen-changes.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const entry = row(
  {
    id: number,
    action: text,
    at: text.as(instantFromText),
    userId: number.as(userId).orNull,
    entity: text,
    entityId: number,
    recordTypeId: number.as(recordTypeId).orNull,
    recordId: number.at(`case when entry.entity = 'record' then entry.entity_id else entry.record_id end`)
      .orNull,
    /** Of a line; null for anything else, and for the order of several. */
    lineId: number.at(`case when entry.entity = 'line_item' then entry.entity_id end`).orNull,
    commentId: number.at(`case when entry.entity = 'comment' then entry.entity_id end`).orNull,
    conversationId: number.at(
      `case when entry.entity in ('conversation', 'transmission') then entry.entity_id end`,
    ).orNull,
    isOfLines: flag.at(`entry.entity in ('line_item', 'line_item_order')`),
    source: json<ChangeSource>().orNull,
    changes: json<unknown>().at(`coalesce(entry.changes, '{}')`),
  },
  'entry',
);

export type CompanyEntry = Described<typeof entry>;
export const readCompanyEntries = (answer: Answer | undefined): CompanyEntry[] => entry.read(answer);

/** Records of one type as the viewer sees them. */
export type SeenType = {
  readonly grid: AuthorisedRecordType;
  /** All of the type that the viewer may see. */
  readonly query: RecordQuery;
  readonly lineTypes: readonly StoredLineItemType[];
};

/** Which entries are asked for, of those that the viewer may see. */
export type CompanyFilter = {
  readonly since: string | null;
  /** Before this instant. */
  readonly until: string | null;
  readonly userIds: readonly number[] | null;
  readonly sources: readonly SourceKind[] | null;
  readonly actions: readonly string[] | null;
  /** Of records: which of their parts; null for all. */
  readonly records: RecordParts | null;
  /** Of what is configured: which entities, and whether those that are none of the known; null for all. */
  readonly configured: { readonly entities: readonly string[]; readonly withOthers: boolean } | null;
  readonly found: FoundText | null;
};

export type RecordParts = {
  readonly record: boolean;
  readonly lines: boolean;
  readonly comments: boolean;
  readonly conversations: boolean;
  readonly objects: boolean;
  readonly files: boolean;
};

/** What a text is found in. */
export type FoundText = {
  /** For ILIKE. */
  readonly pattern: string;
  /** The same of what is written as JSON. */
  readonly jsonPattern: string;
  /** With this number, as far as the viewer sees numbers. */
  readonly recordIds: readonly number[];
  /** Configured things of this name, by their entity. */
  readonly named: readonly { readonly entity: string; readonly ids: readonly number[] }[];
};

type Bind = (value: StatementValue) => string;

export type Company = { readonly tenantId: TenantId; readonly types: readonly SeenType[] };

function write(make: (bind: Bind) => string): Statement {
  const values: StatementValue[] = [];
  const statement = make((value) => `$${values.push(value)}`);
  return { text: statement, values };
}

/** A whole statement within another, with the places of its values counted on. */
const within = ({ text: inner, values = [] }: Statement, bind: Bind): string => {
  const places = values.map((value) => bind(value));
  return inner.replace(/\$(\d+)/g, (_, place: string) => places[Number(place) - 1] ?? 'null');
};

/**
 * An id says the month in which its entry was written, which is that of `at` or, of a transaction over midnight, the next:
 * partitions of other months are not looked at. Ids from before there were months are smaller than any of them.
 */
const atOrAfter = (moment: string): string =>
  `entry.at >= ${moment}::timestamptz
   and (entry.id >= audit_month_start(${moment}::timestamptz at time zone 'UTC') or entry.id < 1000000000000)`;

const beforeMoment = (moment: string): string =>
  `entry.at < ${moment}::timestamptz
   and entry.id < audit_month_start(${moment}::timestamptz at time zone 'UTC') + 2000000000000`;

const all: RecordParts = {
  record: true,
  lines: true,
  comments: true,
  conversations: true,
  objects: true,
  files: true,
};

/** Some of the entries, by their ids: all of them from the newest down, or from one that was looked at. */
export type AuditPart = {
  /** Older than the entry of this id; null from the newest on. */
  readonly before: number | null;
  /** Not older than this id, which is the first of a month; null as far back as there are any. */
  readonly from: number | null;
  /** How many are looked at. */
  readonly span: number;
};

/**
 * What an index leads to by itself, so that only such entries count as looked at: those of one person, of a time, and, where no
 * record is asked for, what is configured.
 */
function baseOf(
  { tenantId }: Company,
  filter: CompanyFilter,
  { before, from }: AuditPart,
  bind: Bind,
): string {
  const { since, until, userIds, records } = filter;
  const isOfRecords = Object.values(records ?? all).includes(true);
  const tenant = bind(tenantId);
  return [
    `entry.tenant_id = ${tenant}`,
    since === null ? '' : atOrAfter(bind(since)),
    until === null ? '' : beforeMoment(bind(until)),
    userIds?.length === 1 ? `entry.user_id = ${bind(userIds[0] ?? null)}` : '',
    isOfRecords ? '' : `entry.record_id is null and entry.entity <> 'record'`,
    before === null ? '' : olderThan(bind(before), tenant, filter),
    from === null ? '' : `entry.id >= ${bind(from)}`,
  ]
    .filter(Boolean)
    .join(' and ');
}

/**
 * Of a span of time the index by time leads to its entries; the order of ids would walk over all others of the month. Both are
 * the order in which things happened, but where the clock of the database was set back.
 */
const isByTime = ({ since, until }: CompanyFilter): boolean => since !== null || until !== null;

const orderOf = (filter: CompanyFilter): string =>
  isByTime(filter) ? 'entry.at desc, entry.id desc' : 'entry.id desc';

const olderThan = (id: string, tenant: string, filter: CompanyFilter): string =>
  isByTime(filter)
    ? `(entry.at, entry.id) < ((select cut.at from audit_log cut where cut.tenant_id = ${tenant} and cut.id = ${id}), ${id})`
    : `entry.id < ${id}`;

const end = row({ id: number, at: text.as(instantFromText) }, 'entry');
export type LookedBack = Described<typeof end>;
export const findEnd = (answer: Answer | undefined): LookedBack | null => end.find(answer);
/** The oldest entry of the part; nothing where it holds all that there are. */
export const selectEnd = (company: Company, filter: CompanyFilter, part: AuditPart): Statement =>
  write(
    (bind) => `select ${end.columns} from audit_log entry where ${baseOf(company, filter, part, bind)}
               order by ${orderOf(filter)} offset ${bind(part.span - 1)} limit 1`,
  );

/**
 * What is looked at, the newest first, and what of it is asked for. Cut before it is looked at: PostgreSQL, which does not know
 * how few the conditions leave, would otherwise read and sort a whole month.
 */
function fromWhere(company: Company, filter: CompanyFilter, part: AuditPart, bind: Bind): string {
  const { types } = company;
  const { userIds, sources, actions, configured, records, found } = filter;
  const slice = `select * from audit_log entry where ${baseOf(company, filter, part, bind)}
    order by ${orderOf(filter)} limit ${bind(part.span)}`;
  const narrowed = [
    userIds === null || userIds.length === 1 ? '' : `entry.user_id = any(${bind(userIds)}::bigint[])`,
    sources === null ? '' : `entry.source ->> 'kind' = any(${bind(sources)}::text[])`,
    actions === null ? '' : `entry.action = any(${bind(actions)}::text[])`,
  ].filter(Boolean);
  const parts = records ?? all;
  const arms = [
    ...(Object.values(parts).includes(true) ? types.map((type) => recordArm(type, parts, found, bind)) : []),
    configuredArm(configured, found, bind),
  ].filter((arm) => arm !== null);
  const where = [...narrowed, `(${arms.join(' or ') || 'false'})`].join(' and ');
  return `from (${slice}) entry where ${where}`;
}

/** What is of records of the type: in sight, and with anything in it that the viewer may see. */
function recordArm(
  { grid, query, lineTypes }: SeenType,
  parts: RecordParts,
  found: FoundText | null,
  bind: Bind,
): string | null {
  const { type } = grid;
  const keys = [
    ...auditKeysOf(grid, type).filter((key) => key !== 'enabled'),
    ...(maySeePlace(grid) ? linkKeys : []),
  ];
  const asked = parts.record ? keys : keysOfParts(grid, parts).filter((key) => keys.includes(key));
  const isFound = (of: readonly string[]) => (found === null ? '' : ` and ${isFoundIn(of, found, bind)}`);
  const readable = readableKeys(grid);
  const kinds: string[] = [];
  if (parts.record || asked.length > 0) {
    const isSeen = `entry.changes ?| ${bind(asked)}::text[]`;
    const seen = parts.record ? `(entry.action <> 'update' or ${isSeen})` : isSeen;
    kinds.push(`entry.entity = 'record' and ${seen}${isFound(asked.filter((key) => readable.has(key)))}`);
  }
  if (parts.comments) kinds.push(`entry.entity = 'comment'${isFound(['content'])}`);
  // As on the page of the record: told to whoever sees where it goes.
  if (parts.conversations && grid.fields.has('targetTransmissionTenant'))
    kinds.push(`entry.entity in ('conversation', 'transmission')${isFound(['company', 'thread'])}`);
  if (parts.lines && lineTypes.length > 0) kinds.push(lineKind(grid, lineTypes, isFound, bind));
  if (kinds.length === 0) return null;
  const ofType = `entry.record_type_id = ${bind(type.id)} and (${kinds.map((kind) => `(${kind})`).join(' or ')})`;
  return `(${ofType}${inSight(query, bind)})`;
}

function lineKind(
  { goneOfLines }: AuthorisedRecordType,
  lineTypes: readonly StoredLineItemType[],
  isFound: (keys: readonly string[]) => string,
  bind: Bind,
): string {
  const all = lineTypes.flatMap((type) => type.fields);
  const fields = [...all, ...goneOfLines].map(({ id }) => `f${id}`);
  const readable = all.flatMap(({ id, dataType }) => (valueOf(dataType).choosing === null ? [`f${id}`] : []));
  const ids = lineTypes.map(({ id }) => id);
  return `entry.entity in ('line_item', 'line_item_order') and (entry.entity = 'line_item_order'
    or (entry.action <> 'update' or entry.changes ?| ${bind(fields)}::text[])
      and exists (select from line_item l where l.tenant_id = entry.tenant_id and l.id = entry.entity_id
                    and l.line_item_type_id = any(${bind(ids)}::bigint[])))${isFound(readable)}`;
}

/** Those whose values stand in the log as they read: names of choices are not in it. */
const readableKeys = (grid: AuthorisedRecordType): ReadonlySet<string> =>
  new Set(
    [...grid.fields.values()].flatMap((field) =>
      valueOf(field.dataType).choosing === null && field.key !== recordFileKey
        ? (auditKeyOf(field, grid.type) ?? [])
        : [],
    ),
  );

const keysOfParts = ({ fields, type }: AuthorisedRecordType, parts: RecordParts): string[] =>
  [...fields.values()].flatMap((field) => {
    const isAsked =
      (parts.objects && field.dataType === 'object') || (parts.files && field.dataType === 'attachment');
    return isAsked ? (auditKeyOf(field, type) ?? []) : [];
  });

/** Nothing is asked where the role sees every record of the type, deleted ones too. */
function inSight(query: RecordQuery, bind: Bind): string {
  const { recordType, enabledOnly } = query;
  if (!enabledOnly && recordType.sources.every(({ confinement }) => confinement.length === 0)) return '';
  const statement = matchingStatement(
    query,
    ['1'],
    ({ leaf }) =>
      `(select leaf.* from ${leaf} leaf where leaf.id = case when entry.entity = 'record' then entry.entity_id else entry.record_id end) seen`,
  );
  return ` and exists (${within(statement, bind)})`;
}

/** By the number of the record, or in a value of the keys. */
function isFoundIn(
  keys: readonly string[],
  { pattern, jsonPattern, recordIds }: FoundText,
  bind: Bind,
): string {
  const text = bind(pattern);
  // Nearly all have it nowhere, which one look at the whole tells.
  return `(case when entry.entity = 'record' then entry.entity_id else entry.record_id end = any(${bind(recordIds)}::bigint[])
    or entry.changes::text ilike ${bind(jsonPattern)} and exists (select from unnest(${bind(keys)}::text[]) as key
               where entry.changes -> key ->> 0 ilike ${text} or entry.changes -> key ->> 1 ilike ${text}))`;
}

function configuredArm(
  configured: CompanyFilter['configured'],
  found: FoundText | null,
  bind: Bind,
): string | null {
  const kinds =
    configured === null
      ? null
      : [
          ...(configured.entities.length > 0
            ? [`entry.entity = any(${bind(configured.entities)}::text[])`]
            : []),
          ...(configured.withOthers ? [`entry.entity <> all(${bind(knownEntities)}::text[])`] : []),
        ];
  if (kinds?.length === 0) return null;
  // What is of a record is told by the arm of its type, or not at all.
  const parts = [`entry.entity <> all(${bind([...recordEntities])}::text[])`, 'entry.record_id is null'];
  if (kinds !== null) parts.push(`(${kinds.join(' or ')})`);
  if (found !== null) parts.push(isNamedSo(found, bind));
  return `(${parts.join(' and ')})`;
}

function isNamedSo({ named, pattern, jsonPattern }: FoundText, bind: Bind): string {
  const text = bind(pattern);
  return `(${[
    ...named.map(
      ({ entity, ids }) =>
        `(entry.entity = ${bind(entity)} and entry.entity_id = any(${bind(ids)}::bigint[]))`,
    ),
    `(entry.changes::text ilike ${bind(jsonPattern)} and exists (select from jsonb_each(entry.changes) pair where pair.key = any(${bind(namingKeys)}::text[])
       and (pair.value ->> 0 ilike ${text} or pair.value ->> 1 ilike ${text})))`,
  ].join(' or ')})`;
}

const namingKeys = ['name', 'value', 'description', 'email', 'first_name', 'last_name'];

/** Of a part so many, the newest first. */
export const selectCompanyEntries = (
  company: Company,
  filter: CompanyFilter,
  part: AuditPart,
  limit: number,
): Statement =>
  write(
    (bind) => `select ${entry.columns} ${fromWhere(company, filter, part, bind)}
               order by ${orderOf(filter)} limit ${bind(limit)}`,
  );

const counted = row({ count: number.at('count(*)') });
export const readCompanyCount = (answer: Answer | undefined): number => counted.get(answer).count;

/** Of a part, so many at most. */
export const countCompanyEntries = (
  company: Company,
  filter: CompanyFilter,
  part: AuditPart,
  most: number,
): Statement =>
  write(
    (bind) =>
      `select ${counted.columns} from (select ${fromWhere(company, filter, part, bind)} limit ${bind(most)}) entry`,
  );

const invited = row({ id: number, email: text });
export const readInvited = (answer: Answer | undefined) => invited.read(answer);
export const selectInvited = (tenantId: TenantId, ids: readonly number[]): Statement => ({
  text: `select ${invited.columns} from invitation where tenant_id = $1 and id = any($2::bigint[])`,
  values: [tenantId, ids],
});

const line = row({
  id: number,
  recordId: number,
  typeId: number.at('line_item_type_id'),
  index: number.at('index').orNull,
});
export type CompanyLine = Described<typeof line>;
export const readCompanyLines = (answer: Answer | undefined): CompanyLine[] => line.read(answer);

/** Where lines of these records stand now, deleted ones too. */
export const selectCompanyLines = (tenantId: TenantId, recordIds: readonly number[]): Statement => ({
  text: `select ${line.columns} from (
           select id, record_id, line_item_type_id, case when enabled then row_number()
             over (partition by record_id, line_item_type_id, enabled order by position, id) end as index
           from line_item where tenant_id = $1 and record_id = any($2::bigint[])) line`,
  values: [tenantId, recordIds],
});

const retention = row({ years: number.orNull, version: number });
export type StoredRetention = Described<typeof retention>;

/** Forever, where nothing was ever chosen. */
export const readRetention = (answer: Answer | undefined): StoredRetention =>
  retention.find(answer) ?? { years: null, version: 0 };

export const selectRetention = (tenantId: TenantId): Statement => ({
  text: `select ${retention.columns} from audit_retention where tenant_id = $1`,
  values: [tenantId],
});

/** One administrator after the other, also before there is a row to hold. */
export const lockRetention = (tenantId: TenantId): Statement => ({
  text: 'select pg_advisory_xact_lock(74706, $1)',
  values: [tenantId],
});

export const keepRetention = (tenantId: TenantId, years: number | null): Statement => ({
  text: `insert into audit_retention as r (tenant_id, years) values ($1, $2)
         on conflict (tenant_id) do update set years = excluded.years, version = r.version + 1
         returning ${retention.columns}`,
  values: [tenantId, years],
});

/** How many entries are older than so many years, up to one more than are counted. */
export const countOlder = (tenantId: TenantId, years: number): Statement => ({
  text: `select ${counted.columns} from (select from audit_log
           where tenant_id = $1 and at < now() - make_interval(years => $2) limit ${mostAuditCounted + 1}) older`,
  values: [tenantId, years],
});
