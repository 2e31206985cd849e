import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { numberLines } from '@rowhouse/domain/line-items/order.ts';
import { standingLine } from '@rowhouse/domain/line-items/rules.ts';
import { writeObject } from '@rowhouse/domain/objects/stored-object.ts';
import { whyNotPlaced } from '@rowhouse/domain/projects/rules.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { giveBackStatements, type HeldField } from '../../platform/record-store/held-fields.ts';
import { updateLines, updatePositions, type ChangedLine, type StoredLine } from '../line-items/sql.ts';
import { placeRecords, readPlaced } from '../projects/sql.ts';
import { objectWith, readStored } from './judge-objects.ts';
import type { JudgedRow } from './asked-place.ts';
import { ordersWith } from './judge-order.ts';
import { lineWith } from './judge-places.ts';
import type { LinkFacts } from './read-links.ts';
import type { Facts } from './read-facts.ts';

/** Ordinary changes of what is held; values are written as the audit log kept them. */
export async function writeBack(
  rows: readonly JudgedRow[],
  facts: Facts,
  context: MemberContext,
  transaction: Transaction,
): Promise<void> {
  const { config } = context;
  const { recordId, query, held, values: standing, lines, links } = facts;
  const fields: HeldField[] = [];
  const objects = new Set<string>();
  const values: Record<string, unknown> = {};
  const changed = new Map<number, { line: StoredLine; enabled: boolean }>();
  for (const { target, to } of rows) {
    if (target.kind === 'parent') {
      const link = links.find((one) => one.recordId === target.recordId);
      if (link === undefined) throw new Error('A record was judged that was not read.');
      await moveBack(link, to as number | null, transaction);
      continue;
    }
    if (target.kind === 'field' || target.kind === 'record') {
      const field = target.kind === 'record' ? enabledColumn : held.get(target.key);
      if (field === undefined) throw new Error('A field was judged that is not held.');
      fields.push(field);
      values[field.key] = to;
      continue;
    }
    if (target.kind === 'line place') continue;
    if (target.kind === 'property') {
      objects.add(target.key);
      continue;
    }
    const line = lines.get(target.lineId);
    if (line === undefined) throw new Error('A line was judged that is not held.');
    const change = changed.get(line.id) ?? { line, enabled: line.enabled };
    if (target.kind === 'line') change.enabled = to === true;
    changed.set(line.id, change);
  }
  for (const key of objects) {
    const field = held.get(key);
    if (field === undefined) throw new Error('An object was judged that is not held.');
    fields.push(field);
    const ofObject = rows.filter(({ target }) => target.kind === 'property' && target.key === key);
    const text = writeObject(objectWith(readStored(standing[key]), ofObject));
    values[key] = text === null ? null : JSON.parse(text);
  }
  const record = { id: recordId, held: JSON.stringify(values) };
  await transaction.finish([
    ...(fields.length === 0 ? [] : giveBackStatements(query, fields, [record])),
    ...updateLines(
      config,
      [...changed.values()].map(({ line, enabled }) => withValues(line, enabled, rows, context)),
    ),
    ...[...ordersWith(rows, facts).values()].map((ids) =>
      updatePositions(
        config.tenantId,
        numberLines(ids, new Map([...facts.placed].map(([id, { position }]) => [id, position]))),
      ),
    ),
  ]);
}

function withValues(
  line: StoredLine,
  enabled: boolean,
  rows: readonly JudgedRow[],
  context: MemberContext,
): ChangedLine {
  const fields = context.config.lineItemTypes.get(line.typeId)?.fields ?? [];
  const written = lineWith(line, rows, context) ?? { values: standingLine(fields, line.values) };
  if ('fault' in written) throw new Error('A line is put back that was not found good.');
  return { line, enabled, values: written.values };
}

const enabledColumn: HeldField = { key: 'enabled', column: 'enabled' };

/** One of several can stand in the way of another: then nothing is written. */
async function moveBack(
  { recordId, name, version, show }: LinkFacts,
  parentId: number | null,
  transaction: Transaction,
): Promise<void> {
  const [placed] = readPlaced(await transaction.one(placeRecords(parentId, [{ id: recordId, version }])));
  // Somebody wrote other values of it since it was read: it is all read again.
  if (placed?.outcome === 'conflict') throw new StaleConfiguration();
  const whyNot = whyNotPlaced(placed?.outcome ?? 'absent', name, show(parentId));
  if (whyNot !== null) throw invalid(whyNot, 'keys');
}
