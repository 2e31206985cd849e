import type { StoredField } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Statement } from '../database/statement-batch.ts';
import type { Values } from './predicate.ts';
import type { RecordQuery } from './record-query.ts';
import { changeManyStatements } from './change-statements.ts';
import { objectExpression, objectKept } from './object-places.ts';
import type { Assignment } from './settle-columns.ts';

/** A field by its key, and where its values stand: a column of its own, or the overflow. */
export type HeldField =
  | { readonly key: string; readonly column: string }
  | {
      readonly key: string;
      readonly overflowId: number;
      /** Of a field of objects: what is held of one is what everybody reads. */
      readonly object?: StoredField;
    };

/** PostgreSQL takes at most 100 arguments. */
const pairsAtOnce = 40;

/** What the fields hold, as one jsonb object by key. */
export function heldExpression(fields: readonly HeldField[]): string {
  const pairs = fields.map((field) => `'${field.key}', ${expressionOf(field)}`);
  const parts = Array.from(
    { length: Math.ceil(pairs.length / pairsAtOnce) },
    (_, index) =>
      `jsonb_build_object(${pairs.slice(index * pairsAtOnce, (index + 1) * pairsAtOnce).join(', ')})`,
  );
  return parts.join(' || ');
}

function expressionOf(field: HeldField): string {
  if ('column' in field) return field.column;
  return field.object === undefined ? `x -> '${field.overflowId}'` : objectExpression(field.object);
}

/** A record, and what it is given back: JSON text of a `heldExpression`. */
export type HeldRecord = { readonly id: number; readonly held: string };

/**
 * Gives the records that the query shows back what they held, each its own; those that hold it already are left alone.
 * Returns id and version.
 */
export function giveBackStatements(
  query: RecordQuery,
  fields: readonly HeldField[],
  records: readonly HeldRecord[],
): Statement[] {
  const columns = fields.flatMap((field) => ('column' in field ? [field] : []));
  const overflow = fields.flatMap((field) => ('overflowId' in field ? [field] : []));
  return changeManyStatements(query, (values, leaf) => {
    const ids = values.bind(records.map(({ id }) => id));
    const texts = values.bind(records.map(({ held }) => held));
    const pairs = columns.map(({ key, column }) => ({ key: column, column: `given.held -> '${key}'` }));
    const typed =
      columns.length === 0
        ? ''
        : `cross join lateral jsonb_populate_record(null::${leaf}, ${heldExpression(pairs)}) stood`;
    const named = columns.map(({ column }) => `, stood.${column} as held_${column}`).join('');
    return {
      assignments: [
        ...columns.map(({ column }) => ({ column, expression: `held_${column}` })),
        ...(overflow.length === 0 ? [] : [overflowBack(overflow, values)]),
      ],
      from: `(select given.id as held_id, given.held as held_values${named}
        from (select id, held::jsonb as held from unnest(${ids}::bigint[], ${texts}::text[]) as texts (id, held)) given
        ${typed}) held`,
      joined: 'held_id = id',
    };
  });
}

type OverflowField = Extract<HeldField, { readonly overflowId: number }>;

/** Fields that held nothing are taken out of the overflow again. */
function overflowBack(fields: readonly OverflowField[], values: Values): Assignment {
  const ids = values.bind(fields.map(({ overflowId }) => String(overflowId)));
  const back = heldExpression(
    fields.map(({ key, overflowId, object }) => {
      const given = `held_values -> '${key}'`;
      return { key: String(overflowId), column: object === undefined ? given : objectKept(object, given) };
    }),
  );
  const expression = `nullif((coalesce(x, '{}') - ${ids}::text[]) || jsonb_strip_nulls(${back}), '{}')`;
  return { column: 'x', expression };
}
