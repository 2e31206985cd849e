import { expect, test } from 'vitest';
import { refuseLosingAdministrators } from './rules.ts';
import type { MemberChange } from './rules.ts';

const change: MemberChange = {
  isOwn: false,
  enabledAfter: true,
  administersBefore: true,
  administersAfter: true,
  otherAdministrators: 1,
};
const ofSelf = 'You cannot disable your own access. Ask another administrator to do it.';
const ofLast = 'This is the last administrator of this company. Make somebody else one first.';

const decide = (more: Partial<MemberChange>) => () => refuseLosingAdministrators({ ...change, ...more });

test.each<[string, Partial<MemberChange>]>([
  ['another is disabled', { enabledAfter: false, administersAfter: false }],
  ['the last one stays', { otherAdministrators: 0 }],
  ['one of two steps down', { isOwn: true, administersAfter: false }],
  [
    'who never administered changes',
    { administersBefore: false, administersAfter: false, otherAdministrators: 0 },
  ],
])('%s: it may be', (_what, more) => {
  expect(decide(more)).not.toThrow();
});

test.each<[string, Partial<MemberChange>, string]>([
  ['somebody disables themselves', { isOwn: true, enabledAfter: false, administersAfter: false }, ofSelf],
  ['the last one steps down', { isOwn: true, administersAfter: false, otherAdministrators: 0 }, ofLast],
  [
    'the last one is disabled',
    { enabledAfter: false, administersAfter: false, otherAdministrators: 0 },
    ofLast,
  ],
])('%s: it may not be', (_what, more, sentence) => {
  expect(decide(more)).toThrow(sentence);
});
