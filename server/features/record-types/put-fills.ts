// What choices fill, judged as the type stands after a change. A pair that stood already may rest: it is not judged again.
import type { ListId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { mostFills, readFills, writeFills, type FieldFill } from '@rowhouse/domain/fills/field-fill.ts';
import { canFill, fillsNothing, whyNotFill } from '@rowhouse/domain/fills/why-not-fill.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  findDesign,
  selectDesign,
  type StoredDesign,
  type StoredDesignField,
  type StoredDesignLineField,
} from './sql.ts';
import { updateFills } from './changing-sql.ts';

/** What is said of the fills of a field, which stands already. */
export type GivenFills = {
  readonly id: number;
  readonly isOfLines: boolean;
  /** With the numbers below zero of fields that were made with it. */
  readonly text: string;
  /** The ids of the fields that were made with it, in their order. */
  readonly made: readonly number[];
  /** By which a refusal names it: 'fields.2'. */
  readonly at: string;
};

type Work = {
  readonly tenant: TenantId;
  readonly config: TenantConfig;
  readonly transaction: Pick<Transaction, 'run'>;
};

type DesignedField = StoredDesignField | StoredDesignLineField;

export async function putFills(
  typeId: number,
  given: readonly GivenFills[],
  { tenant, config, transaction }: Work,
): Promise<void> {
  if (given.length === 0) return;
  const design = findDesign(await transaction.run(selectDesign(tenant, typeId)));
  if (design === null) return;
  const changed = given.flatMap((one) => {
    const fields = siblingsOf(one, design);
    const field = fields.find(({ id }) => id === one.id);
    if (field === undefined) return [];
    const fills = readFills(one.text).map(({ fieldId, propertyId }): FieldFill => {
      const id = Number(fieldId);
      return { fieldId: id < 0 ? (one.made[-id - 1] ?? 0) : id, propertyId };
    });
    if (writeFills(fills) === field.fills) return [];
    requireFills(field, fills, fields, config, `${one.at}.fills`);
    return [{ id: one.id, isOfLines: one.isOfLines, fills }];
  });
  const updates = updateFills(
    tenant,
    changed.filter(({ isOfLines }) => !isOfLines),
    changed.filter(({ isOfLines }) => isOfLines),
  );
  if (updates.length > 0) await transaction.run(updates);
}

const siblingsOf = ({ id, isOfLines }: GivenFills, design: StoredDesign): readonly DesignedField[] =>
  isOfLines
    ? (design.lineTypes.find(({ fields }) => fields.some((field) => field.id === id))?.fields ?? [])
    : design.fields;

function requireFills(
  field: DesignedField,
  fills: readonly FieldFill[],
  fields: readonly DesignedField[],
  config: TenantConfig,
  at: string,
): void {
  if (fills.length === 0) return;
  const list = field.listId === null ? undefined : config.lists.get(field.listId as ListId);
  if (!canFill(field.dataType, list)) throw invalid(fillsNothing, at);
  if (fills.length > mostFills) throw invalid(`A choice fills at most ${mostFills} fields.`, at);
  const before = new Set(readFills(field.fills).map((one) => `${one.fieldId}:${one.propertyId}`));
  const seen = new Set<number>();
  for (const { fieldId, propertyId } of fills) {
    const filled = fields.find(({ id }) => id === fieldId);
    const isOld = before.has(`${fieldId}:${propertyId}`);
    // What was deleted since may go on to be named by what stood.
    if (filled === undefined && isOld) continue;
    if (filled === undefined || filled === field) throw notFound('The field that is filled');
    if (seen.has(fieldId)) throw invalid(`“${filled.name}” is filled twice.`, at);
    seen.add(fieldId);
    if (isOld) continue;
    const property = config.objectProperties.find(
      ({ id, objectDefinitionId, enabled }) =>
        id === propertyId && enabled && objectDefinitionId === list?.objectDefinitionId,
    );
    if (property === undefined) throw notFound('The property');
    const { name, dataType, listId, formula } = filled;
    const currency =
      config.fields.get(fieldId as never)?.currency ?? config.lineItemFields.get(fieldId)?.currency;
    const whyNot = whyNotFill({ name, dataType, listId, currency, isComputed: formula !== null }, property);
    if (whyNot !== null) throw invalid(whyNot, at);
  }
}
