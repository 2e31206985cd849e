// What the choices of a change of a record fill beside what it says: where the role may write, and no condition closes the field.
import type { AuthorisedRecordType } from '../access/authorised-record-type.ts';
import type { RuledValues, RulesOfType } from '../field-conditions/rules-of-type.ts';
import { additionalFieldKey, parseFieldKey } from '../fields/field.ts';
import type { StoredField, StoredRecordType, TenantConfig } from '../tenants/tenant-config.ts';
import { fillingOf, hasFills, standingFills } from './configured-fills.ts';
import { fillFrom } from './fill-from.ts';

export type FilledValue = { readonly field: StoredField; readonly value: string | null };

export type RecordFilling = {
  readonly config: TenantConfig;
  /** What the record holds now, by the id of a field that chooses. */
  readonly held: (fieldId: number) => readonly number[];
  /** By which its fields are closed; null where they have none. */
  readonly rules: RulesOfType | null;
  /** What it holds of what they ask; null: it is a new record. */
  readonly ruled: RuledValues | null;
  /** The keys of the fields of which whoever writes says something; what is a default is filled over. */
  readonly said: ReadonlySet<string>;
};

const nothing: readonly FilledValue[] = [];

/**
 * @param values by field key all that the change comes to
 * @returns what comes beside them, or why it cannot
 */
export function fillRecord(
  values: ReadonlyMap<string, string | null>,
  { type, fields: seen }: AuthorisedRecordType,
  { config, held, rules, ruled, said }: RecordFilling,
): readonly FilledValue[] | { readonly key: string; readonly sentence: string } {
  const { fields } = type;
  const choosing = fields.filter((field) => values.has(additionalFieldKey(field.id)));
  if (!hasFills(choosing)) return nothing;
  const chosen = choosing.flatMap(({ id, fills }): [string, string][] => {
    if (fills.length === 0) return [];
    const value = values.get(additionalFieldKey(id)) ?? null;
    const [before, ...others] = held(id);
    const isSame = others.length === 0 && before !== undefined && String(before) === value;
    return value === null || isSame ? [] : [[String(id), value]];
  });
  const closed = new Set<string>();
  const filling = fillingOf(fields, config, (id) => {
    const key = additionalFieldKey(id);
    return seen.get(key)?.access === 'Editable' && !said.has(key) && !closed.has(key);
  });
  // What is filled can close a field that is filled beside it: that one is left as it is.
  for (;;) {
    const filled = [...fillFrom(chosen, filling)].flatMap(([id, text]): FilledValue[] => {
      const field = fields.find((one) => String(one.id) === id);
      return field === undefined ? [] : [{ field, value: text === '' ? null : text }];
    });
    const after = new Map([...values, ...filled.map(({ field, value }) => [keyOf(field), value] as const)]);
    const newlyClosed = filled.filter(({ field }) => {
      const state = rules?.stateOf(keyOf(field), ruled, after);
      return state !== undefined && (!state.isShown || state.whyReadOnly !== null);
    });
    if (newlyClosed.length === 0) {
      const missing = filled.find(({ field, value }) => value === null && field.required)?.field;
      return missing === undefined
        ? filled
        : { key: keyOf(missing), sentence: `${missing.name} is required` };
    }
    for (const { field } of newlyClosed) closed.add(keyOf(field));
  }
}

const keyOf = ({ id }: StoredField): string => additionalFieldKey(id);

/** The keys of the fields that choices of these may fill, directly or over others. */
export function keysFilledBy(
  keys: readonly string[],
  { fields }: Pick<StoredRecordType, 'fields'>,
  config: TenantConfig,
): readonly string[] {
  const found = new Set<string>();
  const visit = (key: string): void => {
    const parsed = parseFieldKey(key);
    const field = 'base' in parsed ? undefined : fields.find(({ id }) => Number(id) === parsed.fieldId);
    for (const { fieldId } of field === undefined ? [] : standingFills(field, fields, config)) {
      const filled = additionalFieldKey(fieldId);
      if (found.has(filled)) continue;
      found.add(filled);
      visit(filled);
    }
  };
  keys.forEach(visit);
  return [...found].filter((key) => !keys.includes(key));
}

/** Of them those that the role may write. */
export const keysToFill = (
  keys: readonly string[],
  { type, fields }: AuthorisedRecordType,
  config: TenantConfig,
): readonly string[] =>
  keysFilledBy(keys, type, config).filter((key) => fields.get(key)?.access === 'Editable');
