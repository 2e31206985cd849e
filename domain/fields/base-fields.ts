import type { DataType } from './data-types.ts';

/** A field that every record has (Specification 3); its field id is 0 and its name is its key. */
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
  { name: 'status', label: 'Status', dataType: 'dropdown', relation: 'status', required: true },
  { name: 'problemCode', label: 'Problem Code', dataType: 'dropdown', relation: 'problemCode' },
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
  { name: 'recordFile', label: 'Record File', dataType: 'attachment', relation: 'file', filterable: false },
  { name: 'enabled', label: 'Enabled', dataType: 'checkbox', readOnly: true, filterable: false },
] as const satisfies readonly BaseField[];

export type BaseFieldName = (typeof baseFields)[number]['name'];

const byName = new Map<string, BaseField>(baseFields.map((field) => [field.name, field]));

/** Specification 7 renames statusId and problemCodeId to status and problemCode in filters; both are taken. */
const spellings: Readonly<Record<string, BaseFieldName>> = {
  statusId: 'status',
  problemCodeId: 'problemCode',
};

export const findBaseField = (name: string): BaseField | null => byName.get(spellings[name] ?? name) ?? null;
