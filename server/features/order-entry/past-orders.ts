// Earlier orders of a form, so that one can be ordered again. They are records as any other: found by the query of records, and
// told as far as the role sees their fields and their lines.
import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type { PastOrderLine } from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { mostLineQuantity, mostOrderLines, mostPastOrders } from '@rowhouse/domain/order-entry/limits.ts';
import type { OrderForm } from '@rowhouse/domain/order-entry/order-form.ts';
import { formNotFound } from '@rowhouse/domain/order-entry/rules.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { findColumn } from '../../platform/record-store/column.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { readLines, selectLines } from '../line-items/sql.ts';
import { findForm, pastColumns, readPast, selectForm } from './sql.ts';

export const pastOrderOperations: Pick<OperationTable, 'findPastOrders' | 'findPastOrderLines'> = {
  async findPastOrders({ data }, context) {
    const { form, recordType } = await openForm(data.formId, context);
    const { answers } = await context.read([select(form, recordType, context, null)]);
    return readPast(answers[0]);
  },

  async findPastOrderLines({ data }, context) {
    const { form, recordType } = await openForm(data.formId, context);
    const { viewer } = context;
    if (!mayOnRecordType(viewer, 'line item access', recordType.type.id))
      throw new Refusal('FORBIDDEN', 'Your role may not see line items here.');
    const { answers } = await context.readTogether([
      select(form, recordType, context, data.recordId),
      selectLines(context.config, [data.recordId], { rowIds: null, withDeleted: false }),
    ]);
    // Of a record that is out of sight nothing is used.
    const [past] = readPast(answers[0]);
    if (past === undefined) throw notFound('The record');
    const { lines } = form;
    const { recordNumber } = past;
    const type = lines === null ? undefined : context.config.lineItemTypes.get(lines.lineItemTypeId);
    if (lines === null || type === undefined) return { recordNumber, lines: [] };
    const isKept = new Set(type.fields.map(({ id }) => id));
    const ordered = readLines(answers[1])
      .filter(({ typeId }) => typeId === lines.lineItemTypeId)
      .slice(0, mostOrderLines)
      .flatMap(({ values }): PastOrderLine[] => {
        const text = (id: number | null) => (id !== null && isKept.has(id) ? (values[id] ?? '') : '');
        const option = text(lines.option);
        const quantity = Math.trunc(Number(text(lines.quantity)) || 1);
        return option === ''
          ? []
          : [
              {
                option,
                quantity: Math.min(Math.max(quantity, 1), mostLineQuantity),
                price: text(lines.price) || null,
              },
            ];
      });
    return { recordNumber, lines: ordered };
  },
};

type OpenForm = { readonly form: OrderForm; readonly recordType: AuthorisedRecordType };

/** A form of a type that the viewer may not make records of reads as none, as in the list of forms. */
async function openForm(id: number, { config, viewer, read }: MemberContext): Promise<OpenForm> {
  const { answers } = await read([selectForm(viewer.tenantId, id)]);
  const form = findForm(answers[0]);
  const recordType =
    form === null ? null : findAuthorisedRecordType(config, viewer, recordTypeId(form.recordTypeId));
  if (form === null || recordType === null || !mayOnRecordType(viewer, 'create records', recordType.type.id))
    throw new Refusal('NOT_FOUND', formNotFound, { field: 'formId' });
  return { form, recordType };
}

/** Of one record, or of the last ones that the viewer made; of all in sight where the role does not see who made them. */
function select(
  form: OrderForm,
  recordType: AuthorisedRecordType,
  context: MemberContext,
  id: number | null,
) {
  const { fields, type } = recordType;
  const columnOf = (field: AuthorisedField | undefined) =>
    field === undefined ? null : (findColumn(field, type)?.expression ?? null);
  const opportunity = fields.get(form.fields['opportunity'] ?? '');
  const isText = opportunity !== undefined && valueOf(opportunity.dataType).family === 'text';
  const columns = pastColumns({
    recordNumber: columnOf(fields.get('recordNumber')),
    poNumber: columnOf(fields.get(form.fields['poNumber'] ?? '')),
    opportunity: isText ? columnOf(opportunity) : null,
    createdAt: columnOf(fields.get('createdAt')),
  });
  const createdBy = fields.get('createdBy');
  const createdAt = fields.get('createdAt');
  const all: RecordQuery = { ...queryOfIds([], recordType, context), enabledOnly: true, ids: null };
  const query: RecordQuery =
    id !== null
      ? { ...all, ids: [id] }
      : {
          ...all,
          conditions:
            createdBy === undefined
              ? []
              : [
                  {
                    field: createdBy,
                    criteria: { operator: 'is', value: String(context.viewer.userId) },
                    logicOperator: 'AND',
                  },
                ],
          sort: createdAt === undefined ? [] : [{ field: createdAt, descending: true }],
        };
  return pageStatement(query, () => columns, { offset: 0, limit: mostPastOrders }, null);
}
