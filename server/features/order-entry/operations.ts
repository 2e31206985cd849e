import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { toFileName } from '@rowhouse/domain/attachments/rules.ts';
import type { OrderFile, OrderForm as ShownForm } from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { largestOrderFileBytes, orderFileLinkTtlMs } from '@rowhouse/domain/order-entry/limits.ts';
import {
  emptyOrderFile,
  orderFileGrant,
  orderFileTooLarge,
  orderFileUploadGrant,
} from '@rowhouse/domain/order-entry/order-files.ts';
import { attachmentsOf } from '@rowhouse/domain/order-entry/order-attachments.ts';
import { choicesOf, findTarget } from '@rowhouse/domain/order-entry/order-form.ts';
import type { OrderForm } from '@rowhouse/domain/order-entry/order-form.ts';
import { requireOrderEntry, whyNotForm } from '@rowhouse/domain/order-entry/access.ts';
import { questionsOf } from '@rowhouse/domain/order-entry/sections.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Grants } from '../../identity/grants.ts';
import { readFiles, readForms, selectFiles, selectForms } from './sql.ts';
import { submitOrder } from './submit-order.ts';
import type { OrderServices } from './submit-order.ts';

/** What a link to send a file to carries; the route judges it anew. */
export type OrderFileToSend = { readonly kind: OrderFile['kind']; readonly fileName: string };

export const orderEntryOperations = ({
  grants,
  ...services
}: OrderServices & { readonly grants: Grants }): Pick<
  OperationTable,
  'findOrderForms' | 'findOrderFiles' | 'submitOrder' | 'startOrderFileUpload'
> => ({
  async findOrderForms(_input, context) {
    const { answers } = await context.read([selectForms(context.viewer.tenantId)]);
    return readForms(answers[0]).flatMap((form) => showForm(form, context) ?? []);
  },

  async findOrderFiles(_input, context) {
    const { viewer, config, read } = context;
    requireOrderEntry(config, viewer);
    const { tenantId, userId, sessionId } = viewer;
    const { answers } = await read([selectFiles(tenantId)]);
    const files = readFiles(answers[0]).map(({ uploadedBy, ...file }) => {
      const payload = { tenantId, userId, sessionId, kind: file.kind };
      return {
        ...file,
        uploadedBy: config.members.get(uploadedBy)?.name ?? null,
        url: `/order-files/${grants.signGrant(orderFileGrant, payload, orderFileLinkTtlMs)}`,
      };
    });
    return { files, mayReplace: viewer.administers };
  },

  submitOrder: ({ data }, context) => submitOrder(data, context, services),

  startOrderFileUpload({ data: { kind, fileName, sizeBytes } }, { viewer }) {
    const name = toFileName(fileName);
    if (name === '') throw invalid('A file needs a name.', 'fileName');
    if (sizeBytes <= 0) throw invalid(emptyOrderFile, 'sizeBytes');
    if (sizeBytes > largestOrderFileBytes) throw invalid(orderFileTooLarge, 'sizeBytes');
    const { tenantId, userId, sessionId } = viewer;
    const upload: OrderFileToSend = { kind, fileName: name };
    const grant = grants.signGrant(
      orderFileUploadGrant,
      { tenantId, userId, sessionId, upload },
      orderFileLinkTtlMs,
    );
    return Promise.resolve({ url: `/order-file-uploads/${grant}`, method: 'PUT' });
  },
});

/** Null for a form of a type that the viewer may not make records of. */
function showForm(form: OrderForm, { config, viewer }: MemberContext): ShownForm | null {
  const recordType = findAuthorisedRecordType(config, viewer, recordTypeId(form.recordTypeId));
  if (recordType === null || !mayOnRecordType(viewer, 'create records', recordType.type.id)) return null;
  const { type } = recordType;
  const choices = questionsOf(form.parts).flatMap(({ key }) => {
    const values = choicesOf(config, findTarget(type, form.fields[key]));
    return values === undefined ? [] : [{ key, values }];
  });
  return {
    id: form.id,
    name: form.name,
    recordType: { id: type.id, name: type.name },
    parts: [...form.parts],
    choices,
    takesLines: form.lines !== null,
    attachments: attachmentsOf(form, recordType),
    version: form.version,
    whyNot: whyNotForm(form, recordType),
  };
}
