// What was sent and what arrived, for administrators; of a record, for whoever sees it.
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type {
  RecordTransmission,
  Transmission,
  TransmissionDetails,
  TransmissionDirection,
  TransmissionPage,
  TransmissionValue,
} from '@rowhouse/domain/contract.generated.ts';
import type {
  FindRecordTransmissionsInput,
  FindTransmissionsInput,
} from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { showSentFiles } from '@rowhouse/domain/transmissions/content.ts';
import type { SentFile, SentValue } from '@rowhouse/domain/transmissions/content.ts';
import { largestTransmissionPage } from '@rowhouse/domain/transmissions/limits.ts';
import { longestLine } from '@rowhouse/domain/values/limits.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import {
  countLogged,
  readCounts,
  readLogged,
  readResent,
  resendMessage,
  seeReceived,
  selectLogged,
  selectOfRecord,
  selectOneLogged,
} from './log-sql.ts';
import type { LoggedTransmission } from './log-sql.ts';
import { readOfRecord } from './read-of-record.ts';
import type { RecordTransmitting } from './record-transmitting.ts';

const directions = ['SENT', 'RECEIVED'] as const;

export async function findLog(
  { direction, states = null, search = '' }: FindTransmissionsInput,
  slice: { offset: number; limit: number },
  records: RecordTransmitting,
  context: MemberContext,
): Promise<TransmissionPage> {
  const { tenantId } = context.viewer;
  if (slice.offset < 0) throw invalid('The offset cannot be negative.', 'pagination.offset');
  if (slice.limit < 1 || slice.limit > largestTransmissionPage)
    throw invalid(`A page has from 1 to ${largestTransmissionPage} transmissions.`, 'pagination.limit');
  const sought = (search ?? '').trim();
  if (sought.length > longestLine) throw invalid(`Search for at most ${longestLine} characters.`, 'search');
  const number = /^\d{1,15}$/.test(sought) ? Number(sought) : null;
  const wanted = {
    states,
    search: sought,
    recordIds: number === null ? [] : await records.findByNumber(number, context),
  };
  const { answers } = await context.read([
    selectLogged(tenantId, direction, wanted, slice),
    countLogged(tenantId, direction, wanted),
  ]);
  const counts = readCounts(answers[1]);
  const chosen = counts.filter(({ state }) => states === null || states.includes(state));
  return {
    transmissions: await describeAll(readLogged(answers[0]), direction, records, context),
    total: chosen.reduce((sum, { total }) => sum + total, 0),
    counts,
  };
}

export async function findOne(
  { id, direction }: { id: number; direction: TransmissionDirection },
  records: RecordTransmitting,
  context: MemberContext,
): Promise<TransmissionDetails> {
  const { answers } = await context.read([selectOneLogged(context.viewer.tenantId, direction, id)]);
  const found = readLogged(answers[0]);
  const [logged] = found;
  const [transmission] = await describeAll(found, direction, records, context);
  if (logged === undefined || transmission === undefined) throw notFound('The transmission');
  // What stands in a record is told to whoever sees the record.
  const isOpen = transmission.record != null || logged.recordId === null;
  const items = new Map((logged.offer?.items ?? []).map((item) => [item.number, item]));
  const nameOf = (item: number) => items.get(item)?.name ?? 'A field that is no longer sent';
  const inWords = { dataType: null, currency: null };
  const show = (values: readonly SentValue[]) =>
    values.map(({ item, value }): TransmissionValue => {
      const name = nameOf(item);
      if (typeof value !== 'string') return { name, value: value.join(', '), ...inWords };
      const { dataType, currency } = items.get(item) ?? inWords;
      return { name, value, dataType, currency };
    });
  const showFiles = (files: readonly SentFile[]) =>
    [...Map.groupBy(files, ({ item }) => item)].map(([item, ofItem]) => ({
      name: nameOf(item),
      value: showSentFiles(ofItem),
      ...inWords,
    }));
  return {
    transmission,
    messageId: logged.messageId,
    values: isOpen ? [...show(logged.content?.values ?? []), ...showFiles(logged.content?.files ?? [])] : [],
    lines: isOpen ? (logged.content?.lines ?? []).map((line) => ({ values: show(line) })) : [],
  };
}

export async function resend(
  id: number,
  parts: { records: RecordTransmitting; runner: Pick<BackgroundRunner, 'wake'> },
  context: MemberContext,
): Promise<TransmissionDetails> {
  const { tenantId } = context.viewer;
  await context.write([selectOneLogged(tenantId, 'SENT', id)], async (transaction, [found]) => {
    if (readLogged(found).length === 0) throw notFound('The transmission');
    const [done] = await transaction.finish([resendMessage(tenantId, id)]);
    if (!readResent(done)) throw invalid('It has arrived, or the record is on its way by another one.', 'id');
  });
  parts.runner.wake();
  return findOne({ id, direction: 'SENT' }, parts.records, context);
}

/** Where the field of the target is hidden from the role, so is what was sent. */
export async function findOfRecord(
  record: FindRecordTransmissionsInput,
  records: RecordTransmitting,
  context: MemberContext,
): Promise<RecordTransmission[]> {
  const ofRecord = directions.map((direction) =>
    selectOfRecord(context.viewer.tenantId, direction, record.recordId),
  );
  const { type, answers } = await readOfRecord(record, ofRecord, records, context);
  if (!type.fields.has('targetTransmissionTenant')) return [];
  const found = answers.map(readLogged);
  // It is asked by the page of the record. Who views as another sees, and leaves no trace of it with others.
  if (found.flat().some(({ waitsToBeSeen }) => waitsToBeSeen) && context.viewer.viewing == null)
    await context.write([], (transaction) => transaction.finish([seeReceived(record.recordId)]));
  return directions.flatMap((direction, at) =>
    (found[at] ?? []).map(({ company, state, at: instant, reason }) => ({
      direction,
      company,
      state,
      at: instant,
      reason,
    })),
  );
}

async function describeAll(
  logged: readonly LoggedTransmission[],
  direction: TransmissionDirection,
  records: RecordTransmitting,
  context: MemberContext,
): Promise<Transmission[]> {
  const numbers = new Map<number, number | null>();
  const byType = Map.groupBy(logged, (one) => one.recordTypeId);
  for (const [typeId, ofType] of byType) {
    if (typeId === null || !mayOnRecordType(context.viewer, 'view', recordTypeId(typeId))) continue;
    const ids = [...new Set(ofType.flatMap(({ recordId }) => recordId ?? []))];
    for (const [id, number] of await records.findNumbers(typeId, ids, context)) numbers.set(id, number);
  }
  return logged.map(
    ({
      recordId,
      recordTypeId: typeId,
      messageId: _message,
      content: _content,
      offer: _offer,
      waitsToBeSeen: _waits,
      ...one
    }) => ({
      ...one,
      direction,
      record:
        recordId === null || typeId === null || !numbers.has(recordId)
          ? null
          : {
              id: recordId,
              recordTypeId: typeId,
              recordTypeName: context.config.recordTypes.get(recordTypeId(typeId))?.name ?? '',
              recordNumber: numbers.get(recordId) ?? null,
            },
    }),
  );
}
