// The two ends of a delivery, each in its own company and with the rights of the person who stands for the mapping there.
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { changeLine, type JudgedLine } from '@rowhouse/domain/line-items/rules.ts';
import { nameChoice, packValues, unpackContent } from '@rowhouse/domain/transmissions/content.ts';
import type { KeyedValues, SentContent, Untranslated } from '@rowhouse/domain/transmissions/content.ts';
import { listTransmissionFields } from '@rowhouse/domain/transmissions/fields.ts';
import type { Offer, OfferedItem, TargetSettings } from '@rowhouse/domain/transmissions/setup.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { findLineOwner, insertLineItems, readLines, selectLines } from '../line-items/sql.ts';
import type { RecordTransmitting } from './record-transmitting.ts';

/** What goes of each record; one that is deleted or out of sight is not in it. */
export async function readContents(
  { typeId, ids, offer }: { typeId: number; ids: readonly number[]; offer: Offer },
  records: RecordTransmitting,
  context: MemberContext,
  run: (statements: readonly Statement[]) => Promise<readonly Answer[]>,
): Promise<ReadonlyMap<number, SentContent>> {
  const { config, viewer } = context;
  const ofRecord = offer.items.filter(({ isLine }) => !isLine);
  const ofLines = offer.items.filter(({ isLine }) => isLine);
  const reading = records.reading({ typeId, ids, keys: ofRecord.map(({ key }) => key) }, context);
  const mayLines = ofLines.length > 0 && mayOnRecordType(viewer, 'line item access', recordTypeId(typeId));
  const [found, lines] = await run([
    reading.statement,
    ...(mayLines ? [selectLines(viewer.tenantId, ids, { rowIds: null, withDeleted: false })] : []),
  ]);
  const nameOf = (key: string, id: string) => nameChoice(config, key, id);
  const linesOf = Map.groupBy(mayLines ? readLines(lines) : [], ({ recordId }) => recordId);
  return new Map(
    [...reading.read(found)].map(([id, values]) => [
      id,
      {
        values: packValues(ofRecord, values, nameOf),
        lines: (linesOf.get(id) ?? [])
          .map((line) => packValues(ofLines, keyLine(line.values), nameOf))
          .filter((sent) => sent.length > 0),
      },
    ]),
  );
}

const keyLine = (values: Readonly<Record<string, string>>): KeyedValues =>
  new Map(Object.entries(values).map(([id, value]) => [`l${id}`, value]));

export type Arrival =
  | {
      readonly values: KeyedValues;
      readonly lines: readonly JudgedLine[];
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
    const refusal = records.findRefusal(typeId, unpacked.values, context);
    if (refusal !== null) return { fault: refusal };
    const lines: JudgedLine[] = [];
    for (const line of unpacked.lines) {
      const judged = judgeLine(line, context);
      if (judged instanceof Refusal) return { fault: judged };
      lines.push(judged);
    }
    return { values: unpacked.values, lines };
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

/** Makes the records with their lines, and answers their ids. */
export async function writeArrivals(
  typeId: number,
  arrivals: readonly Extract<Arrival, { values: KeyedValues }>[],
  records: RecordTransmitting,
  context: MemberContext,
  transaction: Transaction,
): Promise<readonly number[]> {
  const ids = await records.create(
    typeId,
    arrivals.map(({ values }) => values),
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
