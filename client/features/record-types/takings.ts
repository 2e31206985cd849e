// What of a draft takes something from somebody, once it is saved.
import type { ProposedChange } from '../../platform/ask-impact.ts';
import type { DesignDraft, Part, Parts } from './design-draft.ts';

type Switched = { readonly enabled: boolean };

const switchedOff = <Values extends Switched>(parts: readonly Part<Values>[]): number[] =>
  parts.flatMap(({ id, base, values }) => (id !== null && base.enabled && !values.enabled ? [id] : []));

export function takingsOf(draft: DesignDraft, recordTypeId: number): ProposedChange[] {
  const disabled = (kind: ProposedChange['kind'], { parts }: Pick<Parts<Switched>, 'parts'>) =>
    switchedOff(parts).map((id): ProposedChange => ({ kind, id, takes: 'DISABLE' }));
  const ofField = (id: number, takes: ProposedChange['takes']): ProposedChange => ({
    kind: 'FIELD',
    id: recordTypeId,
    fieldKey: `f${id}`,
    takes,
  });
  const required = draft.fields.parts.flatMap(({ id, base, values }) =>
    id !== null && values.enabled && values.required && !base.required ? [id] : [],
  );
  const { type } = draft;
  return [
    ...(type.base.enabled && !type.values.enabled
      ? [{ kind: 'RECORD_TYPE', id: recordTypeId, takes: 'DISABLE' } as const]
      : []),
    ...switchedOff(draft.fields.parts).map((id) => ofField(id, 'DISABLE')),
    ...required.map((id) => ofField(id, 'REQUIRE')),
    ...disabled('STATUS', draft.statuses),
    ...disabled('PROBLEM_CODE', draft.problemCodes),
    ...disabled('LINE_TYPE', { parts: draft.lineTypes }),
    ...draft.lineTypes.flatMap(({ fields }) => disabled('LINE_FIELD', fields)),
  ];
}
