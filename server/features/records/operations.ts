import type { ExportFormat } from '@rowhouse/domain/contract.generated.ts';
import { dayAt, isTimeZone } from '@rowhouse/domain/kernel/dates.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Grants } from '../../identity/grants.ts';
import { changeRecords } from './bulk-change.ts';
import { changeRecord } from './change-record.ts';
import { countRecordsByType } from './count-records.ts';
import { createRecord } from './create-record.ts';
import type { FieldUseNotes } from './field-use-notes.ts';
import { findLastChanges } from './find-last-changes.ts';
import { findByIds, findQuery, requireIds } from './find-records.ts';
import { parseRecordQuery, parseSlice, parseTreePart } from './parse-record-query.ts';
import type { PageReader } from './read-record-page.ts';
import { readRecordPage } from './read-record-page.ts';
import { keepExportStatement, readKeptExport } from './sql.ts';

export type RecordServices = PageReader & {
  readonly clock: Clock;
  readonly grants: Grants;
  readonly fieldUse: FieldUseNotes;
};

type RecordOperations = Pick<
  OperationTable,
  | 'findRecordHeader'
  | 'filterAndSortRecordHeader'
  | 'findLastRecordChanges'
  | 'exportRecordHeaders'
  | 'countRecordsByType'
  | 'registerRecordHeader'
  | 'updateRecordHeader'
  | 'updateBulkRecordHeader'
>;

export const exportLinkMs = 60_000;

export function createRecordOperations(services: RecordServices): RecordOperations {
  return {
    filterAndSortRecordHeader({ data, pagination, tree }, context) {
      const recordType = context.authorise(data.recordTypeId);
      const query = { ...parseRecordQuery(data, recordType, context), ...parseTreePart(tree, recordType) };
      services.fieldUse.note(context.viewer.tenantId, query);
      return readRecordPage(query, parseSlice(pagination), context, services);
    },

    async findRecordHeader({ data, pagination }, context) {
      const slice = parseSlice(pagination);
      if (data.recordTypeId != null) {
        const recordType = context.authorise(data.recordTypeId);
        return readRecordPage(findQuery(data, recordType, context), slice, context, services);
      }
      if (data.ids == null) throw invalid('Name the records by ids, or their type by recordTypeId.', 'ids');
      return findByIds(requireIds(data.ids), slice, data.enabled ?? null, context);
    },

    findLastRecordChanges: ({ data }, context) => findLastChanges(data, context),

    countRecordsByType: (_input, context) => countRecordsByType(context, services),

    async exportRecordHeaders({ data }, context) {
      const recordType = context.authorise(data.query.recordTypeId);
      parseRecordQuery(data.query, recordType, context);
      for (const key of data.columns) {
        if (!recordType.fields.has(key)) throw invalid(`There is no field '${key}' here.`, key);
      }
      if (new Set(data.columns).size < data.columns.length)
        throw invalid('A column is named twice.', 'columns');
      if (data.columns.length === 0) throw invalid('Choose at least one column.', 'columns');
      if (data.timeZone != null && !isTimeZone(data.timeZone))
        throw invalid('There is no such time zone.', 'timeZone');
      const { tenantId, userId, sessionId } = context.viewer;
      const id = await context.write([keepExportStatement(tenantId, userId, data)], (_, [kept]) =>
        Promise.resolve(readKeptExport(kept)),
      );
      const grant = services.grants.signGrant('export', { id, tenantId, userId, sessionId }, exportLinkMs);
      const today = dayAt(services.clock.now(), data.timeZone ?? context.viewer.timeZone ?? 'UTC');
      return {
        url: `/exports/${grant}`,
        fileName: exportFileName(recordType.type.name, today, data.format ?? 'CSV'),
      };
    },

    registerRecordHeader: ({ data }, context) => createRecord(data, context, services.clock),

    updateRecordHeader: ({ data }, context) => changeRecord(data, context),

    updateBulkRecordHeader: ({ ids, data }, context) => changeRecords(ids, data, context),
  };
}

export const exportFileName = (typeName: string, today: string, format: ExportFormat): string =>
  `${typeName.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '') || 'records'}_${today}.${format.toLowerCase()}`;
