// The two ends of a delivery, each in its own company and with the rights of the person who stands for the mapping there.
import { readAttachedFiles } from '@rowhouse/domain/attachments/attached-file.ts';
import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { changeLine, type JudgedLine } from '@rowhouse/domain/line-items/rules.ts';
import {
  nameChoice,
  packValues,
  unpackContent,
  whyNotKinds,
} from '@rowhouse/domain/transmissions/content.ts';
import type {
  ArrivingFile,
  KeyedValues,
  SentContent,
  SentFile,
  Untranslated,
} from '@rowhouse/domain/transmissions/content.ts';
import { listTransmissionFields } from '@rowhouse/domain/transmissions/fields.ts';
import { mostCarriedFiles } from '@rowhouse/domain/transmissions/limits.ts';
import { isFile } from '@rowhouse/domain/transmissions/rules.ts';
import { fileGone, tooManyCarried } from '@rowhouse/domain/transmissions/words.ts';
import type {
  CarriedItem,
  Offer,
  OfferedItem,
  TargetSettings,
} from '@rowhouse/domain/transmissions/setup.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { findFilesStatement, readFiles } from '../attachments/sql.ts';
import { findLineOwner, insertLineItems, readLines, selectLines } from '../line-items/sql.ts';
import type { RecordTransmitting } from './record-transmitting.ts';

/** What goes of a record: what is told of it, and which files of the own company those are, in their order. */
export type ReadContent =
  | { readonly content: SentContent; readonly fileIds: readonly number[]; readonly fault?: undefined }
  /** In words for the source. */
  | { readonly content?: undefined; readonly fault: string };

/** What goes of each record; one that is deleted or out of sight is not in it. */
export async function readContents(
  { typeId, ids, offer }: { typeId: number; ids: readonly number[]; offer: Offer },
  records: RecordTransmitting,
  context: MemberContext,
  run: (statements: readonly Statement[]) => Promise<readonly Answer[]>,
): Promise<ReadonlyMap<number, ReadContent>> {
  const { config, viewer } = context;
  const ofRecord = offer.items.filter(({ isLine }) => !isLine);
  const ofLines = offer.items.filter(({ isLine }) => isLine);
  const reading = records.reading({ typeId, ids, keys: ofRecord.map(({ key }) => key) }, context);
  const mayLines = ofLines.length > 0 && mayOnRecordType(viewer, 'line item access', recordTypeId(typeId));
  const [found, lines] = await run([
    reading.statement,
    ...(mayLines ? [selectLines(config, ids, { rowIds: null, withDeleted: false })] : []),
  ]);
  const nameOf = (key: string, id: string) => nameChoice(config, key, id);
  const linesOf = Map.groupBy(mayLines ? readLines(lines) : [], ({ recordId }) => recordId);
  const read = reading.read(found);
  const files = await readSentFiles(ofRecord.filter(isFile), read, run);
  return new Map(
    [...read].map(([id, values]): [number, ReadContent] => {
      const sent = files(values);
      if (typeof sent === 'string') return [id, { fault: sent }];
      const content = {
        values: packValues(ofRecord, values, nameOf),
        lines: (linesOf.get(id) ?? [])
          .map((line) => packValues(ofLines, keyLine(line.values), nameOf))
          .filter((line) => line.length > 0),
        ...(sent.length > 0 && { files: sent.map(({ id: _id, ...file }) => file) }),
      };
      return [id, { content, fileIds: sent.map((file) => file.id) }];
    }),
  );
}

/** Answers for the values of a record the files that go with it, or in words for the source why they cannot. */
async function readSentFiles(
  items: readonly CarriedItem[],
  records: ReadonlyMap<number, KeyedValues>,
  run: (statements: readonly Statement[]) => Promise<readonly Answer[]>,
): Promise<(values: KeyedValues) => readonly (SentFile & { readonly id: number })[] | string> {
  const ids = [...records.values()].flatMap((values) =>
    items.flatMap((item) => filesIn(item, values).map(({ id }) => id)),
  );
  const [answer] = ids.length === 0 ? [] : await run([findFilesStatement([...new Set(ids)])]);
  const known = new Map((answer === undefined ? [] : readFiles(answer)).map((file) => [file.id, file]));
  return (values) => {
    const sent: (SentFile & { readonly id: number })[] = [];
    for (const item of items)
      for (const { id, name } of filesIn(item, values)) {
        const file = known.get(id);
        if (file === undefined) return fileGone(item.name, name);
        sent.push({ item: item.number, name: file.name, sizeBytes: file.sizeBytes, id });
      }
    return sent.length > mostCarriedFiles ? tooManyCarried : sent;
  };
}

function filesIn({ key, isRecordFile, name }: CarriedItem, values: KeyedValues) {
  const value = values.get(key);
  if (isRecordFile !== true) return readAttachedFiles(value);
  return value === undefined ? [] : [{ id: Number(value), name }];
}

const keyLine = (values: Readonly<Record<string, string>>): KeyedValues =>
  new Map(Object.entries(values).map(([id, value]) => [`l${id}`, value]));

export type Arrival =
  | {
      readonly values: KeyedValues;
      readonly lines: readonly JudgedLine[];
      readonly files: readonly ArrivingFile[];
      readonly fault?: undefined;
    }
  | { readonly fault: Untranslated | Refusal };

/** What the record would become in the target, or why it cannot. Nothing is written. */
export function judgeArrivals(
  contents: readonly SentContent[],
  { typeId, items, settings }: { typeId: number; items: readonly OfferedItem[]; settings: TargetSettings },
  records: RecordTransmitting,
  context: MemberContext,
): Arrival[] {
  const { config, viewer } = context;
  const fields = listTransmissionFields(config, context.authorise(typeId), viewer);
  return contents.map((content) => {
    const unpacked = unpackContent(content, items, settings, fields);
    if (unpacked.fault !== undefined) return unpacked;
    const { values, files } = unpacked;
    const whyNot = whyNotKinds(values, files, fields);
    if (whyNot !== null) return { fault: new Refusal('INVALID', whyNot) };
    // Of a record that is not made yet no file has an id here.
    const refusal = records.findRefusal(typeId, { values, files: namedBy(files, (at) => at + 1) }, context);
    if (refusal !== null) return { fault: refusal };
    const lines: JudgedLine[] = [];
    for (const line of unpacked.lines) {
      const judged = judgeLine(line, context);
      if (judged instanceof Refusal) return { fault: judged };
      lines.push(judged);
    }
    return { values, files, lines };
  });
}

function judgeLine(line: KeyedValues, { config, viewer }: MemberContext): JudgedLine | Refusal {
  const given = [...line].flatMap(([key, value]) => {
    const field = config.lineItemFields.get(Number(key.slice(1)));
    return field === undefined ? [] : [{ field, value }];
  });
  const type = config.lineItemTypes.get(given[0]?.field.lineItemTypeId ?? 0);
  if (type === undefined) return new Refusal('INVALID', 'The fields of these lines are disabled.');
  if (!mayOnRecordType(viewer, 'edit line items', type.recordTypeId))
    return new Refusal('FORBIDDEN', 'Your role may not change line items here.');
  const judged = changeLine(type, null, given, { config, viewer });
  return 'fault' in judged ? new Refusal('INVALID', judged.fault.sentence) : judged.values;
}

/** By the own field, as the record is to hold them. */
function namedBy(
  files: readonly ArrivingFile[],
  idOf: (at: number) => number,
): ReadonlyMap<string, readonly AttachedFile[]> {
  const byField = Map.groupBy(files, ({ field }) => field);
  return new Map(
    [...byField].map(([field, ofField]) => [
      field,
      ofField.map(({ at, name, sizeBytes }) => ({ id: idOf(at), name, sizeBytes })),
    ]),
  );
}

export type GoodArrival = Extract<Arrival, { values: KeyedValues }> & {
  /** Of its files, by their place among those that were sent: their ids here. */
  readonly fileIds: ReadonlyMap<number, number>;
};

/** Makes the records with their lines, and answers their ids. */
export async function writeArrivals(
  typeId: number,
  arrivals: readonly GoodArrival[],
  records: RecordTransmitting,
  context: MemberContext,
  transaction: Transaction,
): Promise<readonly number[]> {
  const ids = await records.create(
    typeId,
    arrivals.map(({ values, files, fileIds }) => ({
      values,
      files: namedBy(files, (at) => fileIds.get(at) ?? 0),
    })),
    context,
    transaction,
  );
  const lines = arrivals.flatMap((arrival, at) =>
    arrival.lines.map((values, position) => ({ recordId: ids[at] ?? 0, position: position + 1, values })),
  );
  const [first] = lines;
  const field = context.config.lineItemFields.get(Number(Object.keys(first?.values ?? {})[0] ?? 0));
  const owner = field === undefined ? null : findLineOwner(context.config, field.lineItemTypeId);
  if (owner !== null) await transaction.run(insertLineItems(owner, lines));
  return ids;
}
