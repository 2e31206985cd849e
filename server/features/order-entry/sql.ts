import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { OrderFileKind } from '@rowhouse/domain/order-entry/order-files.ts';
import type { OrderForm, OrderLineFields } from '@rowhouse/domain/order-entry/order-form.ts';
import { isOrderPart } from '@rowhouse/domain/order-entry/sections.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const form = row({
  id: number,
  name: text,
  recordTypeId: number,
  parts: json<string[]>()
    .at('to_json(parts)')
    .as((parts) => parts.filter(isOrderPart)),
  fields: json<Record<string, string>>(),
  lines: json<OrderLineFields>().orNull,
  problemCodeId: number.orNull,
  enabled: flag,
  version: number,
});

export const selectForms = (tenant: TenantId): Statement => ({
  text: `select ${form.columns} from order_form where tenant_id = $1 and enabled order by lower(name), id`,
  values: [tenant],
});

export const selectForm = (tenant: TenantId, id: number): Statement => ({
  text: `select ${form.columns} from order_form where tenant_id = $1 and id = $2 and enabled`,
  values: [tenant, id],
});

export const readForms = (answer: Answer | undefined): OrderForm[] => form.read(answer);
export const findForm = (answer: Answer | undefined): OrderForm | null => form.find(answer);

const file = row({
  kind: text.as((kind) => kind as OrderFileKind),
  fileName: text,
  rowCount: number,
  sizeBytes: number,
  hash: text.at('sha256'),
  uploadedBy: number.as((id) => id as UserId),
  uploadedAt: text.as(instantFromText),
});

export type StoredOrderFile = Described<typeof file>;

export const selectFiles = (tenant: TenantId): Statement => ({
  text: `select ${file.columns} from order_file where tenant_id = $1 order by kind desc`,
  values: [tenant],
});

export const readFiles = (answer: Answer | undefined): StoredOrderFile[] => file.read(answer);

type ReceivedFile = Pick<StoredOrderFile, 'kind' | 'fileName' | 'rowCount' | 'sizeBytes' | 'hash'>;

export const keepFile = (
  tenant: TenantId,
  userId: UserId,
  { kind, fileName, rowCount, sizeBytes, hash }: ReceivedFile,
): Statement => ({
  text: `insert into order_file (tenant_id, kind, file_name, row_count, size_bytes, sha256, uploaded_by)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (tenant_id, kind) do update
         set file_name = excluded.file_name, row_count = excluded.row_count, size_bytes = excluded.size_bytes,
             sha256 = excluded.sha256, uploaded_by = excluded.uploaded_by, uploaded_at = now()`,
  values: [tenant, kind, fileName, rowCount, sizeBytes, hash, userId],
});

/**
 * Of two that submit with one key at the same moment the second waits for the first, and then finds what it made. A key
 * of somebody else that falls together only waits.
 */
export const lockOrderKey = (userId: UserId, key: string): Statement => ({
  text: 'select pg_advisory_xact_lock(74790, hashtext($1))',
  values: [`${userId} ${key}`],
});

const made = row({ id: number, recordNumber: number.at('record_number').orNull });

/** Of the record of an order; its number where the viewer may read it. */
export const madeColumns = (mayReadNumber: boolean): string[] => [
  'id',
  mayReadNumber ? 'record_number' : 'null::bigint as record_number',
];

export const findMade = (answer: Answer | undefined) => made.find(answer);

export const selectAllForms = (tenant: TenantId): Statement => ({
  text: `select ${form.columns} from order_form where tenant_id = $1 order by lower(name), id`,
  values: [tenant],
});

/** Held to the end of the transaction: of two changes at once the second sees what the first made of it. */
export const lockForm = (tenant: TenantId, id: number): Statement => ({
  text: `select ${form.columns} from order_form where tenant_id = $1 and id = $2 for update`,
  values: [tenant, id],
});

type FormDesign = Pick<OrderForm, 'name' | 'parts' | 'fields' | 'lines' | 'problemCodeId' | 'enabled'>;

const designValues = ({ name, parts, fields, lines, problemCodeId, enabled }: FormDesign) => [
  name,
  parts,
  JSON.stringify(fields),
  lines === null ? null : JSON.stringify(lines),
  problemCodeId,
  enabled,
];

export const insertForm = (
  tenant: TenantId,
  made: FormDesign & Pick<OrderForm, 'recordTypeId'>,
): Statement => ({
  text: `insert into order_form (tenant_id, record_type_id, name, parts, fields, lines, problem_code_id, enabled)
         values ($1, $2, $3, $4::text[], $5::jsonb, $6::jsonb, $7, $8) returning ${form.columns}`,
  values: [tenant, made.recordTypeId, ...designValues(made)],
});

export const changeForm = (tenant: TenantId, id: number, wanted: FormDesign): Statement => ({
  text: `update order_form set name = $3, parts = $4::text[], fields = $5::jsonb, lines = $6::jsonb,
           problem_code_id = $7, enabled = $8, version = version + 1
         where tenant_id = $1 and id = $2 returning ${form.columns}`,
  values: [tenant, id, ...designValues(wanted)],
});

const past = row({
  recordId: number.at('id'),
  recordNumber: number.at('record_number').orNull,
  poNumber: text.at('po_number').orNull,
  opportunity: text.at('opportunity').orNull,
  createdAt: text.as(instantFromText).at('created_at').orNull,
});

type PastColumns = Readonly<Record<'recordNumber' | 'poNumber' | 'opportunity' | 'createdAt', string | null>>;

/** Of the record of an earlier order; null for what the viewer does not see. */
export const pastColumns = ({ recordNumber, poNumber, opportunity, createdAt }: PastColumns): string[] => [
  'id',
  recordNumber ?? 'null::bigint',
  poNumber === null ? 'null::text' : `${poNumber}::text`,
  opportunity === null ? 'null::text' : `${opportunity}::text`,
  createdAt ?? 'null::timestamptz',
];

export const readPast = (answer: Answer | undefined) => past.read(answer);
