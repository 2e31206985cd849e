// What only an open panel calls: it comes with the panel, and the grid's page goes without it.
import type {
  FilterAuditLogsForLineItemsInput,
  LineItemsRowInput,
  ReorderLineItemsInput,
  UndoChangesInput,
} from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../../platform/graphql/documents.generated.ts';
import { request } from '../../../platform/graphql/request.ts';
import { makeRandomKey } from '../../../platform/random-key.ts';
import { sendOnBadLine } from '../../../platform/send-through-gaps.ts';

/** Of lines that changed: where they stand is asked for as well. */
const findChangedLinesDocument = graphql(`
  query FindChangedLines($data: FindLineItemsInput!) {
    findLineItems(data: $data) {
      value
      lineItemsRow {
        id
        version
        index
      }
      lineItemsByTypeFileds {
        id
      }
    }
  }
`);

export const findChangedLines = async (recordId: number, lineIds: readonly number[]) =>
  (await request(findChangedLinesDocument, { data: { recordHeadersIds: [recordId], rowIds: [...lineIds] } }))
    .findLineItems;

const saveManyLinesDocument = graphql(`
  mutation SaveManyLines($data: [LineItemsRowInput!]!, $together: Boolean) {
    createOrUpdateManyLineItems(data: $data, together: $together) {
      lineItemsRow {
        id
        version
        index
      }
      lineItems {
        value
        lineItemsRow {
          id
          version
        }
        lineItemsByTypeFileds {
          id
        }
      }
      refusal {
        code
        message
        lineItemsByTypeFiledsId
      }
      auditEntryId
    }
  }
`);

/** Each has its key: sent again, it is made or changed once. */
export const saveManyLines = async (data: KeyedLine[]) =>
  (await sendOnBadLine(() => request(saveManyLinesDocument, { data }))).createOrUpdateManyLineItems;

export type KeyedLine = LineItemsRowInput & { idempotencyKey: string };

const deleteLineDocument = graphql(`
  mutation DeleteLine($data: UpdateLineItemsInput!) {
    updateLineItems(data: $data) {
      auditEntryId
    }
  }
`);

/** The entry of the history that tells it. */
export async function deleteLine(line: { recordHeaderId: number; rowId: number; version: number }) {
  const data = { ...line, enabled: false, idempotencyKey: makeRandomKey() };
  return (await sendOnBadLine(() => request(deleteLineDocument, { data }))).updateLineItems.auditEntryId;
}

const undoLinesDocument = graphql(`
  mutation UndoLines($data: UndoChangesInput!) {
    undoChanges(data: $data) {
      outcome
      rows {
        name
        whyNot
      }
    }
  }
`);

export const undoLineChanges = async (data: UndoChangesInput) =>
  (await request(undoLinesDocument, { data })).undoChanges;

const reorderLinesDocument = graphql(`
  mutation ReorderLines($data: ReorderLineItemsInput!) {
    reorderLineItems(data: $data) {
      id
      index
      auditEntryId
    }
  }
`);

/** The entry of the history that tells it. */
export async function reorderLines(recordHeaderId: number, rows: ReorderLineItemsInput['rows']) {
  const { reorderLineItems } = await request(reorderLinesDocument, { data: { recordHeaderId, rows } });
  return reorderLineItems[0]?.auditEntryId ?? null;
}

const findLineHistoryDocument = graphql(`
  query FindLineHistory($data: FilterAuditLogsForLineItemsInput!) {
    filterAuditLogsForLineItems(data: $data) {
      total
      logs {
        id
        action
        datetime
        lineItemsRowId
        user {
          id
          name
          email
        }
        changes {
          what
          lineItemsByTypeFiledsId
          oldValue
          newValue
        }
      }
    }
  }
`);

export const findLineHistory = async (data: FilterAuditLogsForLineItemsInput, signal: AbortSignal) =>
  (await request(findLineHistoryDocument, { data }, { signal })).filterAuditLogsForLineItems;
