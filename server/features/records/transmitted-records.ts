// What transmissions ask of records: reading values by the keys of their fields, and making records of such values. The
// application hands it to them.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { recordFileKey, writeAttachedFiles } from '@rowhouse/domain/attachments/attached-file.ts';
import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type { AdditionalFieldInput, UpdateRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { findBaseField, inputNameOf } from '@rowhouse/domain/fields/base-fields.ts';
import { rulesOfType } from '@rowhouse/domain/field-conditions/rules-of-type.ts';
import { additionalFieldKey, parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { dayAt } from '@rowhouse/domain/kernel/dates.ts';
import { firstStatusOf } from '@rowhouse/domain/records/given-values.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { findColumn } from '../../platform/record-store/column.ts';
import { lockStatements, updateManyStatements } from '../../platform/record-store/change-statements.ts';
import { matchingStatement, pageStatement } from '../../platform/record-store/page-statements.ts';
import type { Values } from '../../platform/record-store/predicate.ts';
import { readKeyedValues } from '../../platform/record-store/keyed-values.ts';
import { attachmentColumn } from '../attachments/sql.ts';
import { readLocked } from './bulk-change.ts';
import { bulkRecordChanging } from './bulk-record-changing.ts';
import { defaultsOf } from './create-record.ts';
import { currentReading } from './current-values.ts';
import { fillChange } from './fill-change.ts';
import { judgeEach, refusalOr } from './judge-each.ts';
import { findPathOfChange, givenOf, judgeMove, nothingBefore, pathOfChange } from './judge-move.ts';
import { assignmentsOf, nothingCurrent, parseRecordChange } from './parse-record-change.ts';
import type { FindFile } from './parse-record-change.ts';
import { parseRecordQuery, queryByIds } from './parse-record-query.ts';
import type { JudgedChange } from './record-change.ts';
import { givenNumber, insertRecordsTogether, nextRecordIdsStatement, readNextIds } from './sql.ts';

type KeyedValues = ReadonlyMap<string, string>;
type ArrivingRecord = {
  readonly values: KeyedValues;
  readonly files: ReadonlyMap<string, readonly AttachedFile[]>;
};
type UpdateRecordValues = Omit<UpdateRecordInput, 'id'>;

export const transmittedRecords = (clock: Clock) => ({
  reading(
    { typeId, ids, keys }: { typeId: number; ids: readonly number[]; keys: readonly string[] },
    context: MemberContext,
  ) {
    const recordType = context.authorise(typeId);
    const fields = keys.flatMap((key) => recordType.fields.get(key) ?? []);
    const columns = fields.map((field) => {
      const stored = field.stored.get(recordType.type.id);
      // Files are read as the text that names them, and not as the JSON of that text.
      if (field.dataType === 'attachment' && stored !== undefined) return attachmentColumn(stored.id);
      return findColumn(field, recordType.type)?.expression ?? 'null';
    });
    const query = { ...queryByIds(ids, recordType, context), enabledOnly: true, sort: [] };
    return {
      statement: pageStatement(query, () => ['id', ...columns], { offset: 0, limit: ids.length }, null),
      read: (answer: Answer | undefined) => readKeyedValues(answer, fields),
    };
  },

  newest(typeId: number, most: number, context: MemberContext): Statement {
    const recordType = context.authorise(typeId);
    const query = parseRecordQuery({ recordTypeId: typeId, enabled: true }, recordType, context);
    return pageStatement(query, () => ['id'], { offset: 0, limit: most }, null);
  },

  findNumbers: bulkRecordChanging.findNumbers,

  async findByNumber(recordNumber: number, context: MemberContext): Promise<number[]> {
    const criteria = { operator: 'equals' as const, value: String(recordNumber) };
    const statements = [...context.viewer.recordTypes.keys()].flatMap((typeId) => {
      const recordType = context.authorise(typeId);
      if (recordType.type.isSuper || !recordType.fields.has('recordNumber')) return [];
      const filter = {
        fieldId: 0,
        field: 'recordNumber',
        logicOperator: 'AND' as const,
        priority: 0,
        filterCriteria: criteria,
      };
      const query = parseRecordQuery(
        { recordTypeId: typeId, enabled: false, filters: [filter] },
        recordType,
        context,
      );
      return [matchingStatement({ ...query, sort: [] }, ['id'], ({ leaf }) => leaf)];
    });
    const { answers } = await context.read(statements);
    return answers.flatMap(({ rows }) => rows.map(([id]) => Number(id)));
  },

  findRefusal(typeId: number, record: ArrivingRecord, context: MemberContext): Refusal | null {
    const judged = refusalOr(() => parseArrived(record, context.authorise(typeId), context, clock));
    return judged instanceof Refusal ? judged : null;
  },

  async create(
    typeId: number,
    records: readonly ArrivingRecord[],
    context: MemberContext,
    transaction: Transaction,
  ): Promise<number[]> {
    if (records.length === 0) return [];
    const recordType = context.authorise(typeId);
    const { type } = recordType;
    const { tenantId } = context.viewer;
    const ids = readNextIds(await transaction.one(nextRecordIdsStatement(records.length)));
    const year = Number(dayAt(clock.now(), 'UTC').slice(0, 4));
    const made = records.map((record, index) => {
      const change = parseArrived(record, recordType, context, clock);
      return {
        id: ids[index] ?? 0,
        assign: (bound: Values) => [
          ...assignmentsOf(change, bound, true),
          ...(change.base.has('recordNumber') ? [] : [givenNumber(tenantId, type, year)]),
        ],
      };
    });
    await transaction.run(insertRecordsTogether(tenantId, type, made));
    return ids;
  },

  async assign(
    { typeId, ids, key, value }: { typeId: number; ids: readonly number[]; key: string; value: string },
    context: MemberContext,
    transaction: Transaction,
  ): Promise<readonly number[]> {
    const recordType = context.authorise(typeId);
    const input = inputOf(new Map([[key, value]]));
    const change = parseRecordChange(input, recordType, context.config);
    const query = { ...queryByIds(ids, recordType, context), sort: [] };
    const path = findPathOfChange(input, recordType, context);
    const reading = currentReading(input, recordType);
    const columns = ['enabled', 'null', ...reading.columns, ...(path?.columns ?? [])];
    const locked = (await transaction.run(lockStatements(query, columns))).flatMap(readLocked);
    const { groups, refusals } = judgeEach(change, { recordType, reading, path, locked }, new Map(), context);
    const statements = groups.flatMap((group) =>
      group.ids.length === 0
        ? []
        : updateManyStatements({ ...query, ids: group.ids }, (values) => assignmentsOf(group.change, values)),
    );
    if (statements.length > 0) await transaction.run(statements);
    return ids.filter((id) => refusals.has(id) || (path !== null && !locked.some((one) => one.id === id)));
  },
});

/**
 * The record as it is made: every value is judged as one that the person writes, and what the type requires must be there.
 * What only the form of a new record asks for (Specification 5) is not asked of what another company sends.
 */
function parseArrived(
  { values, files }: ArrivingRecord,
  recordType: AuthorisedRecordType,
  context: MemberContext,
  clock: Clock,
): JudgedChange {
  const { config, viewer } = context;
  if (!mayOnRecordType(viewer, 'create records', recordType.type.id))
    throw new Refusal('FORBIDDEN', 'Your role may not create records here.');
  const named = new Map(values);
  for (const [key, ofField] of files)
    named.set(key, key === recordFileKey ? String(ofField[0]?.id ?? '') : writeAttachedFiles(ofField));
  // A file of this company that another one names in a text is no file of the record.
  const findFile: FindFile = (key, id) => files.get(key)?.find((file) => file.id === id) ?? null;
  const change = parseRecordChange(inputOf(named), recordType, config, { ...nothingCurrent, findFile });
  const defaults = defaultsOf(config, recordType, change);
  const base = new Map(change.base);
  const firstStatus = firstStatusOf(config, recordType.type.id);
  if (base.get('status') == null && firstStatus !== null) base.set('status', firstStatus);
  if (base.get('recordNumber') == null) base.delete('recordNumber');
  if (base.get('recordDate') == null) base.set('recordDate', dayAt(clock.now(), viewer.timeZone ?? 'UTC'));
  base.set('createdBy', viewer.userId);
  base.set('receivedAt', new Date(clock.now()).toISOString());
  const filled = new Set<string>(
    [...base].flatMap(([name, value]) => (change.base.get(name) === value ? [] : [name])),
  );
  const withDefaults = { base, additional: [...change.additional, ...defaults.values()] };
  const rules = rulesOfType(config, viewer, recordType.type);
  const setting = { config, current: nothingCurrent, rules, ruled: null, said: change };
  const whole = fillChange(withDefaults, recordType, setting);
  for (const field of recordType.type.fields) {
    const key = additionalFieldKey(field.id);
    if (!field.enabled || !field.required || defaults.has(field.id)) continue;
    if (rules?.stateOf(key, null, givenOf(whole)).isShown === false) continue;
    const isGiven = whole.additional.some((one) => one.field.id === field.id && one.value !== null);
    if (!isGiven) throw invalid(`${field.name} is required`, key);
  }
  return judgeMove(whole, pathOfChange(recordType.type, null, context), nothingBefore(viewer.userId, filled));
}

/** As a person would send them: the contract has numbers, boxes and texts for base fields, and texts for the others. */
function inputOf(values: KeyedValues): UpdateRecordValues {
  const base: Record<string, string | number | boolean> = {};
  const additionalFields: AdditionalFieldInput[] = [];
  for (const [key, value] of values) {
    const place = parseFieldKey(key);
    if ('fieldId' in place) additionalFields.push({ recordAdditionalFieldByTypeId: place.fieldId, value });
    else base[inputNameOf(key)] = baseInput(key, value);
  }
  return { ...base, additionalFields } as UpdateRecordValues;
}

function baseInput(key: string, value: string): string | number | boolean {
  const field = findBaseField(key);
  return field?.relation === 'file' ? Number(value) : valueOf(field?.dataType ?? 'string').toInput(value);
}
