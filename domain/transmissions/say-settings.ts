// What the two halves of a mapping say, in words, for whoever reads the audit log.
import { findBaseField } from '../fields/base-fields.ts';
import { fieldId } from '../kernel/ids.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import { valueOf } from '../values/values.ts';
import { nameChoice } from './content.ts';
import type { SourceSettings, TargetSettings } from './setup.ts';

/** So many fields and translations are named; the others are counted. */
const mostNamed = 5;
const gone = 'a field that is gone';

/** Of the source's half ('Sent when Status is Ready'), of the target's, or null of what is neither. */
export function saySettings(stored: object, config: TenantConfig): string | null {
  if ('triggerField' in stored) return saySource(stored as Partial<SourceSettings>, config);
  if ('pairs' in stored) return sayTarget(stored as Partial<TargetSettings>, config);
  return null;
}

function saySource(
  {
    kept,
    triggerField,
    triggerValue,
    sourceStatusField,
    sourceSuccessStatusValue,
    sourceErrorStatusValue,
  }: Partial<SourceSettings>,
  config: TenantConfig,
): string {
  // What the command line wrote has names for values.
  const name = (key: string | null | undefined, value: string): string =>
    kept === 'ids' && key != null ? sayValue(key, value, config) : value;
  const ends = [
    sourceSuccessStatusValue == null
      ? []
      : `${name(sourceStatusField, sourceSuccessStatusValue)} when it is delivered`,
    sourceErrorStatusValue == null
      ? []
      : `${name(sourceStatusField, sourceErrorStatusValue)} when it cannot be`,
  ].flat();
  return [
    triggerField == null
      ? 'Sent by hand'
      : `Sent when ${sayField(triggerField, config)} is ${name(triggerField, triggerValue ?? '')}`,
    ...(sourceStatusField == null || ends.length === 0
      ? []
      : [`${sayField(sourceStatusField, config)} becomes ${ends.join(', ')}`]),
  ].join('; ');
}

function sayTarget(
  { targetStatusField, targetStatusValue, pairs = [], translations = [] }: Partial<TargetSettings>,
  config: TenantConfig,
): string {
  const fieldOf = new Map(pairs.map(({ item, field }) => [item, field]));
  return [
    pairs.length === 0 ? 'Takes nothing' : `Fills ${list(pairs.map(({ field }) => sayField(field, config)))}`,
    ...(targetStatusField == null || targetStatusValue == null
      ? []
      : [
          `${sayField(targetStatusField, config)} becomes ${sayValue(targetStatusField, targetStatusValue, config)}`,
        ]),
    ...(translations.length === 0
      ? []
      : [
          list(
            translations.map(
              ({ item, theirs, ours }) => `${theirs} is ${sayValue(fieldOf.get(item) ?? '', ours, config)}`,
            ),
          ),
        ]),
  ].join('; ');
}

const storedField = (key: string, config: TenantConfig) => {
  const id = Number(key.slice(1));
  return (
    findBaseField(key) ??
    (key.startsWith('l') ? config.lineItemFields.get(id) : config.fields.get(fieldId(id)))
  );
};

function sayField(key: string, config: TenantConfig): string {
  const field = storedField(key, config);
  if (field === undefined) return gone;
  return 'label' in field ? field.label : field.name;
}

function sayValue(key: string, value: string, config: TenantConfig): string {
  const dataType = storedField(key, config)?.dataType;
  if (dataType === undefined) return value;
  if (dataType === 'checkbox') return value === 'true' ? 'checked' : 'not checked';
  return valueOf(dataType).choosing !== null && /^\d+$/.test(value) ? nameChoice(config, key, value) : value;
}

const list = (words: readonly string[]): string =>
  words.length <= mostNamed
    ? words.join(', ')
    : `${words.slice(0, mostNamed).join(', ')} and ${words.length - mostNamed} more`;
