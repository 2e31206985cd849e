// A line as the panel knows it: the contract's items of one row, gathered.
import type { FieldRule } from '@rowhouse/domain/field-conditions/rules-of-fields.ts';
import { isDataType, type DataType } from '@rowhouse/domain/fields/data-types.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { isEditedInLine } from '@rowhouse/domain/line-items/edited-in-line.ts';

export type LineField = {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly required: boolean;
  readonly order: number;
  readonly listType: { readonly id: number; readonly dataType: string } | null;
  readonly takesNewValues?: boolean;
  readonly currency: string | null;
  /** By the keys of the line's fields; null where people fill it. */
  readonly formula: string | null;
  /** What a choice of it fills. */
  readonly fills?: readonly { readonly fieldId: number; readonly propertyId: number }[];
};

export type LineType = {
  readonly id: number;
  readonly name: string;
  readonly fields: readonly LineField[];
  /** By which of its fields are required, read only or shown. */
  readonly rules: readonly FieldRule[];
};

/** A new line has a text for its id until it is saved. */
export type LineId = number | string;

export type Line = {
  readonly id: LineId;
  readonly version: number;
  /** By field key; empty values are not in it. */
  readonly values: ReadonlyMap<string, string>;
  readonly isNew: boolean;
  /** Of a line that was just saved: the entry of the history that tells it. */
  readonly auditEntryId?: number | null;
};

type Item = {
  readonly value: string;
  readonly lineItemsRow: { readonly id: number; readonly version: number };
  readonly lineItemsByTypeFileds: { readonly id: number };
};

/** In the order in which their items come. */
export function gatherLines(items: readonly Item[]): Line[] {
  const lines: Line[] = [];
  let values = new Map<string, string>();
  for (const { value, lineItemsRow, lineItemsByTypeFileds } of items) {
    if (lines.at(-1)?.id !== lineItemsRow.id) {
      values = new Map();
      lines.push({ id: lineItemsRow.id, version: lineItemsRow.version, values, isNew: false });
    }
    values.set(additionalFieldKey(lineItemsByTypeFileds.id), value);
  }
  return lines;
}

type SentType = {
  readonly id: number;
  readonly name: string;
  readonly visibility: boolean;
  readonly lineItemsByTypeFileds: readonly (Omit<LineField, 'key' | 'dataType'> & {
    readonly dataType: string;
  })[];
  readonly rules: readonly SentRule[];
};

type SentRule = Omit<FieldRule, 'dataType' | 'conditions'> & {
  readonly dataType: string;
  readonly conditions: readonly unknown[] | null;
};

/** Kinds of lines that are not to be seen are left out. */
export const readLineTypes = (sent: readonly SentType[]): LineType[] =>
  sent.flatMap(({ id, name, visibility, lineItemsByTypeFileds: fields, rules }) =>
    visibility
      ? {
          id,
          name,
          fields: fields
            .flatMap(({ dataType, formula, ...field }): LineField[] =>
              isDataType(dataType)
                ? [{ ...field, dataType, key: additionalFieldKey(field.id), formula: toOwnKeys(formula) }]
                : [],
            )
            .toSorted((one, other) => one.order - other.order),
          rules: rules.map(withOwnKeys),
        }
      : [],
  );

/** A formula names fields of lines as 'l12'; in the panel each has one key, 'f12'. What stands in a text is no key. */
const toOwnKeys = (formula: string | null): string | null =>
  formula?.replace(/"[^"]*"|\[l/g, (part) => (part === '[l' ? '[f' : part)) ?? null;

function withOwnKeys(sent: SentRule): FieldRule {
  const rule = sent as FieldRule;
  const toOwnKey = (key: string) => key.replace(/^l/, 'f');
  return {
    ...rule,
    field: toOwnKey(rule.field),
    conditions: rule.conditions?.map((one) => ({ ...one, field: toOwnKey(one.field) })) ?? null,
  };
}

export const isEdited = ({ dataType, formula }: LineField): boolean =>
  formula === null && isEditedInLine(dataType);

/** Those of one kind; a line without a value of any is of none. */
export const linesOf = (type: LineType, lines: readonly Line[]): Line[] => {
  const keys = new Set(type.fields.map(({ key }) => key));
  return lines.filter((line) => [...line.values.keys()].some((key) => keys.has(key)));
};
