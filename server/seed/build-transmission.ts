import type { AnswerPolicy } from '@rowhouse/domain/transmissions/answer-policy.ts';
import {
  countOpen,
  findWaitsSince,
  isTerm,
  linesOf,
  readThread,
} from '@rowhouse/domain/transmissions/conversation.ts';
import type { Side, VersionContent } from '@rowhouse/domain/transmissions/conversation.ts';
import type { SentContent } from '@rowhouse/domain/transmissions/content.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import type { CarriedItem, Pair, Translation } from '@rowhouse/domain/transmissions/setup.ts';
import type { OwnerConnection } from '../platform/database/database.ts';
import { baseColumns } from '../platform/record-store/column.ts';
import type { BuiltRecordType } from './build-record-type.ts';
import { insertRows } from './sql.ts';

/** One end of a mapping: a company, its record type, and who stands for the mapping there. */
export type MappingEnd = {
  readonly tenantId: number;
  readonly type: BuiltRecordType;
  readonly person: number;
};

export type CarriedSpec = {
  /** Of the source: the name of a base field, or of an additional one; of lines that of a field of lines. */
  readonly from: string;
  readonly into: string;
  readonly dataType: CarriedItem['dataType'];
  readonly currency?: string;
  readonly choices?: readonly string[];
  readonly isLine?: true;
  /** Their choice by the own one. */
  readonly translations?: Readonly<Record<string, string>>;
};

export type ApprovedMappingSpec = {
  readonly trigger: string;
  readonly success: string;
  readonly error: string;
  /** That records begin with in the target. */
  readonly status: string;
  readonly fields: readonly CarriedSpec[];
  /** What the target takes without asking a person; absent: everything. */
  readonly answering?: AnswerPolicy;
};

export type BuiltMapping = {
  readonly id: number;
  readonly acceptanceId: number;
  readonly items: readonly CarriedItem[];
  /** Those that the target takes, each with the field that takes it. */
  readonly taken: readonly CarriedItem[];
};

/** A mapping by the status, offered by the one company and approved by the other. */
export async function buildApprovedMapping(
  connection: OwnerConnection,
  source: MappingEnd,
  target: MappingEnd,
  spec: ApprovedMappingSpec,
): Promise<BuiltMapping> {
  const statusOf = (name: string) => String(require(source.type.statuses.get(name), name));
  const items = spec.fields.map(({ from, dataType, currency, choices, isLine }, index): CarriedItem => ({
    number: index + 1,
    key: keyOf(source.type, from, isLine ?? false),
    name: findBaseField(from)?.label ?? from,
    dataType,
    currency: currency ?? null,
    isLine: isLine ?? false,
    choices: choices ?? null,
  }));
  const settings = {
    kept: 'ids',
    triggerField: 'status',
    triggerValue: statusOf(spec.trigger),
    sourceStatusField: 'status',
    sourceSuccessStatusValue: statusOf(spec.success),
    sourceErrorStatusValue: statusOf(spec.error),
  };
  const [id = 0] = await insertRows(connection, 'transmission_mapping', [
    {
      tenant_id: source.tenantId,
      record_type_id: source.type.id,
      target_tenant_id: target.tenantId,
      settings: JSON.stringify(settings),
      offer: JSON.stringify({ typeName: source.type.name, items }),
      trigger_key: baseColumns.status.expression,
      trigger_value: settings.triggerValue,
      offered_by: source.person,
    },
  ]);
  const taken = {
    targetStatusField: 'status',
    targetStatusValue: String(require(target.type.statuses.get(spec.status), spec.status)),
    pairs: spec.fields.map(({ into, isLine }, index): Pair => ({
      item: index + 1,
      field: keyOf(target.type, into, isLine ?? false),
    })),
    translations: spec.fields.flatMap((field, index) => translationsOf(target.type, field, index + 1)),
    ...(spec.answering && { answering: spec.answering }),
  };
  const [acceptanceId = 0] = await insertRows(connection, 'transmission_acceptance', [
    {
      tenant_id: target.tenantId,
      source_tenant_id: source.tenantId,
      mapping_id: id,
      approved_version: 1,
      record_type_id: target.type.id,
      settings: JSON.stringify(taken),
      approved_by: target.person,
    },
  ]);
  const fieldOf = new Map(taken.pairs.map(({ item, field }) => [item, field]));
  return {
    id,
    acceptanceId,
    items,
    taken: items.flatMap((item) => {
      const key = fieldOf.get(item.number);
      return key === undefined ? [] : [{ ...item, key }];
    }),
  };
}

function translationsOf(
  type: BuiltRecordType,
  { into, translations = {} }: CarriedSpec,
  item: number,
): Translation[] {
  return Object.entries(translations).map(([theirs, ours]) => ({
    item,
    theirs,
    ours: String(require(type.fields.get(into)?.list?.values.get(ours), ours)),
  }));
}

function keyOf(type: BuiltRecordType, name: string, isLine: boolean): string {
  if (isLine) return `l${require(type.lines?.fields.get(name), name).id}`;
  return name in baseColumns ? (name as BaseFieldName) : `f${require(type.fields.get(name), name).id}`;
}

function require<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}

type ConversationEnd = {
  readonly tenantId: number;
  readonly name: string;
  readonly typeId: number;
  readonly recordId: number;
};

/** What two companies have said about a record with lines that went from one to the other: both halves of it. */
export async function buildConversation(
  connection: OwnerConnection,
  mapping: BuiltMapping,
  { source, target }: { readonly source: ConversationEnd; readonly target: ConversationEnd },
  said: {
    readonly threadId: string;
    readonly content: SentContent;
    readonly sentAt: string;
    /** Within which the target answers. */
    readonly answerDays: number;
    readonly answers: readonly {
      readonly side: Side;
      readonly person: number;
      readonly at: string;
      readonly content: VersionContent;
    }[];
  },
): Promise<void> {
  const terms = mapping.items.filter((item) => item.isLine && isTerm(item, item.key));
  const versions = [
    { side: 'SOURCE' as const, person: null, at: said.sentAt, content: { opened: linesOf(said.content) } },
    ...said.answers,
  ].map((version, index) => ({ ...version, number: index + 1 }));
  const lines = readThread(versions, terms);
  for (const [side, own, other, items] of [
    ['SOURCE', source, target, mapping.items],
    ['TARGET', target, source, mapping.taken],
  ] as const) {
    const since = findWaitsSince(lines, side);
    const waitsSince = since === null ? null : (versions[since - 1]?.at ?? null);
    const dueAt =
      waitsSince === null || side === 'SOURCE'
        ? null
        : new Date(Date.parse(waitsSince) + said.answerDays * 86_400_000).toISOString();
    const [id = 0] = await insertRows(connection, 'conversation', [
      {
        tenant_id: own.tenantId,
        thread_id: said.threadId,
        side,
        mapping_id: mapping.id,
        record_type_id: own.typeId,
        record_id: own.recordId,
        partner_name: other.name,
        items: JSON.stringify(items),
        terms: `{${terms.map(({ number }) => number).join(',')}}`,
        last_number: versions.length,
        our_open: countOpen(lines, side),
        their_open: countOpen(lines, side === 'SOURCE' ? 'TARGET' : 'SOURCE'),
        updated_at: versions.at(-1)?.at ?? said.sentAt,
        waits_since: waitsSince,
        due_at: dueAt,
        overdue_told: dueAt,
      },
    ]);
    await insertRows(
      connection,
      'conversation_version',
      versions.map((version) => ({
        tenant_id: own.tenantId,
        conversation_id: id,
        number: version.number,
        side: version.side,
        user_id: version.side === side ? version.person : null,
        content: JSON.stringify(version.content),
        created_at: version.at,
      })),
    );
  }
}
