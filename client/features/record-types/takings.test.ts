import { expect, test } from 'vitest';
import type { DesignDraft, Part } from './design-draft.ts';
import { takingsOf } from './takings.ts';

const part = (id: number | null, base: object, values: object = {}) =>
  ({
    key: String(id),
    id,
    version: 1,
    base,
    values: { ...base, ...values },
    theirs: null,
  }) as unknown as Part<never>;
const on = { enabled: true, required: false };
const off = { enabled: false };
const draft = (given: Record<string, unknown>) =>
  ({
    type: part(3, on),
    fields: { parts: [] },
    statuses: { parts: [] },
    problemCodes: { parts: [] },
    lineTypes: [],
    ...given,
  }) as unknown as DesignDraft;

test('what is switched off or asked for from now on takes something', () => {
  const fields = {
    parts: [part(1, on, off), part(2, on, { required: true }), part(5, on, { name: 'New name' })],
  };
  const lines = { ...part(7, on, off), fields: { parts: [part(8, on, off)] } };
  const changed = draft({
    type: part(3, on, off),
    fields,
    statuses: { parts: [part(4, on, off)] },
    problemCodes: { parts: [part(6, on, off)] },
    lineTypes: [lines],
  });
  expect(takingsOf(changed, 3)).toEqual([
    { kind: 'RECORD_TYPE', id: 3, takes: 'DISABLE' },
    { kind: 'FIELD', id: 3, fieldKey: 'f1', takes: 'DISABLE' },
    { kind: 'FIELD', id: 3, fieldKey: 'f2', takes: 'REQUIRE' },
    { kind: 'STATUS', id: 4, takes: 'DISABLE' },
    { kind: 'PROBLEM_CODE', id: 6, takes: 'DISABLE' },
    { kind: 'LINE_TYPE', id: 7, takes: 'DISABLE' },
    { kind: 'LINE_FIELD', id: 8, takes: 'DISABLE' },
  ]);
});

test('what is new, switched on or off already takes nothing', () => {
  const parts = [part(null, on, off), part(1, off), part(2, { ...on, enabled: false }, { enabled: true })];
  expect(takingsOf(draft({ fields: { parts }, statuses: { parts } }), 3)).toEqual([]);
});
