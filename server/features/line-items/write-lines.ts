// Lines in the contract's shape, which has one item for each value. Thousands of lines are tens of thousands of items:
// for finding them the JSON is written at once, without an object for each.
import type { LineItem, LineItemsRow } from '@rowhouse/domain/contract.generated.ts';
import type { StoredLineItemType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Selection } from '../../platform/record-store/selection.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import type { StoredLine } from './sql.ts';

type LineItemTypes = ReadonlyMap<number, StoredLineItemType>;

export const describeRow = ({ id, enabled, version, index }: StoredLine): LineItemsRow => ({
  id,
  enabled,
  version,
  index,
  auditEntryId: null,
});

const itemId = (line: StoredLine, fieldId: number): string => `${line.id}-${fieldId}`;
const tagOf = (line: StoredLine, fieldId: number): string =>
  `${line.recordId};${line.id};${fieldId};${line.index}`;

/** A value of a field that was disabled is kept, and not shown. */
export const describeLine = (line: StoredLine, types: LineItemTypes): LineItem[] =>
  (types.get(line.typeId)?.fields ?? []).flatMap((field) => {
    const value = line.values[field.id];
    return value === undefined
      ? []
      : {
          id: itemId(line, field.id),
          tag: tagOf(line, field.id),
          value,
          index: line.index,
          createdAt: instantFromText(line.createdAt),
          updateAt: instantFromText(line.updatedAt),
          lineItemsRow: describeRow(line),
          recordHeader: { id: line.recordId },
          lineItemsByTypeFileds: { id: field.id },
        };
  });

type WriteItem = (line: StoredLine, fieldId: number, value: string) => string;

const parts: Readonly<Record<string, WriteItem>> = {
  id: (line, fieldId) => `"${itemId(line, fieldId)}"`,
  tag: (line, fieldId) => `"${tagOf(line, fieldId)}"`,
  value: (_line, _fieldId, value) => JSON.stringify(value),
  index: (line) => String(line.index),
  createdAt: (line) => `"${instantFromText(line.createdAt)}"`,
  updateAt: (line) => `"${instantFromText(line.updatedAt)}"`,
  'lineItemsRow.id': (line) => String(line.id),
  'lineItemsRow.enabled': (line) => String(line.enabled),
  'lineItemsRow.version': (line) => String(line.version),
  'lineItemsRow.index': (line) => String(line.index),
  'recordHeader.id': (line) => String(line.recordId),
  'lineItemsByTypeFileds.id': (_line, fieldId) => String(fieldId),
};

function writerOf(selection: Selection, typeName: string, prefix = ''): WriteItem {
  const members = selection.map(({ responseKey, name, typeName: own, selection: within }) => {
    const key = `${JSON.stringify(responseKey)}:`;
    if (name === '__typename') return { key, write: () => JSON.stringify(typeName) };
    const write = within === null ? parts[`${prefix}${name}`] : writerOf(within, own, `${name}.`);
    return { key, write: write ?? (() => 'null') };
  });
  return (line, fieldId, value) => {
    let text = '{';
    for (const { key, write } of members) {
      text += `${text === '{' ? '' : ','}${key}${write(line, fieldId, value)}`;
    }
    return `${text}}`;
  };
}

export function writeLineItems(
  lines: readonly StoredLine[],
  types: LineItemTypes,
  selection: Selection,
): string {
  const write = writerOf(selection, 'LineItem');
  const items: string[] = [];
  for (const line of lines) {
    for (const { id } of types.get(line.typeId)?.fields ?? []) {
      const value = line.values[id];
      if (value !== undefined) items.push(write(line, id, value));
    }
  }
  return `[${items.join(',')}]`;
}
