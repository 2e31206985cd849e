import type { RetypeTarget } from '@rowhouse/domain/record-types/retype.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import {
  convertValue,
  type ConversionReading,
  type ConvertedField,
  type Outcome,
} from '@rowhouse/domain/values/conversion.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { convertedField } from './converted-field.ts';

/** So many different values are remembered. */
const mostKnown = 2000;

export type Examined = {
  readonly outcome: Outcome;
  /** As people read it, before and afterwards. */
  readonly show: () => { readonly before: string; readonly after: string };
};

/** What becomes of a value, null of nothing; each different one is converted once, as long as there are few. */
export function createExaminer(
  from: RetypeTarget,
  to: RetypeTarget,
  reading: ConversionReading,
  config: TenantConfig,
): (stored: string) => Examined | null {
  const { timeZone } = reading;
  const sides: readonly [ConvertedField, ConvertedField] = [
    convertedField(from, config, timeZone),
    convertedField(to, config, timeZone),
  ];
  const shown = (value: string, { dataType, nameOf }: ConvertedField) =>
    value === '' ? '' : valueOf(dataType).show(value, { timeZone, nameOf });
  const known = new Map<string, ReturnType<typeof convertValue>>();
  const convert = (stored: string) => {
    const before = known.get(stored);
    if (before !== undefined) return before;
    const converted = convertValue(stored, ...sides, reading);
    if (known.size < mostKnown) known.set(stored, converted);
    return converted;
  };
  return (stored) => {
    if (stored === '' || valueOf(from.dataType).isEmpty(stored)) return null;
    const { outcome, value } = convert(stored);
    return { outcome, show: () => ({ before: shown(stored, sides[0]), after: shown(value, sides[1]) }) };
  };
}
