// Choices of other companies that have no counterpart here: the work list of whoever approved their mappings. What is listed is
// what the offer tells and what arrived; the source learns nothing of it but that its record was taken after all.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  TranslateTransmissionValueInput,
  TransmissionTranslated,
  UntranslatedTransmissionValue,
} from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { listUntranslated } from '@rowhouse/domain/transmissions/content.ts';
import { listTransmissionFields } from '@rowhouse/domain/transmissions/fields.ts';
import { mostStuckMessages, mostTranslations } from '@rowhouse/domain/transmissions/limits.ts';
import { findCounterpart, isSameName, offerChangedMeanwhile } from '@rowhouse/domain/transmissions/rules.ts';
import type { TargetSettings, TransmissionField } from '@rowhouse/domain/transmissions/setup.ts';
import { longestLine } from '@rowhouse/domain/values/limits.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import { countRetried, readStuck, retryReceived, selectStuck } from './log-sql.ts';
import type { StuckMessage } from './log-sql.ts';
import { keptValue } from './own-mappings.ts';
import { readMadeId, readOffers, selectOffers, writeAcceptance } from './sql.ts';
import type { StoredOffer } from './sql.ts';

/** An offer that this company takes, and its fields as far as the viewer sees them. */
type Taken = {
  readonly offer: StoredOffer;
  readonly typeId: number;
  readonly ownVersion: number;
  readonly approvedVersion: number;
  readonly settings: TargetSettings;
  readonly fields: readonly TransmissionField[];
};

function findTaken(offer: StoredOffer, { config, viewer }: MemberContext): Taken | null {
  const { recordTypeId: typeId, ownVersion, approvedVersion, settings } = offer;
  if (typeId === null || ownVersion === null || approvedVersion === null || settings === null) return null;
  const recordType = findAuthorisedRecordType(config, viewer, recordTypeId(typeId));
  if (recordType === null) return null;
  const fields = listTransmissionFields(config, recordType, viewer);
  return { offer, typeId, ownVersion, approvedVersion, settings, fields };
}

const untranslatedOf = (
  { offer, settings, fields }: Taken,
  { content }: Pick<StuckMessage, 'content'>,
  changed = settings,
) => listUntranslated(content, offer.offer.items, changed, fields);

export async function findUntranslated(context: MemberContext): Promise<UntranslatedTransmissionValue[]> {
  const { tenantId } = context.viewer;
  const { answers } = await context.read([
    selectOffers(tenantId, null),
    selectStuck(tenantId, mostStuckMessages),
  ]);
  const stuck = Map.groupBy(readStuck(answers[1]), ({ acceptanceId }) => acceptanceId);
  return readOffers(answers[0]).flatMap((offer) => {
    const taken = findTaken(offer, context);
    return taken === null ? [] : listOf(taken, stuck.get(offer.acceptanceId ?? 0) ?? []);
  });
}

/** Those for which something waits come first. */
function listOf(taken: Taken, stuck: readonly StuckMessage[]): UntranslatedTransmissionValue[] {
  const { offer, settings, fields, ownVersion } = taken;
  const values: UntranslatedTransmissionValue[] = [];
  for (const { item: number, field: key } of settings.pairs) {
    const item = offer.offer.items.find((one) => one.number === number);
    const field = fields.find((one) => one.key === key);
    if (item === undefined || field?.choices == null) continue;
    const { choices } = field;
    const offered = (item.choices ?? []).filter(
      (theirs) => findCounterpart(number, theirs, choices, settings.translations) === null,
    );
    const waiting = new Map<string, number>(offered.map((theirs) => [theirs, 0]));
    for (const message of stuck) {
      const names = untranslatedOf(taken, message).flatMap(({ item: of, value }) =>
        of.number === number ? [value] : [],
      );
      for (const name of new Set(names)) {
        const known = [...waiting.keys()].find((one) => isSameName(one, name)) ?? name;
        waiting.set(known, (waiting.get(known) ?? 0) + 1);
      }
    }
    for (const [theirs, total] of waiting)
      values.push({
        mappingId: offer.id,
        version: ownVersion,
        company: offer.company,
        typeName: offer.offer.typeName,
        item: number,
        itemName: item.name,
        theirs,
        field: field.name,
        choices: choices.map(({ name }) => name),
        waiting: total,
      });
  }
  return values.toSorted((one, other) => other.waiting - one.waiting);
}

/** Keeps what the choice is called here, and has delivered again what waited for nothing else. */
export async function translateValue(
  data: TranslateTransmissionValueInput,
  runner: Pick<BackgroundRunner, 'wake'>,
  context: MemberContext,
): Promise<TransmissionTranslated> {
  const { tenantId } = context.viewer;
  const theirs = data.theirs.trim();
  if (theirs === '' || theirs.length > longestLine)
    throw invalid(`A name has from 1 to ${longestLine} characters.`, 'theirs');
  const first = [selectOffers(tenantId, data.mappingId), selectStuck(tenantId, mostStuckMessages)];
  const sentAgain = await context.write(first, async (transaction, [found, foundStuck]) => {
    const [offer] = readOffers(found);
    if (offer === undefined) throw notFound('The mapping');
    const taken = findTaken(offer, context);
    if (taken === null) throw invalid('The mapping is not approved here.', 'mappingId');
    const settings = withTranslation(taken, { ...data, theirs });
    const { typeId, approvedVersion } = taken;
    // Records are made in the name of whoever approved the mapping, and stay so.
    const approvedBy = offer.approvedBy ?? context.viewer.userId;
    const written = await transaction.one(
      writeAcceptance(tenantId, offer, data.version, {
        approvedVersion,
        recordTypeId: typeId,
        settings,
        approvedBy,
      }),
    );
    if (readMadeId(written) === null) throw offerChangedMeanwhile();
    const mended = readStuck(foundStuck).filter(
      (message) =>
        message.acceptanceId === offer.acceptanceId &&
        untranslatedOf(taken, message).length > 0 &&
        untranslatedOf(taken, message, settings).length === 0,
    );
    if (mended.length === 0) return 0;
    const [again] = await transaction.finish([
      retryReceived(
        data.mappingId,
        mended.map(({ messageId }) => messageId),
      ),
    ]);
    return countRetried(again);
  });
  runner.wake();
  return { sentAgain };
}

function withTranslation(
  { settings, fields }: Taken,
  { item, theirs, ours }: TranslateTransmissionValueInput,
): TargetSettings {
  const key = settings.pairs.find((pair) => pair.item === item)?.field;
  const field = fields.find((one) => one.key === key);
  if (field === undefined || field.choices === null)
    throw invalid('A choice is translated into that of a field that takes it.', 'item');
  const others = settings.translations.filter((one) => one.item !== item || !isSameName(one.theirs, theirs));
  if (others.length >= mostTranslations) throw invalid('These are too many fields or choices.', 'theirs');
  return { ...settings, translations: [...others, { item, theirs, ours: keptValue(field, ours, 'ours') }] };
}
