// Forms as they are made and changed by who administers the company; what dealers see of them is in operations.ts.
import type {
  CreateOrderFormInput,
  OrderFormDesign,
  UpdateOrderFormInput,
} from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import { longestFormName } from '@rowhouse/domain/order-entry/limits.ts';
import { fitForm, fitLines, listUntaken } from '@rowhouse/domain/order-entry/match-form.ts';
import { questionsWithoutField } from '@rowhouse/domain/order-entry/order-form.ts';
import type { OrderForm } from '@rowhouse/domain/order-entry/order-form.ts';
import {
  formChangedMeanwhile,
  formNameMissing,
  formNameTaken,
  formNameTooLong,
  formNotFound,
  noSuchPart,
  noSuperForm,
  withoutFields,
  withoutOptionLines,
} from '@rowhouse/domain/order-entry/rules.ts';
import { isOrderPart, orderParts } from '@rowhouse/domain/order-entry/sections.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { changeForm, findForm, insertForm, lockForm, readForms, selectAllForms } from './sql.ts';

type Names = 'findOrderFormDesigns' | 'createOrderForm' | 'updateOrderForm';

export const orderFormOperations: Pick<OperationTable, Names> = {
  async findOrderFormDesigns(_input, { viewer, config, read }) {
    const { answers } = await read([selectAllForms(viewer.tenantId)]);
    return {
      forms: readForms(answers[0]).map((form) => showDesign(form, config)),
      recordTypes: [...config.recordTypes.values()]
        .filter(({ isSuper }) => !isSuper)
        .map((type) => ({
          id: type.id,
          name: type.name,
          isNumbered: type.isNumbered,
          takesLines: fitLines([...config.lineItemTypes.values()], type) !== null,
          problemCodes: [...config.problemCodes.values()]
            .filter((code) => code.enabled && code.recordTypeId === type.id)
            .map(({ id, name }) => ({ id, name })),
          untaken: listUntaken(orderParts, type.fields).map(({ question: { key }, whyNot }) => ({
            key,
            whyNot,
          })),
        })),
    };
  },

  createOrderForm: ({ data }, context) =>
    once(data.name, async () => {
      const wanted = readDesign(data, data.recordTypeId, context.config);
      const { tenantId } = context.viewer;
      const made = { ...wanted, recordTypeId: data.recordTypeId, enabled: true };
      return context.write([], async (transaction) => {
        const [inserted] = await transaction.finish([insertForm(tenantId, made)]);
        return showDesign(requireForm(findForm(inserted)), context.config);
      });
    }),

  updateOrderForm: ({ data }, context) =>
    once(data.name, () => {
      const { tenantId } = context.viewer;
      return context.write([lockForm(tenantId, data.id)], async (transaction, [found]) => {
        const current = requireForm(findForm(found));
        const wanted = readDesign(data, current.recordTypeId, context.config);
        if (current.version !== data.version) throw formChangedMeanwhile(showDesign(current, context.config));
        const [changed] = await transaction.finish([
          changeForm(tenantId, data.id, { ...wanted, enabled: data.enabled }),
        ]);
        return showDesign(requireForm(findForm(changed)), context.config);
      });
    }),
};

/** Of two forms of one name the second is refused, however close they come. */
async function once<Made>(name: string, work: () => Promise<Made>): Promise<Made> {
  try {
    return await work();
  } catch (error) {
    if (databaseErrorCode(error) !== '23505') throw error;
    throw new Refusal('INVALID', formNameTaken(name.trim()), { field: 'name' });
  }
}

function requireForm(form: OrderForm | null): OrderForm {
  if (form === null) throw new Refusal('NOT_FOUND', formNotFound);
  return form;
}

type Design = CreateOrderFormInput | UpdateOrderFormInput;

function readDesign(data: Design, typeId: number, config: TenantConfig) {
  const name = requireStorableText(data.name, 'name').trim();
  if (name === '') throw invalid(formNameMissing, 'name');
  if (name.length > longestFormName) throw invalid(formNameTooLong, 'name');
  const type = config.recordTypes.get(recordTypeId(typeId));
  if (type === undefined) throw notFound('The record type');
  if (type.isSuper) throw invalid(noSuperForm, 'recordTypeId');
  const parts = [...new Set(data.parts)].map((part) => {
    if (!isOrderPart(part)) throw invalid(noSuchPart, 'parts');
    return part;
  });
  const { fields, missing } = fitForm(parts, type);
  if (missing.length > 0) throw invalid(withoutFields(type.name, missing), 'parts');
  const lines = data.takesLines ? fitLines([...config.lineItemTypes.values()], type) : null;
  if (data.takesLines && lines === null) throw invalid(withoutOptionLines(type.name), 'takesLines');
  const problemCodeId = data.problemCodeId ?? null;
  const code = problemCodeId === null ? null : config.problemCodes.get(problemCodeId);
  if (code === undefined || (code !== null && (!code.enabled || code.recordTypeId !== type.id)))
    throw invalid('Should be a value from the list', 'problemCodeId');
  return { name, parts, fields, lines, problemCodeId };
}

function showDesign(form: OrderForm, config: MemberContext['config']): OrderFormDesign {
  const type = config.recordTypes.get(recordTypeId(form.recordTypeId));
  return {
    id: form.id,
    name: form.name,
    recordType: { id: form.recordTypeId, name: type?.name ?? '' },
    missing: type === undefined ? [] : questionsWithoutField(form, type).map(({ name }) => name),
    parts: [...form.parts],
    problemCodeId: form.problemCodeId,
    takesLines: form.lines !== null,
    enabled: form.enabled,
    version: form.version,
  };
}
