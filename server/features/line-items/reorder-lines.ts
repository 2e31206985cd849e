import type { LineItemsRow, ReorderLineItemsInput } from '@rowhouse/domain/contract.generated.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { mostLinesOfRecord } from '@rowhouse/domain/line-items/limits.ts';
import { numberLines, placeLines, whyNotPlaced } from '@rowhouse/domain/line-items/order.ts';
import { orderChangedMeanwhile } from '@rowhouse/domain/line-items/rules.ts';
import { deletedIsNotEdited } from '@rowhouse/domain/records/deleted-record.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { readOwnEntries, selectOwnEntries } from '../../platform/record-store/own-entries.ts';
import { findPlacesStatement } from '../../platform/record-store/standing-records.ts';
import { deletedRecords, findSight, requireEditableLines } from './find-sight.ts';
import { holdOrder, readLines, readOrder, selectSavedLines, updatePositions } from './sql.ts';
import { describeRow } from './write-lines.ts';

/** The moved lines as they stand now. */
export async function reorderLines(
  data: ReorderLineItemsInput,
  context: MemberContext,
): Promise<LineItemsRow[]> {
  const { tenantId } = context.viewer;
  const { recordHeaderId, rows } = data;
  if (rows.length > mostLinesOfRecord) throw invalid('A record has no so many lines.', 'rows');
  const first = [findPlacesStatement(context.config, [recordHeaderId]), holdOrder(tenantId, recordHeaderId)];
  return context.write(first, async (transaction, [places, held]) => {
    const sight = await findSight(places, context, (statements) => transaction.run(statements));
    const typeId = sight.get(recordHeaderId);
    if (typeId === undefined) throw notFound('The record');
    requireEditableLines(context.viewer, typeId);
    if (deletedRecords(places).has(recordHeaderId)) throw invalid(deletedIsNotEdited);
    const all = readOrder(held);
    const kind = all.find((line) => line.id === rows[0]?.rowId)?.typeId;
    const current = all.filter((line) => line.typeId === kind);
    const ids = current.map((line) => line.id);
    const placed = rows.map((row) => ({ id: row.rowId, index: row.index }));
    if (placed.some(({ id }) => !ids.includes(id))) throw notFound('The line');
    if (rows.some((row) => ids[row.fromIndex - 1] !== row.rowId)) throw orderChangedMeanwhile();
    const whyNot = whyNotPlaced(ids, placed);
    if (whyNot !== null) throw invalid(whyNot, 'rows');
    const numbers = new Map(current.map(({ id, position }) => [id, position]));
    const positions = numberLines(placeLines(ids, placed), numbers);
    const moved = placed.map(({ id }) => id);
    const [, after, told] = await transaction.finish([
      updatePositions(tenantId, positions),
      selectSavedLines(context.config, [recordHeaderId], moved),
      selectOwnEntries(tenantId, 'line_item_order', [recordHeaderId]),
    ]);
    const auditEntryId = readOwnEntries(told).get(recordHeaderId) ?? null;
    return readLines(after).map((line) => ({ ...describeRow(line), auditEntryId }));
  });
}
