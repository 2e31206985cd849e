// The formulas of a type, judged as they stand together after a change, kept by the keys of the fields that they name. What
// they compute becomes other values of records that are there: a pass is begun, which run-formula-passes.ts goes through.
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import {
  judgeFormulas,
  type DesignedField,
  type DesignedLines,
} from '@rowhouse/domain/formulas/judge-formulas.ts';
import { keepFormula } from '@rowhouse/domain/formulas/write-formula.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { beginPass } from './formula-pass-sql.ts';
import { findDesign, selectDesign, type StoredDesign } from './sql.ts';
import { updateFormulas } from './changing-sql.ts';

/** What is said of the formula of a field, which stands already. */
export type GivenFormula = {
  /** 'f12' of a record, 'l12' of a line. */
  readonly key: string;
  /** As a person wrote it; null: people fill the field. */
  readonly text: string | null;
  /** By which a refusal names it: 'fields.2'. */
  readonly at: string;
};

type Work = {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly transaction: Pick<Transaction, 'run'>;
};

/** @param before as the type stood before the change; null for a new one */
export async function putFormulas(
  typeId: number,
  before: StoredDesign | null,
  given: readonly GivenFormula[],
  { tenant, userId, transaction }: Work,
): Promise<void> {
  const design = findDesign(await transaction.run(selectDesign(tenant, typeId)));
  if (design === null) return;
  const texts = new Map(given.map(({ key, text }) => [key, text]));
  const { fields, lines } = designedOf(design, texts);
  const places = new Map(given.map(({ key, at }) => [key, at]));
  const judged = judgeFormulas(fields, lines);
  for (const { key, whyNot } of judged) {
    if (whyNot === null) continue;
    const at = places.get(key);
    if (at !== undefined && texts.get(key) !== null) throw invalid(whyNot, `${at}.formula`);
    const name = [...fields, ...lines.flatMap((one) => one.fields)].find((field) => field.key === key)?.name;
    throw invalid(`“${name ?? key}” could not be computed any more: ${whyNot}`);
  }
  const formulas = new Map(
    judged.flatMap(({ key, formula }) => (formula ? [[key, keepFormula(formula)]] : [])),
  );
  const isOther = (key: string, kept: string | null) =>
    texts.has(key) && (formulas.get(key) ?? null) !== kept;
  const changed = (
    some: readonly { readonly id: number; readonly kept: string | null }[],
    letter: 'f' | 'l',
  ) =>
    some.flatMap(({ id, kept }) =>
      isOther(`${letter}${id}`, kept) ? [{ id, formula: formulas.get(`${letter}${id}`) ?? null }] : [],
    );
  const ofRecord = changed(design.fields, 'f');
  const ofLines = changed(
    design.lineTypes.flatMap((one) => one.fields),
    'l',
  );
  const updates = updateFormulas(tenant, ofRecord, ofLines);
  if (updates.length > 0) await transaction.run(updates);
  const isNewlyComputed = [...ofRecord, ...ofLines].some(({ formula }) => formula !== null);
  if (before !== null && (isNewlyComputed || isSwitchedOn(before, design)))
    await transaction.run(beginPass(tenant, userId, design));
}

function designedOf(
  { fields, lineTypes }: StoredDesign,
  texts: ReadonlyMap<string, string | null>,
): { readonly fields: readonly DesignedField[]; readonly lines: readonly DesignedLines[] } {
  const designed = (
    key: string,
    { kept, ...field }: Omit<DesignedField, 'key' | 'formula'> & { readonly kept: string | null },
  ): DesignedField => {
    const text = texts.get(key);
    const standing = kept === null ? null : { kept };
    return {
      ...field,
      key,
      formula: text === undefined ? standing : text === null ? null : { written: text },
    };
  };
  return {
    fields: fields.map((field) => designed(`f${field.id}`, field)),
    lines: lineTypes.map(({ name, enabled, fields: own }) => ({
      name,
      enabled,
      fields: own.map((field) => designed(`l${field.id}`, { ...field, enabled: field.enabled && enabled })),
    })),
  };
}

/** What was switched off was not computed in lines meanwhile. */
function isSwitchedOn(before: StoredDesign, now: StoredDesign): boolean {
  const off = new Set(
    before.lineTypes.flatMap((one) =>
      one.fields.flatMap(({ id, enabled }) => (one.enabled && enabled ? [] : [id])),
    ),
  );
  return now.lineTypes.some(({ enabled: isOn, fields }) =>
    fields.some(({ id, enabled, kept }) => isOn && enabled && kept !== null && off.has(id)),
  );
}
