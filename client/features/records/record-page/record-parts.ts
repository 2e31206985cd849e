// Which fields stand where on the page of a record.
import type { RecordField } from '../record-field.ts';
import { isBase } from '../record-field.ts';

/** The header says these of a record, and changes them in place. */
export const factKeys = ['status', 'problemCode', 'assignedTo'];
/** On a phone there is room for two. */
export const phoneFactKeys = ['status', 'assignedTo'];

/** Its title, which is an input only in Edit. */
export const titleKeys = ['recordNumber', 'description'];

/** What the system notes, and what is the same for all records of a type: seldom read, so it is in Detail alone. */
const quietKeys: ReadonlySet<string> = new Set([
  'id',
  'tenant',
  'recordType',
  'enabled',
  'level',
  'isProject',
  'validationRequired',
  'recordCreateDate',
  'receivedBy',
  'receivedAt',
  'createdBy',
  'createdAt',
  'updatedAt',
]);

export const isQuiet = ({ key, visibility }: RecordField): boolean => quietKeys.has(key) || !visibility;

export type FieldPart = {
  /** Of its place in the page. */
  readonly id: string;
  readonly title: string;
  readonly fields: readonly RecordField[];
};

/** What a person reads first: the number that others call it by, its state, its dates, its file, who approved it. */
const foremost = [
  'recordNumber',
  'description',
  'status',
  'problemCode',
  'assignedTo',
  'poNumber',
  'recordDate',
  'dueDate',
  'recordFile',
  'approvedBy',
  'approvedAt',
];

/**
 * All that the role may see, without what stands in the header; additional fields in the sections that their type gives
 * them. A part without fields is not there.
 */
export function partFields(
  fields: readonly RecordField[],
  inHeader: ReadonlySet<string>,
): readonly FieldPart[] {
  const rank = ({ key }: RecordField) => {
    const place = foremost.indexOf(key);
    if (place >= 0) return place;
    return quietKeys.has(key) ? foremost.length + 1 : foremost.length;
  };
  const inOrder = (part: readonly RecordField[]) =>
    part.toSorted((one, other) => rank(one) - rank(other) || one.order - other.order);
  const additional = fields.filter((field) => !isBase(field));
  const isObject = ({ dataType }: RecordField) => dataType === 'object';
  const parts: FieldPart[] = [
    {
      id: 'general',
      title: 'General',
      fields: inOrder(fields.filter((field) => isBase(field) && !inHeader.has(field.key))),
    },
    ...sectionsOf(inOrder(additional.filter((field) => !isObject(field)))),
    { id: 'objects', title: 'Objects', fields: inOrder(additional.filter(isObject)) },
  ];
  return parts.filter((part) => part.fields.length > 0);
}

/** In the order in which their first fields stand. */
function sectionsOf(fields: readonly RecordField[]): readonly FieldPart[] {
  const bySection = Map.groupBy(fields, ({ section }) => section ?? 'Additional fields');
  return [...bySection].map(([title, part], at) => ({ id: `section-${at + 1}`, title, fields: part }));
}
