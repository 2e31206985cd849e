import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import {
  defaultGroupRows,
  mostGroupRows,
  mostGroups,
  mostMeasures,
} from '@rowhouse/domain/aggregates/limits.ts';
import { takesInterval, whyNotGroup, whyNotMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import type {
  AggregateGroupInput,
  AggregateMeasureInput,
  AggregateRecordsInput,
} from '@rowhouse/domain/contract.generated.ts';
import { isFilterable } from '@rowhouse/domain/fields/rules.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { namesOf } from '@rowhouse/domain/records/names-of.ts';
import { rankNames } from '@rowhouse/domain/records/rank-names.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type {
  AggregateGroup,
  AggregateMeasure,
  AggregateQuery,
} from '../../platform/record-store/aggregate-query.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';

/** The groups and measures that the input asks for, or a refusal that names the field and the reason. */
export function parseAggregateQuery(
  input: AggregateRecordsInput,
  records: RecordQuery,
  config: TenantConfig,
): AggregateQuery {
  const { recordType } = records;
  const groups = input.groups ?? [];
  const { measures } = input;
  if (groups.length > mostGroups)
    throw invalid(`Records are grouped by ${mostGroups} fields at most.`, 'groups');
  if (measures.length === 0) throw invalid('Say what is counted.', 'measures');
  if (measures.length > mostMeasures)
    throw invalid(`At most ${mostMeasures} numbers are asked for at once.`, 'measures');
  const limit = input.limit ?? defaultGroupRows;
  if (limit < 1 || limit > mostGroupRows)
    throw invalid(`From 1 to ${mostGroupRows} groups are answered.`, 'limit');
  const measure = input.order?.measure ?? null;
  if (measure !== null && measures[measure] === undefined)
    throw invalid('Groups are ordered by one of the measures, by its place from 0.', 'order.measure');
  return {
    records,
    groups: parseGroups(groups, recordType, config),
    measures: measures.map((one) => parseMeasure(one, recordType)),
    timeZone: input.timeZone ?? 'UTC',
    order: { measure, descending: input.order?.direction === 'DESC' },
    limit,
  };
}

function parseGroups(
  groups: readonly AggregateGroupInput[],
  recordType: AuthorisedRecordType,
  config: TenantConfig,
): AggregateGroup[] {
  if (new Set(groups.map(({ field, interval }) => `${field} ${interval ?? 'DAY'}`)).size < groups.length)
    throw invalid('A group is named twice.', 'groups');
  return groups.map(({ field: key, interval }) => {
    const field = getField(key, recordType);
    const whyNot = whyNotGroup(measured(field));
    if (whyNot !== null) throw invalid(whyNot, key);
    if (interval != null && !takesInterval(field.dataType))
      throw invalid(`${field.name} has no days to be grouped by.`, key);
    return {
      field,
      interval: takesInterval(field.dataType) ? (interval ?? 'DAY') : null,
      ranking:
        valueOf(field.dataType).order === 'name' ? rankNames(namesOf(field, recordType, config)) : null,
    };
  });
}

function parseMeasure(
  { kind, field: key }: AggregateMeasureInput,
  recordType: AuthorisedRecordType,
): AggregateMeasure {
  if (kind === 'COUNT') {
    if (key != null) throw invalid('Records are counted, not a field.', 'measures');
    return { kind, field: null };
  }
  if (key == null) throw invalid('Say which field is counted.', 'measures');
  const field = getField(key, recordType);
  const whyNot = whyNotMeasure(measured(field), kind);
  if (whyNot !== null) throw invalid(whyNot, key);
  return { kind, field };
}

/** Hidden reads as unknown: the same answer, byte for byte. */
function getField(key: string, recordType: AuthorisedRecordType): AuthorisedField {
  const field = recordType.fields.get(key);
  if (field === undefined) throw invalid(`There is no field '${key}' here.`, key);
  return field;
}

const measured = (field: AuthorisedField) => ({ ...field, filterable: isFilterable(field) });
