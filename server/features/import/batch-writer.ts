// A batch is one transaction: its records with their lines, the list values that they need, their counts and their
// audit, or nothing of it.
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { fillingOf, hasFills } from '@rowhouse/domain/fills/configured-fills.ts';
import { fillFrom } from '@rowhouse/domain/fills/fill-from.ts';
import { keysFilledBy } from '@rowhouse/domain/fills/fill-record.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { createLineRule } from '@rowhouse/domain/import/beginning.ts';
import type { ChoiceNames } from '@rowhouse/domain/import/choice-names.ts';
import { listImportFields } from '@rowhouse/domain/import/import-field.ts';
import type { ImportField } from '@rowhouse/domain/import/import-field.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { ListId } from '@rowhouse/domain/kernel/ids.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { additionalColumn } from '../../platform/record-store/column.ts';
import { insertRecordsStatement } from '../../platform/record-store/insert-records.ts';
import type { PlacedValue, RecordPlace } from '../../platform/record-store/insert-records.ts';
import { placeOfType } from '../../platform/record-store/places.ts';
import { createBegunType } from '../../platform/tenant-config/begun-type.ts';
import { insertBeforeRecords } from '../line-items/sql.ts';
import type { NewLineItem } from '../line-items/sql.ts';
import type { ImportRequest, ImportSummary } from './import-request.ts';
import { addToStanding } from './import-sums.ts';
import type { Amount, Amounts } from './import-sums.ts';
import {
  addListValuesStatement,
  analyzeBucket,
  beginImportStatements,
  findListValuesStatements,
  findNumbersStatement,
  placeStatement,
  readAddedIds,
  readBuckets,
  readListValues,
  readNumbers,
  readTakenIds,
  sumAmountsStatement,
  sumLineAmountsStatement,
  takeRecordIdsStatement,
} from './sql.ts';

const typeChanged =
  'The record type was changed while the import ran. What came in stays; run the same again and it goes on.';

/** A row that was found good, with its lines. */
export type AcceptedRecord = {
  readonly row: number;
  readonly number: number;
  readonly values: ReadonlyMap<string, string>;
  readonly lines: readonly ReadonlyMap<string, string>[];
};

export function createBatchWriter(request: ImportRequest, amounts: Amounts, choices: ChoiceNames) {
  const { database, config, recordType, records, lines, numbers: given, userId, dryRun } = request;
  const scope = {
    tenantId: config.tenantId,
    userId,
    source: { kind: 'IMPORT', file: records.name } as const,
  };
  const numberField = listImportFields(recordType).filter(
    ({ key }) => given !== null && key === 'recordNumber',
  );
  const mapped = [...records.mapping.fixed, ...records.mapping.columns].map(({ field }) => field);
  const choosing = mapped.flatMap(({ stored: field }) => (field !== null && hasFills([field]) ? field : []));
  const filled = [...numberField, ...mapped, ...fieldsToFill()];
  const places: RecordPlace[] = [
    { base: 'id' },
    ...(userId === null ? [] : [{ base: 'createdBy' } as const]),
    ...filled.map((field) => placeOf(field)),
  ];
  const lineFields =
    lines === null ? [] : [...lines.mapping.fixed, ...lines.mapping.columns].map(({ field }) => field);
  /** What the choices of the file may fill beside its columns. */
  function fieldsToFill(): ImportField[] {
    if (choosing.length === 0) return [];
    const keys = keysFilledBy(
      mapped.map(({ key }) => key),
      recordType,
      config,
    );
    return listImportFields(recordType).filter(({ key }) => keys.includes(key));
  }

  /** The row with what its choices fill; an empty cell says nothing. */
  function fillRow(values: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const chosen = choosing.flatMap(({ id }): [string, string][] => {
      const value = values.get(additionalFieldKey(id));
      return value === undefined ? [] : [[String(id), value]];
    });
    if (chosen.length === 0) return values;
    const isOpen = (id: number) => !values.has(`f${id}`);
    const more = fillFrom(chosen, fillingOf(recordType.fields, config, isOpen));
    return new Map([
      ...values,
      ...[...more].flatMap(([id, text]) => (text === '' ? [] : [[`f${id}`, text] as const])),
    ]);
  }

  /** Ids of the list values that were made, by the id below zero that stood for them. */
  const stored = new Map<number, number>();
  let { bucket } = placeOfType(recordType);
  const begunType = createBegunType(request, typeChanged);
  const kindOfLines = lines === null ? undefined : config.lineItemTypes.get(lines.typeId);
  const judgeLine = kindOfLines && createLineRule(config, kindOfLines, userId);

  async function write(batch: readonly AcceptedRecord[], summary: ImportSummary): Promise<void> {
    const numbers = batch.map(({ number }) => number);
    if (dryRun) {
      const [place] = await database.read(scope, [placeStatement(recordType.id)]);
      const buckets = bucketsOf(place);
      const [current] = await database.read(scope, [findNumbersStatement(buckets, recordType.id, numbers)]);
      const there = thereOf(current);
      noteStanding(summary, there, await database.read(scope, sumStatements(buckets, there)));
      note(summary, batch, there, createdIn(batch).length);
      return;
    }
    const done = await begunType.write(scope, async (transaction) => {
      const begun = await transaction.run(beginImportStatements(config.tenantId, recordType.id));
      const buckets = bucketsOf(begun.at(-1));
      const [current, taken] = await transaction.run([
        findNumbersStatement(buckets, recordType.id, numbers),
        takeRecordIdsStatement(batch.length),
      ]);
      const there = thereOf(current);
      const standing = await transaction.run(sumStatements(buckets, there));
      const fresh = batch.filter(({ number }) => !there.has(number));
      const created = await storeListValues(transaction, createdIn(fresh));
      bucket = buckets[0] ?? bucket;
      const ids = readTakenIds(taken);
      await transaction.finish(statementsFor(fresh, ids, created));
      return { there, created, standing };
    });
    // Known for good only now: what a failed transaction made is not there.
    for (const [provisional, id] of done.created) stored.set(provisional, id);
    noteStanding(summary, done.there, done.standing);
    note(summary, batch, done.there, done.created.size);
  }

  /** Numbers that were given to nobody but this file are not looked for. */
  const thereOf = (answer: Answer | undefined): ReadonlySet<number> =>
    given === null || given.passesOver ? readNumbers(answer) : new Set();

  /** What an earlier run has brought in of the file is a part of what it sums up to. */
  function sumStatements(buckets: readonly number[], there: ReadonlySet<number>): Statement[] {
    if (there.size === 0) return [];
    const columns = amounts.records.map(({ key }) => {
      const stored = recordType.fields.find(({ id }) => additionalFieldKey(id) === key);
      return stored === undefined ? 'null' : additionalColumn(stored).expression;
    });
    return [
      sumAmountsStatement(buckets, recordType.id, [...there], columns),
      ...(lines === null || amounts.lines.length === 0
        ? []
        : [
            sumLineAmountsStatement(
              buckets,
              recordType.id,
              [...there],
              lines.typeId,
              amounts.lines.flatMap(({ key }) => config.lineItemFields.get(Number(key.slice(1))) ?? []),
            ),
          ]),
    ];
  }

  function noteStanding(
    summary: ImportSummary,
    there: ReadonlySet<number>,
    [ofRecords, ofLines]: readonly Answer[],
  ): void {
    if (there.size === 0) return;
    const noteRow = (of: readonly Amount[], answer: Answer | undefined) => {
      const sums = answer?.rows[0] ?? [];
      addToStanding(summary.sums, of, new Map(of.map(({ key }, index) => [key, sums[index] ?? '0'])));
    };
    noteRow(amounts.records, ofRecords);
    if (ofLines !== undefined) noteRow(amounts.lines, ofLines);
  }

  function statementsFor(
    fresh: readonly AcceptedRecord[],
    ids: readonly number[],
    created: ReadonlyMap<number, number>,
  ) {
    if (fresh.length === 0) return [];
    const target = { tenantId: config.tenantId, type: recordType, bucket };
    const settle = (field: ImportField, value: string | undefined): PlacedValue =>
      value === undefined ? null : settleIds(field, value, (id) => stored.get(id) ?? created.get(id) ?? id);
    const rows = fresh.map((record, index): PlacedValue[] => {
      const values = fillRow(record.values);
      return [
        ids[index] ?? null,
        ...(userId === null ? [] : [userId]),
        ...filled.map((field) => {
          const value = settle(field, values.get(field.key));
          return value === null ? emptyOf(field) : value;
        }),
      ];
    });
    const newLines = fresh.flatMap((record, index) =>
      record.lines.map((line, position): NewLineItem => {
        const texts: Record<string, string> = {};
        for (const field of lineFields) {
          const value = settle(field, line.get(field.key));
          if (value !== null) texts[field.key.slice(1)] = String(value);
        }
        const judged = judgeLine?.(texts);
        if (judged === undefined || 'fault' in judged)
          throw new Error('A line is written that was not found good.');
        return { recordId: ids[index] ?? 0, position: position + 1, values: judged.values };
      }),
    );
    // A record gathers the lines that stand when it comes.
    return [
      ...(lines === null || newLines.length === 0
        ? []
        : [
            insertBeforeRecords(
              { tenantId: config.tenantId, lineTypeId: lines.typeId, places: config },
              newLines,
            ),
          ]),
      insertRecordsStatement(target, places, rows),
    ];
  }

  /** Ids below zero that these records use and that are not stored yet. */
  function createdIn(batch: readonly AcceptedRecord[]): number[] {
    if (!request.createsListValues) return [];
    const found = new Set<number>();
    const look = (fields: readonly ImportField[], values: ReadonlyMap<string, string>): void => {
      for (const field of fields) {
        const value = field.choices?.kind === 'list' ? values.get(field.key) : undefined;
        if (value?.includes('-') !== true) continue;
        for (const id of value.match(/-\d+/g) ?? []) if (!stored.has(Number(id))) found.add(Number(id));
      }
    };
    for (const record of batch) {
      look(filled, record.values);
      for (const line of record.lines) look(lineFields, line);
    }
    return [...found];
  }

  async function storeListValues(
    transaction: Transaction,
    provisional: readonly number[],
  ): Promise<Map<number, number>> {
    const made = new Map<number, number>();
    const byList = Map.groupBy(provisional, (id): ListId => choices.created(id).listId);
    for (const [listId, ids] of byList) {
      const texts = ids.map((id) => choices.created(id).text);
      const found = await transaction.run(findListValuesStatements(config.tenantId, listId, texts));
      const known = readListValues(found.at(-1));
      const missing = texts.filter((text) => !known.has(text));
      if (missing.length > 0) {
        const added = await transaction.one(addListValuesStatement(config.tenantId, listId, missing));
        for (const [index, id] of readAddedIds(added).entries()) known.set(missing[index] ?? '', id);
      }
      ids.forEach((id, index) => made.set(id, known.get(texts[index] ?? '') ?? 0));
    }
    return made;
  }

  function note(
    summary: ImportSummary,
    batch: readonly AcceptedRecord[],
    there: ReadonlySet<number>,
    created: number,
  ): void {
    const fresh = batch.filter(({ number }) => !there.has(number));
    summary.skipped += batch.length - fresh.length;
    summary.imported += fresh.length;
    summary.importedLines += fresh.reduce((sum, record) => sum + record.lines.length, 0);
    if (!dryRun) summary.createdListValues += created;
    for (const record of fresh) {
      addToStanding(summary.sums, amounts.records, record.values);
      for (const line of record.lines) addToStanding(summary.sums, amounts.lines, line);
    }
  }

  /** With how many records that came in the planner is told again: plans for a small table read a large one whole. */
  let tellsAt = worthAnalyzing;
  const tellPlanner = () =>
    database.asOwnerOf(config.tenantId, (connection) => analyzeBucket(connection, bucket));

  return {
    async write(batch: readonly AcceptedRecord[], summary: ImportSummary): Promise<void> {
      await write(batch, summary);
      if (dryRun || summary.imported < tellsAt) return;
      tellsAt = 2 * summary.imported;
      await tellPlanner();
    },
    async finish(summary: ImportSummary): Promise<void> {
      if (dryRun) summary.createdListValues = choices.createdCount;
      else if (summary.imported >= worthAnalyzing) await tellPlanner();
    },
  };
}

const worthAnalyzing = 2000;

function bucketsOf(answer: Answer | undefined): number[] {
  const buckets = readBuckets(answer);
  if (buckets.length === 0) throw notFound('The record type');
  return buckets;
}

function placeOf(field: ImportField): RecordPlace {
  return field.stored === null ? { base: field.key as BaseFieldName } : { field: field.stored };
}

/** Base checkboxes are never empty. */
const emptyOf = (field: ImportField): PlacedValue =>
  field.base !== null && valueOf(field.dataType).family === 'checkbox' ? false : null;

function settleIds(field: ImportField, value: string, find: (id: number) => number): string {
  if (field.choices?.kind !== 'list' || !value.includes('-')) return value;
  return value.replace(/-\d+/g, (id) => String(find(Number(id))));
}
