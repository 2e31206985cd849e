// A record type gets the fields that an order form asks for, each called as its question: whoever makes a form types none of them.
import { listUntaken } from '@rowhouse/domain/order-entry/match-form.ts';
import { noFieldCanBeAdded, noSuchPart, noSuperForm } from '@rowhouse/domain/order-entry/rules.ts';
import { dataTypeOf, isOrderPart } from '@rowhouse/domain/order-entry/sections.ts';
import type { OrderPart } from '@rowhouse/domain/order-entry/sections.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import { lockType, lockTypeNames } from './asking-sql.ts';
import { changeDesign } from './change-design.ts';
import { findDesign, selectDesign } from './sql.ts';
import { requireDesign } from './standing-design.ts';

export const orderFieldsOperations = (clock: Clock): Pick<OperationTable, 'addOrderFields'> => ({
  async addOrderFields({ data }, { viewer, config, write }) {
    const tenant = viewer.tenantId;
    const parts = data.parts.map(requirePart);
    // Locked, so that of two presses the second finds what the first has added.
    const first = [lockTypeNames(tenant), lockType(tenant, data.recordTypeId)];
    return write(first, async (transaction) => {
      const current = requireDesign(
        findDesign(await transaction.run(selectDesign(tenant, data.recordTypeId))),
      );
      if (current.isSuper) throw invalid(noSuperForm, 'recordTypeId');
      const untaken = listUntaken(parts, current.fields);
      const inTheWay = untaken.flatMap(({ whyNot }) => whyNot ?? []);
      const added = untaken.flatMap(({ question, whyNot }) => (whyNot === null ? [question] : []));
      if (added.length === 0 && inTheWay.length > 0)
        throw invalid(noFieldCanBeAdded(current.name, inTheWay), 'parts');
      if (added.length > 0) {
        const fields = added.map((question) => ({
          name: question.name,
          dataType: dataTypeOf(question),
          section: question.section,
        }));
        const year = new Date(clock.now()).getUTCFullYear();
        await changeDesign({ id: data.recordTypeId, fields }, current, {
          tenant,
          userId: viewer.userId,
          config,
          transaction,
          year,
        });
      }
      return { added: added.map(({ name }) => name), inTheWay };
    });
  },
});

function requirePart(part: string): OrderPart {
  if (!isOrderPart(part)) throw invalid(noSuchPart, 'parts');
  return part;
}
