// A record type, its fields, statuses and problem codes, and its lines.
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { lineKey } from '@rowhouse/domain/formulas/formula.ts';
import { readKeptFormula } from '@rowhouse/domain/formulas/read-formula.ts';
import { nameInFormula, writeFormula } from '@rowhouse/domain/formulas/write-formula.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { before, Gone, orderBack, readVersion, type PutBack, type Saves } from './back.ts';
import {
  findLineField,
  findLineType,
  findPart,
  readOrder,
  selectLineField,
  selectLineFieldOrder,
  selectLineType,
  selectOrder,
  selectPart,
} from './sql.ts';
import type { PartOfType, StoredEntry } from './sql.ts';

const orders = [
  ['field_order', 'field', 'fieldOrder'],
  ['record_status_order', 'record_status', 'statusOrder'],
  ['problem_code_order', 'problem_code', 'problemCodeOrder'],
] as const;

export async function putBackType(entry: StoredEntry, { updateRecordType }: Saves, context: MemberContext) {
  const found = orders.find(([column]) => entry.changes[column] !== undefined);
  if (found === undefined) {
    const version = await readVersion('record_type', entry.entityId, context);
    await updateRecordType({ data: { id: entry.entityId, version, ...before(entry) } }, context);
    return;
  }
  const [column, entity, member] = found;
  const { answers } = await context.read([selectOrder(context.viewer.tenantId, entity, entry.entityId)]);
  const from = readOrder(answers[0]);
  const to = orderBack(from, entry.changes[column]);
  await updateRecordType({ data: { id: entry.entityId, [member]: { from, to } } }, context);
}

/** A field, a status or a problem code. */
export const putBackPart =
  (entity: PartOfType): PutBack =>
  async (entry, { updateRecordType }, context) => {
    const { answers } = await context.read([selectPart(context.viewer.tenantId, entity, entry.entityId)]);
    const part = findPart(answers[0]);
    if (part === null) throw new Gone();
    const { formula, ...was } = before(entry);
    const input = { id: entry.entityId, version: part.version, ...was };
    const computed =
      formula === undefined ? {} : { formula: nameFormula(formula, part.recordTypeId, context) };
    const given =
      entity === 'field'
        ? // That records are empty is no reason against what was asked of them before.
          { fields: [{ ...input, ...computed, ...(was['required'] === true && { requiredFromNow: true }) }] }
        : entity === 'record_status'
          ? { statuses: [input] }
          : { problemCodes: [input] };
    await updateRecordType({ data: { id: part.recordTypeId, ...given } }, context);
  };

export async function putBackLineType(
  entry: StoredEntry,
  { updateRecordType }: Saves,
  context: MemberContext,
) {
  const tenant = context.viewer.tenantId;
  const { answers } = await context.read([
    selectLineType(tenant, entry.entityId),
    selectLineFieldOrder(tenant, entry.entityId),
  ]);
  const type = findLineType(answers[0]);
  if (type === null) throw new Gone();
  const { line_item_field_order: moved, ...was } = before(entry);
  const from = readOrder(answers[1]);
  const ordered =
    moved === undefined
      ? {}
      : { fieldOrder: { from, to: orderBack(from, entry.changes['line_item_field_order']) } };
  const lineTypes = [{ id: entry.entityId, version: type.version, ...was, ...ordered }];
  await updateRecordType({ data: { id: type.recordTypeId, lineTypes } }, context);
}

export async function putBackLineField(
  entry: StoredEntry,
  { updateRecordType }: Saves,
  context: MemberContext,
) {
  const { answers } = await context.read([selectLineField(context.viewer.tenantId, entry.entityId)]);
  const field = findLineField(answers[0]);
  if (field === null) throw new Gone();
  const { formula, ...was } = before(entry);
  const computed =
    formula === undefined ? {} : { formula: nameFormula(formula, field.recordTypeId, context) };
  const fields = [{ id: entry.entityId, version: field.version, ...was, ...computed }];
  const lineTypes = [{ id: field.lineTypeId, version: field.lineTypeVersion, fields }];
  await updateRecordType({ data: { id: field.recordTypeId, lineTypes } }, context);
}

/** It is kept by the keys of fields and saved by their names; one that names what is gone does not go back. */
function nameFormula(kept: unknown, typeId: number, { config }: MemberContext): string | null {
  if (kept === null) return null;
  const formula = readKeptFormula(String(kept));
  if (formula === null) throw new Gone();
  const fields = new Map<string, string>(
    (config.recordTypes.get(recordTypeId(typeId))?.fields ?? []).map(({ id, name }) => [
      additionalFieldKey(id),
      name,
    ]),
  );
  for (const { id, name } of config.lineItemFields.values()) fields.set(lineKey(id), name);
  return writeFormula(formula, (key) => {
    const name = fields.get(key);
    if (name === undefined) throw new Gone();
    return nameInFormula(name);
  });
}
