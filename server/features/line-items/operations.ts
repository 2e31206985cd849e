import { parseAuditSlice } from '@rowhouse/domain/audit-log/page.ts';
import type { LineItemsByType } from '@rowhouse/domain/contract.generated.ts';
import { rulesOfLines } from '@rowhouse/domain/field-conditions/rules-of-lines.ts';
import { toldRule } from '@rowhouse/domain/field-conditions/told-rule.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { standingFills } from '@rowhouse/domain/fills/configured-fills.ts';
import { takesNewValues } from '@rowhouse/domain/lists/rules.ts';
import { mostLinesAtOnce, mostRecordsOfLines } from '@rowhouse/domain/line-items/limits.ts';
import { openLineItemTypes } from '@rowhouse/domain/line-items/rules.ts';
import type { StoredLineItemType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { WrittenJson } from '../../graphql/written-json.ts';
import { findPlacesStatement } from '../../platform/record-store/standing-records.ts';
import { changeLines, changeOneLine } from './change-lines.ts';
import { describeHistory } from './describe-history.ts';
import { findSight, findSightInType, requireLines } from './find-sight.ts';
import { reorderLines } from './reorder-lines.ts';
import { countHistory, readHistory, readHistoryCount, readLines, selectHistory, selectLines } from './sql.ts';
import { writeLineItems } from './write-lines.ts';

export const lineItemsOperations: Pick<
  OperationTable,
  | 'findAllLineItemsByType'
  | 'findLineItems'
  | 'filterAuditLogsForLineItems'
  | 'createLineItems'
  | 'updateLineItems'
  | 'createOrUpdateManyLineItems'
  | 'reorderLineItems'
> = {
  async findAllLineItemsByType({ data }, { config, viewer, authorise }) {
    const open = openLineItemTypes(config, viewer);
    if (data?.recordType == null) return open.map((type) => describeType(type, config, viewer));
    const asked = new Set(authorise(data.recordType).sources.map((source) => source.type.id));
    return open
      .filter((type) => asked.has(type.recordTypeId))
      .map((type) => describeType(type, config, viewer));
  },

  async findLineItems({ data }, context) {
    const ids = [...new Set(data.recordHeadersIds)];
    if (ids.length > mostRecordsOfLines)
      throw invalid(
        `The lines of at most ${mostRecordsOfLines} records can be asked for at once.`,
        'recordHeadersIds',
      );
    const rowIds = data.rowIds == null ? null : [...new Set(data.rowIds)];
    if (rowIds !== null && rowIds.length > mostLinesAtOnce)
      throw invalid(`At most ${mostLinesAtOnce} lines can be asked for by their ids.`, 'rowIds');
    const withDeleted = data.withDeleted === true;
    const ofAll = selectLines(context.config, ids, { rowIds, withDeleted });
    let read: Answer | undefined;
    // With the lines, in one round trip: of records that turn out to be out of sight nothing is used.
    const ask = async (statements: readonly Statement[]) => {
      const { answers } = await context.readTogether([...statements, ofAll]);
      read = answers.at(-1);
      return answers;
    };
    const known = data.recordTypeId == null ? null : context.authorise(data.recordTypeId);
    const sight =
      known === null || known.type.isSuper
        ? await findSight(
            (await context.read([findPlacesStatement(context.config, ids)])).answers[0],
            context,
            ask,
          )
        : await findSightInType(ids, known, context, ask);
    for (const typeId of new Set(sight.values())) requireLines(context.viewer, typeId);
    const found = readLines(read).filter((line) => sight.has(line.recordId));
    return new WrittenJson(writeLineItems(found, context.config.lineItemTypes, context.selection));
  },

  async filterAuditLogsForLineItems({ data: { filterInput, ...data }, ...beside }, context) {
    const slice = parseAuditSlice(data.pagination, beside.pagination);
    const { viewer, config } = context;
    const { recordId } = filterInput;
    if (filterInput.tenantId != null && filterInput.tenantId !== viewer.tenantId)
      throw new Refusal('NOT_FOUND', 'The company was not found.', { field: 'tenantId' });
    const { answers } = await context.read([findPlacesStatement(config, [recordId])]);
    const sight = await findSight(
      answers[0],
      context,
      async (statements) => (await context.read(statements)).answers,
    );
    const typeId = sight.get(recordId);
    if (typeId === undefined) throw notFound('The record');
    requireLines(viewer, typeId);
    const found = await context.read([
      selectHistory(viewer.tenantId, recordId, slice),
      countHistory(viewer.tenantId, recordId),
    ]);
    return {
      logs: readHistory(found.answers[0]).map((entry) => describeHistory(entry, config)),
      total: readHistoryCount(found.answers[1]),
    };
  },

  createLineItems: ({ data }, context) => changeOneLine(data, context),

  updateLineItems: ({ data }, context) => changeOneLine(data, context),

  createOrUpdateManyLineItems: ({ data, together }, context) =>
    changeLines(data, context, { together: together === true }),

  reorderLineItems: ({ data }, context) => reorderLines(data, context),
};

const describeType = (type: StoredLineItemType, config: TenantConfig, viewer: Viewer): LineItemsByType => ({
  id: type.id,
  name: type.name,
  description: type.description,
  visibility: type.visibility,
  enabled: true,
  recordType: { id: type.recordTypeId, name: config.recordTypes.get(type.recordTypeId)?.name ?? '' },
  lineItemsByTypeFileds: type.fields.map((field) => ({
    id: field.id,
    name: field.name,
    dataType: field.dataType,
    required: field.required,
    order: field.order,
    enabled: true,
    listType: field.listId === null ? null : { id: field.listId, dataType: field.listType ?? 'Value' },
    takesNewValues: takesNewValues(
      viewer,
      field.listId === null ? undefined : config.lists.get(field.listId),
    ),
    currency: field.currency,
    formula: field.formula,
    fills: [...standingFills(field, type.fields, config)],
  })),
  rules: (rulesOfLines(config, viewer, type)?.rules ?? []).map((rule) => toldRule(rule, type.recordTypeId)),
});
