import { expect, test } from 'vitest';
import { mostInvitationMails, mostInvitationMailsAnAddress, mostOpenInvitations } from './limits.ts';
import {
  inviteForm,
  requireOpenInvitation,
  requireRoomForInvitation,
  requireRoomForMail,
  stateOfInvitation,
} from './rules.ts';
import type { InvitationState } from './rules.ts';

const expiresAt = '2026-11-27T12:00:00.000Z';
const end = Date.parse(expiresAt);
const at = '2026-11-21T12:00:00.000Z';

test.each<[InvitationState, number, string | null, string | null]>([
  ['PENDING', end - 1, null, null],
  ['EXPIRED', end, null, null],
  ['ACCEPTED', end + 1, at, null],
  ['REVOKED', end - 1, null, at],
])('%s', (state, nowMs, acceptedAt, revokedAt) => {
  expect(stateOfInvitation({ expiresAt, acceptedAt, revokedAt }, nowMs)).toBe(state);
});

test('one that waits or is expired may be sent again, one that had its end may not', () => {
  for (const state of ['PENDING', 'EXPIRED'] as const)
    expect(() => requireOpenInvitation(state)).not.toThrow();
  expect(() => requireOpenInvitation('ACCEPTED')).toThrow('This invitation was accepted already.');
  expect(() => requireOpenInvitation('REVOKED')).toThrow('Invite the person again.');
});

test('there is room up to the limits', () => {
  const counts = {
    open: mostOpenInvitations - 1,
    mails: mostInvitationMails - 1,
    mailsToAddress: mostInvitationMailsAnAddress - 1,
  };
  const email = 'ana@example.com';
  expect(() => requireRoomForInvitation(counts)).not.toThrow();
  expect(() => requireRoomForMail(counts, email)).not.toThrow();
  expect(() => requireRoomForInvitation({ ...counts, open: mostOpenInvitations })).toThrow(
    'open invitations',
  );
  expect(() => requireRoomForMail({ ...counts, mails: mostInvitationMails }, email)).toThrow('This company');
  expect(() =>
    requireRoomForMail({ ...counts, mailsToAddress: mostInvitationMailsAnAddress }, email),
  ).toThrow(email);
});

test('names may be left out, and are trimmed', () => {
  expect(
    inviteForm.parse({ email: ' Ana@Example.com', firstName: '  ', lastName: ' Test ', roleId: 1 }),
  ).toEqual({
    email: 'ana@example.com',
    firstName: null,
    lastName: 'Test',
  });
});
