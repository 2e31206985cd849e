import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { storedForm, type SlotLetter, type SqlType } from './stored-forms.ts';

/** A typed column of the record table: n3, t12. Null where a field has none and its values stand in the overflow. */
export type Slot = `${SlotLetter}${number}`;

const slotCounts: Readonly<Record<SlotLetter, number>> = { n: 30, d: 20, r: 40, b: 30, m: 10, t: 60 };

const slotTypes: Readonly<Record<SlotLetter, SqlType>> = {
  n: 'float8',
  d: 'timestamptz',
  r: 'bigint',
  b: 'boolean',
  m: 'bigint[]',
  t: 'text',
};

export const slotType = (slot: Slot): SqlType => slotTypes[slot[0] as SlotLetter];

export const isSlot = (name: string): name is Slot => /^[ndrbmt][1-9][0-9]?$/.test(name);

/** The first free slot for a field of the type, or null: long text, objects and attachments never have one. */
export function findFreeSlot(dataType: DataType, taken: ReadonlySet<string>): Slot | null {
  if (dataType === 'textarea') return null;
  const { letter } = storedForm(dataType);
  if (letter === null) return null;
  for (let number = 1; number <= slotCounts[letter]; number += 1) {
    const slot: Slot = `${letter}${number}`;
    if (!taken.has(slot)) return slot;
  }
  return null;
}
