import { asksPeople } from '@rowhouse/domain/transmissions/answer-policy.ts';
import type { ApproveTransmissionMappingInput } from '@rowhouse/domain/contract.generated.ts';
import { policyDraft, policyInput, type PolicyDraft } from './answer-policy.tsx';
import { findCounterpart, whyNotPair } from '@rowhouse/domain/transmissions/rules.ts';
import type { OfferedItem, TransmissionField } from '@rowhouse/domain/transmissions/setup.ts';
import type { ChoiceType, OfferedMapping } from './api.ts';

export type ApprovalDraft = {
  readonly recordTypeId: string;
  readonly statusField: string;
  readonly statusValue: string;
  /** By the number of the item, the key of the own field; '' for none. */
  readonly pairs: Readonly<Record<number, string>>;
  /** By the number of the item and the name of their choice, the name of the own one. */
  readonly translations: Readonly<Record<number, Readonly<Record<string, string>>>>;
  readonly answering: PolicyDraft;
};

export function draftOf(
  { acceptance, ...offer }: OfferedMapping,
  types: readonly ChoiceType[],
): ApprovalDraft {
  if (acceptance === null || acceptance.recordTypeId === null)
    return {
      recordTypeId: '',
      statusField: '',
      statusValue: '',
      pairs: {},
      translations: {},
      answering: policyDraft(acceptance?.answering ?? asksPeople),
    };
  const translations: Record<number, Record<string, string>> = {};
  for (const { item, theirs, ours } of acceptance.translations) (translations[item] ??= {})[theirs] = ours;
  const offered = new Set(offer.items.map(({ number }) => number));
  const isOpen = types.some(({ id }) => id === acceptance.recordTypeId);
  return {
    recordTypeId: isOpen ? String(acceptance.recordTypeId) : '',
    statusField: acceptance.targetStatusField ?? '',
    statusValue: acceptance.targetStatusValue ?? '',
    pairs: Object.fromEntries(
      acceptance.pairs
        .filter(({ item, absence }) => offered.has(item) && absence == null)
        .map(({ item, field }) => [item, field]),
    ),
    translations,
    answering: policyDraft(acceptance.answering),
  };
}

/** Fields of one name that fit each other. */
export function guessPairs(
  { items }: Pick<OfferedMapping, 'items'>,
  types: readonly ChoiceType[],
  recordTypeId: string,
): Pick<ApprovalDraft, 'pairs' | 'translations'> {
  const fields = types.find(({ id }) => String(id) === recordTypeId)?.fields ?? [];
  const pairs: Record<number, string> = {};
  for (const item of items) {
    const twin = fields.find(
      (field) => field.name.toLowerCase() === item.name.toLowerCase() && whyNotPair(item, field) === null,
    );
    if (twin !== undefined) pairs[item.number] = twin.key;
  }
  return { pairs, translations: {} };
}

/** Their choices that have no own one of the same name. */
export const untranslated = (item: OfferedItem, field: TransmissionField | undefined): readonly string[] => {
  const choices = field?.choices ?? null;
  if (choices === null) return [];
  return (item.choices ?? []).filter((theirs) => findCounterpart(item.number, theirs, choices, []) === null);
};

export function approvalInput(draft: ApprovalDraft, offer: OfferedMapping): ApproveTransmissionMappingInput {
  const pairs = Object.entries(draft.pairs).flatMap(([item, field]) =>
    field === '' ? [] : [{ item: Number(item), field }],
  );
  const paired = new Set(pairs.map(({ item }) => item));
  return {
    id: offer.id,
    offeredVersion: offer.version,
    version: offer.acceptance?.version ?? 0,
    recordTypeId: Number(draft.recordTypeId),
    targetStatusField: draft.statusField || null,
    targetStatusValue: draft.statusValue || null,
    pairs,
    translations: Object.entries(draft.translations).flatMap(([item, names]) =>
      Object.entries(names).flatMap(([theirs, ours]) =>
        ours === '' || !paired.has(Number(item)) ? [] : [{ item: Number(item), theirs, ours }],
      ),
    ),
    answering: policyInput(draft.answering),
  };
}
