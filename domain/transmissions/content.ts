// What goes from one company to another: values by the numbers of the offer, and choices by their names.
import { whyNotFile } from '../attachments/rules.ts';
import type { DataType } from '../fields/data-types.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import { readIds, showSize } from '../kernel/formats.ts';
import { valueOf } from '../values/values.ts';
import { findCounterpart, isFile } from './rules.ts';
import type { CarriedItem, OfferedItem, TargetSettings, TransmissionField } from './setup.ts';

/** Several names where the field holds several choices; a choice of one is a list of one. */
export type SentValue = { readonly item: number; readonly value: string | readonly string[] };
/** What is told of a file. The file itself goes by the storage, and what it is called there is told to nobody. */
export type SentFile = { readonly item: number; readonly name: string; readonly sizeBytes: number };
export type SentContent = {
  readonly values: readonly SentValue[];
  readonly lines: readonly (readonly SentValue[])[];
  /** In their order; absent where there are none. */
  readonly files?: readonly SentFile[];
};

/** By field key, as the contract writes it. */
export type KeyedValues = ReadonlyMap<string, string>;

/** @param nameOf what a choice of the field is called */
export function packValues(
  items: readonly CarriedItem[],
  values: KeyedValues,
  nameOf: (key: string, id: string) => string,
): SentValue[] {
  return items.flatMap(({ key, number, dataType, choices }): SentValue[] => {
    const value = values.get(key);
    if (isFile({ dataType })) return [];
    if (value === undefined || valueOf(dataType).isEmpty(value)) return [];
    if (choices === null) return [{ item: number, value }];
    const ids = valueOf(dataType).choosing === 'many' ? readIds(value).map(String) : [value];
    return ids.length === 0 ? [] : [{ item: number, value: ids.map((id) => nameOf(key, id)) }];
  });
}

/** The name of a choice by the key of its field, disabled ones too. */
export function nameChoice(config: TenantConfig, key: string, id: string): string {
  if (key === 'status') return config.statuses.get(Number(id))?.name ?? id;
  if (key === 'problemCode') return config.problemCodes.get(Number(id))?.name ?? id;
  return config.listValues.get(Number(id) as never)?.value ?? id;
}

export type Unpacked =
  | {
      readonly values: KeyedValues;
      readonly lines: readonly KeyedValues[];
      readonly files: readonly ArrivingFile[];
      readonly fault?: undefined;
    }
  | { readonly fault: Untranslated };
/** A file with the own field that takes it. */
export type ArrivingFile = {
  readonly field: string;
  /** Its place among those that were sent. */
  readonly at: number;
  readonly name: string;
  readonly sizeBytes: number;
};
/** Which value has no counterpart, by the names of both sides. */
export type Untranslated = { readonly item: OfferedItem; readonly value: string; readonly field: string };

/** What arrived as the own fields take it. Nothing is left out in silence: one value without a counterpart fails it all. */
export function unpackContent(
  content: SentContent,
  items: readonly OfferedItem[],
  settings: TargetSettings,
  fields: readonly TransmissionField[],
): Unpacked {
  const { values: unpacked, lines, faults } = unpackAll(content, items, settings, fields);
  const [fault] = faults;
  if (fault !== undefined) return { fault };
  const values = new Map(unpacked);
  if (settings.targetStatusField !== null && settings.targetStatusValue !== null)
    values.set(settings.targetStatusField, settings.targetStatusValue);
  const places = new Map(settings.pairs.map(({ item, field }) => [item, field]));
  const files = (content.files ?? []).flatMap(({ item, name, sizeBytes }, at): ArrivingFile[] => {
    const field = places.get(item);
    return field === undefined ? [] : [{ field, at, name, sizeBytes }];
  });
  return { values, lines, files };
}

/** Why what arrived cannot stand in the own fields for its kind, or null: a field may have become another since the approval. */
export function whyNotKinds(
  values: KeyedValues,
  files: readonly ArrivingFile[],
  fields: readonly TransmissionField[],
): string | null {
  const fieldOf = new Map(fields.map((field) => [field.key, field]));
  for (const key of values.keys()) {
    const field = fieldOf.get(key);
    if (field !== undefined && isFile(field)) return `${field.name} takes files alone.`;
  }
  for (const file of files) {
    const field = fieldOf.get(file.field);
    if (field !== undefined && !isFile(field)) return `${field.name} takes no file.`;
    const whyNot = whyNotFile(file.field, file);
    if (whyNot !== null) return `${field?.name ?? file.name}: ${whyNot}`;
  }
  return null;
}

/** 'Plan.pdf (12 kB), Photo.png (1.5 MB)' */
export const showSentFiles = (files: readonly SentFile[]): string =>
  files.map(({ name, sizeBytes }) => `${name} (${showSize(sizeBytes)})`).join(', ');

/** Each of its values that has no counterpart. */
export const listUntranslated = (
  content: SentContent,
  items: readonly OfferedItem[],
  settings: TargetSettings,
  fields: readonly TransmissionField[],
): readonly Untranslated[] => unpackAll(content, items, settings, fields).faults;

function unpackAll(
  content: SentContent,
  items: readonly OfferedItem[],
  settings: TargetSettings,
  fields: readonly TransmissionField[],
) {
  const places = new Map(settings.pairs.map(({ item, field }) => [item, field]));
  const itemOf = new Map(items.map((item) => [item.number, item]));
  const fieldOf = new Map(fields.map((field) => [field.key, field]));
  const faults: Untranslated[] = [];

  const unpack = (sent: readonly SentValue[]): KeyedValues => {
    const unpacked = new Map<string, string>();
    for (const { item: number, value } of sent) {
      const key = places.get(number);
      const item = itemOf.get(number);
      if (key === undefined || item === undefined) continue;
      const field = fieldOf.get(key);
      if (typeof value === 'string' || field?.choices == null) {
        unpacked.set(key, typeof value === 'string' ? value : value.join(', '));
        continue;
      }
      const ids: string[] = [];
      for (const name of value) {
        const ours = findCounterpart(number, name, field.choices, settings.translations);
        if (ours === null) faults.push({ item, value: name, field: field.name });
        else ids.push(ours);
      }
      unpacked.set(key, writeIds(field.dataType, ids));
    }
    return unpacked;
  };

  return {
    values: unpack(content.values),
    lines: content.lines.map(unpack).filter(({ size }) => size > 0),
    faults,
  };
}

const writeIds = (dataType: DataType, ids: readonly string[]): string =>
  valueOf(dataType).choosing === 'many' ? `[${ids.join(',')}]` : (ids[0] ?? '');
