import {
  findNameTwice,
  foldName,
  nameTwice,
  whyNotField,
  whyNotNumbering,
  whyNotPartName,
  whyNotTypeName,
} from '@rowhouse/domain/record-types/rules.ts';
import type { Design } from './api.ts';
import { ruledFields, whyNotConditionOf } from './condition-draft.ts';
import type { DesignDraft, Parts } from './design-draft.ts';
import type { Fault } from './inspectors.tsx';
import { judgeDraft } from './judge-draft.ts';

/** What the server would refuse without a look at records. */
export function findFault(
  draft: DesignDraft,
  design: Design,
): { readonly tab: string; readonly fault: Fault & object } | null {
  const ofType = whyNotTypeName(draft.type.values.name);
  if (ofType !== null && draft.type.values.name !== draft.type.base.name)
    return { tab: 'type', fault: { key: draft.type.key, name: 'name', sentence: ofType } };
  for (const part of draft.fields.parts) {
    if (
      part.id !== null &&
      part.values.name === part.base.name &&
      part.values.defaultValue === part.base.defaultValue
    )
      continue;
    const why = whyNotField(part.values);
    if (why !== null)
      return { tab: 'fields', fault: { key: part.key, name: why.part, sentence: why.sentence } };
  }
  const lists: [string, Parts<{ readonly name: string; readonly enabled: boolean }>][] = [
    ['fields', draft.fields],
    ['statuses', draft.statuses],
    ['problemCodes', draft.problemCodes],
    ...draft.lineTypes.map(({ fields }): [string, typeof fields] => ['lineTypes', fields]),
    ['lineTypes', { parts: draft.lineTypes, from: [] }],
  ];
  for (const [tab, { parts }] of lists) {
    for (const { key, values } of parts) {
      const why = whyNotPartName(values.name);
      if (why !== null) return { tab, fault: { key, name: 'name', sentence: why } };
    }
    const twice = findNameTwice(parts.map(({ values }) => values));
    const last =
      twice === null
        ? undefined
        : parts.findLast(({ values }) => values.enabled && foldName(values.name) === foldName(twice));
    if (twice !== null && last !== undefined && (last.id === null || last.values.name !== last.base.name))
      return { tab, fault: { key: last.key, name: 'name', sentence: nameTwice(twice) } };
  }
  const ruled = ruledFields(design);
  for (const { key, values, base, id } of draft.conditions.parts) {
    const why = id !== null && values === base ? null : whyNotConditionOf(values, ruled);
    if (why !== null) return { tab: 'conditions', fault: { key, name: 'conditions', sentence: why } };
  }
  for (const [key, sentence] of judgeDraft(draft)) {
    const tab = draft.fields.parts.some((part) => part.key === key) ? 'fields' : 'lineTypes';
    return { tab, fault: { key, name: 'formula', sentence } };
  }
  const series = draft.numbering.values.enabled ? whyNotNumbering(draft.numbering.values) : null;
  return series === null
    ? null
    : { tab: 'numbering', fault: { key: draft.numbering.key, name: series.part, sentence: series.sentence } };
}
