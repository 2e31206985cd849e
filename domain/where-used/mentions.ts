// Gathers what one place refers to. Keys of fields and values of conditions are read here, so that each kind of place says
// only what it has.
import { findBaseField } from '../fields/base-fields.ts';
import { additionalFieldKey, parseFieldKey } from '../fields/field.ts';
import { readLineKey } from '../formulas/formula.ts';
import { fieldId, recordTypeId } from '../kernel/ids.ts';
import type { FilterCriteria } from '../records/filter-rules.ts';
import type { StoredField, TenantConfig } from '../tenants/tenant-config.ts';
import { aField, aThing, keyOfThing, type Thing, type ThingKind } from './thing.ts';

/** With the keys of the things that are asked about; null where all mentions are wanted. */
export type PlaceConfig = TenantConfig & { readonly sought: ReadonlySet<string> | null };

export type NamedCondition = FilterCriteria & { readonly field: string };

export class Mentions {
  readonly byThing = new Map<string, Set<string>>();
  readonly #config: PlaceConfig;

  constructor(config: PlaceConfig) {
    this.#config = config;
  }

  add(thing: Thing, as: string): this {
    const key = keyOfThing(thing);
    if (this.#config.sought !== null && !this.#config.sought.has(key)) return this;
    const known = this.byThing.get(key);
    if (known === undefined) this.byThing.set(key, new Set([as]));
    else known.add(as);
    return this;
  }

  of(kind: Exclude<ThingKind, 'FIELD'>, id: number | null, as: string): this {
    return id === null ? this : this.add(aThing(kind, id), as);
  }

  /** @param key 'status', 'f12', or 'l34' of a line; of a super type the field of every type that it gathers */
  field(typeId: number, key: string, as: string): this {
    const line = readLineKey(key);
    if (line !== null) return this.of('LINE_FIELD', line, as);
    const type = this.#config.recordTypes.get(recordTypeId(typeId));
    const related = type?.isSuper === true ? type.relatedIds : [];
    const stored = this.#stored(key);
    if (stored === null) {
      const base = findBaseField(key);
      if (base !== null) for (const id of [typeId, ...related]) this.add(aField(id, base.name), as);
      return this;
    }
    this.add(aField(stored.recordTypeId, key), as);
    for (const id of related)
      for (const twin of this.#config.recordTypes.get(id)?.fields ?? [])
        if (twin.name.toLowerCase() === stored.name.toLowerCase() && twin.dataType === stored.dataType)
          this.add(aField(id, additionalFieldKey(twin.id)), as);
    return this;
  }

  /** A value that a field holds, as it is kept. What is no id ('@username', a day) names nothing. */
  value(key: string, value: string, as: string): this {
    const id = /^\d+$/.test(value) ? Number(value) : 0;
    const kind = id === 0 ? null : this.#kindOfValue(key);
    return kind === null ? this : this.of(kind, id, as);
  }

  conditions(typeId: number, conditions: readonly NamedCondition[], as: string): this {
    for (const { field, value, values } of conditions) {
      this.field(typeId, field, as);
      for (const one of values ?? (value == null ? [] : [value])) this.value(field, one, as);
    }
    return this;
  }

  #stored(key: string): StoredField | null {
    const parsed = parseFieldKey(key);
    return 'base' in parsed ? null : (this.#config.fields.get(fieldId(parsed.fieldId)) ?? null);
  }

  #kindOfValue(key: string): Exclude<ThingKind, 'FIELD'> | null {
    const line = readLineKey(key);
    const stored = line === null ? this.#stored(key) : (this.#config.lineItemFields.get(line) ?? null);
    if (stored !== null) return stored.listId === null ? null : 'LIST_VALUE';
    const relation = findBaseField(key)?.relation;
    if (relation === 'status') return 'STATUS';
    if (relation === 'problemCode') return 'PROBLEM_CODE';
    if (relation === 'user') return 'USER';
    return relation === 'recordType' ? 'RECORD_TYPE' : null;
  }
}
