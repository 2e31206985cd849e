import type { RecordHeader, UpdateRecordInput } from '../contract.generated.ts';
import type { DataType } from './data-types.ts';

/**
 * A field that every record has (Specification 3); its field id is 0 and its name is its key. Everything else that lists
 * base fields is derived from this table, or checked against it.
 */
export type BaseField = {
  readonly name: string;
  readonly label: string;
  readonly dataType: DataType;
  /** Where the values of a relation come from. */
  readonly relation?: 'status' | 'problemCode' | 'user' | 'tenant' | 'recordType' | 'file';
  /** Specification 3 and 6: never editable, whatever the role says. */
  readonly readOnly?: true;
  /** Specification 9: tenant, recordType, enabled and id cannot be filtered. */
  readonly filterable?: false;
  readonly required?: true;
  /** What the contract calls it in a record and in an input, where that is not its name. */
  readonly wire?: { readonly read?: keyof RecordHeader; readonly write: keyof UpdateRecordInput };
};

export const baseFields = [
  { name: 'id', label: 'ID', dataType: 'number', readOnly: true, filterable: false },
  {
    name: 'tenant',
    label: 'Tenant',
    dataType: 'dropdown',
    relation: 'tenant',
    readOnly: true,
    filterable: false,
  },
  {
    name: 'recordType',
    label: 'Record Type',
    dataType: 'dropdown',
    relation: 'recordType',
    readOnly: true,
    filterable: false,
  },
  { name: 'recordNumber', label: 'Record Number', dataType: 'number', required: true },
  {
    name: 'status',
    label: 'Status',
    dataType: 'dropdown',
    relation: 'status',
    required: true,
    wire: { read: 'statusId', write: 'statusId' },
  },
  {
    name: 'problemCode',
    label: 'Problem Code',
    dataType: 'dropdown',
    relation: 'problemCode',
    wire: { read: 'problemCodeId', write: 'problemCodeId' },
  },
  { name: 'description', label: 'Description', dataType: 'string' },
  { name: 'issuedByCompanyName', label: 'Issued by Company Name', dataType: 'string' },
  { name: 'issuedToCompanyName', label: 'Issued to Company Name', dataType: 'string' },
  { name: 'poNumber', label: 'PO Number', dataType: 'number' },
  { name: 'recordDate', label: 'Record Date', dataType: 'date' },
  { name: 'dueDate', label: 'Due Date', dataType: 'date' },
  { name: 'recordCreateDate', label: 'Record Create Date', dataType: 'date' },
  { name: 'validationRequired', label: 'Validation Required', dataType: 'checkbox' },
  { name: 'isProject', label: 'Is Project', dataType: 'checkbox' },
  { name: 'level', label: 'Level', dataType: 'number', readOnly: true },
  { name: 'assignedTo', label: 'Assigned To', dataType: 'dropdown', relation: 'user' },
  { name: 'receivedBy', label: 'Received By', dataType: 'dropdown', relation: 'user' },
  { name: 'approvedBy', label: 'Approved By', dataType: 'dropdown', relation: 'user' },
  { name: 'createdBy', label: 'Created By', dataType: 'dropdown', relation: 'user', readOnly: true },
  { name: 'createdAt', label: 'Created At', dataType: 'datetime', readOnly: true },
  { name: 'receivedAt', label: 'Received At', dataType: 'datetime' },
  { name: 'approvedAt', label: 'Approved At', dataType: 'datetime' },
  { name: 'updatedAt', label: 'Updated At', dataType: 'datetime', readOnly: true },
  { name: 'targetTransmissionTenant', label: 'Target Tenant', dataType: 'dropdown', relation: 'tenant' },
  {
    name: 'recordFile',
    label: 'Record File',
    dataType: 'attachment',
    relation: 'file',
    filterable: false,
    wire: { write: 'recordFileId' },
  },
  { name: 'enabled', label: 'Enabled', dataType: 'checkbox', readOnly: true, filterable: false },
] as const satisfies readonly BaseField[];

type Declared = (typeof baseFields)[number];
export type BaseFieldName = Declared['name'];

type ReadName<Field> = Field extends { wire: { read: infer Name } }
  ? Name
  : Field extends { name: infer Name }
    ? Name
    : never;
type WriteName<Field> = Field extends { wire: { write: infer Name } }
  ? Name
  : Field extends { name: infer Name }
    ? Name
    : never;

/** Does not compile while a field is declared that the contract does not know. */
type In<Known, Name extends Known> = Name;

/** What a record holds of a base field by, in the contract. */
export type BaseReadName = In<keyof RecordHeader, ReadName<Declared>>;

/** What an input may carry of one: of those that a person may write. */
export type BaseInputName = In<keyof UpdateRecordInput, WriteName<Exclude<Declared, { readOnly: true }>>>;

const all: readonly BaseField[] = baseFields;
const byName = new Map(all.map((field) => [field.name, field]));
const byReadName = new Map(all.map((field) => [field.wire?.read ?? field.name, field]));

/** By its name, or by what a record of the contract calls it: filters say statusId and status (Specification 7). */
export const findBaseField = (name: string): BaseField | null =>
  byName.get(name) ?? byReadName.get(name) ?? null;

/** @param name of a base field; any other name stays what it is */
export const readNameOf = (name: string): BaseReadName =>
  (byName.get(name)?.wire?.read ?? name) as BaseReadName;

/** @param name of a base field that a person may write */
export const inputNameOf = (name: string): BaseInputName =>
  (byName.get(name)?.wire?.write ?? name) as BaseInputName;

/** The fields that an input may carry, by the contract's names. */
export const baseInputs = new Map(
  all.filter(({ readOnly }) => readOnly !== true).map((field) => [inputNameOf(field.name), field]),
);
