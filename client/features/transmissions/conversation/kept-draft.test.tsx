// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { noDraft } from './conversation-draft.ts';

const draft = {
  answers: { 2: { kind: 'CHANGED', values: { 4: '7' }, reason: 'Late', to: 'said' } },
  message: 'By Friday',
} as const;

/** As after a reload: nothing is in memory. */
async function loadPage() {
  vi.resetModules();
  const session = await import('../../../platform/session.ts');
  return { ...session, ...(await import('./kept-draft.ts')) };
}
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  const page = await loadPage();
  page.startSession('token', 'ann@example.com');
  page.enterTenant({ id: 1, url: 'one' }, 'backend');
});

it('answers that were not sent are there after a reload, and gone when they were sent', async () => {
  (await loadPage()).keepDraft(5, draft);
  const page = await loadPage();
  expect(page.findDraft(5)).toEqual(draft);
  expect(page.findDraft(6)).toEqual(noDraft);
  page.keepDraft(5, noDraft);
  expect(kept()).toEqual([]);
});

it('what is broken in the browser is no draft', async () => {
  const page = await loadPage();
  page.keepDraft(5, draft);
  const [name = ''] = kept();
  for (const broken of ['{', '{"answers":{"1":{"kind":"PAID"}},"message":""}', '[]']) {
    localStorage.setItem(name, broken);
    expect(page.findDraft(5)).toEqual(noDraft);
  }
});

it('they go when the person signs out', async () => {
  const page = await loadPage();
  page.keepDraft(5, draft);
  page.endSession('signed out');
  expect(kept()).toEqual([]);
});
