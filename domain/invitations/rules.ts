import { z } from 'zod';
import { longestName } from '../identity/limits.ts';
import { emailForm } from '../identity/rules.ts';
import { Refusal } from '../kernel/refusal.ts';
import { mostInvitationMails, mostInvitationMailsAnAddress, mostOpenInvitations } from './limits.ts';

const name = (what: string) =>
  z
    .string()
    .trim()
    .max(longestName, `${what} has at most ${longestName} characters.`)
    .nullish()
    .transform((text) => (text == null || text === '' ? null : text));

/** What an invitation is made from; the names are the invited person's first suggestion. */
export const inviteForm = z.object({
  email: emailForm,
  firstName: name('First name'),
  lastName: name('Last name'),
});

export type InvitationState = 'PENDING' | 'ACCEPTED' | 'EXPIRED' | 'REVOKED';

/** Why the mail of an invitation was given up; null while it is under way, or was taken. */
export type InvitationMailFailure = 'ADDRESS_REFUSED' | 'NOT_SENT';

export const mailFailureSentences: Readonly<Record<InvitationMailFailure, string>> = {
  ADDRESS_REFUSED: 'The mail server refused the address.',
  NOT_SENT: 'The mail server did not take the mail.',
};

export type InvitationDates = {
  readonly expiresAt: string;
  readonly acceptedAt: string | null;
  readonly revokedAt: string | null;
};

export function stateOfInvitation(dates: InvitationDates, nowMs: number): InvitationState {
  if (dates.acceptedAt !== null) return 'ACCEPTED';
  if (dates.revokedAt !== null) return 'REVOKED';
  return Date.parse(dates.expiresAt) > nowMs ? 'PENDING' : 'EXPIRED';
}

/** One that is expired is sent anew, or revoked; one that was accepted or revoked has had its end. */
export function requireOpenInvitation(state: InvitationState): void {
  if (state === 'ACCEPTED') throw invitationOver('This invitation was accepted already.');
  if (state === 'REVOKED') throw invitationOver('This invitation was revoked. Invite the person again.');
}
const invitationOver = (sentence: string) => new Refusal('CONFLICT', sentence);

export const memberAlready = (email: string) =>
  new Refusal('CONFLICT', `${email} is a member of this company already.`, { field: 'email' });

export const invitedAlready = (email: string) =>
  new Refusal('CONFLICT', `${email} has an open invitation already. Resend it instead.`, { field: 'email' });

const dayMs = 86_400_000;

export type InvitationCounts = {
  readonly open: number;
  /** Mails within 24 hours. */
  readonly mails: number;
  readonly mailsToAddress: number;
};

export function requireRoomForMail(counts: InvitationCounts, email: string): void {
  if (counts.mailsToAddress >= mostInvitationMailsAnAddress) {
    throw new Refusal(
      'LIMITED',
      `${email} was sent ${mostInvitationMailsAnAddress} mails within a day. Try again tomorrow.`,
      { details: { retryAfterMs: dayMs } },
    );
  }
  if (counts.mails >= mostInvitationMails) {
    throw new Refusal(
      'LIMITED',
      `This company has sent ${mostInvitationMails} invitations within a day. Try again tomorrow.`,
      { details: { retryAfterMs: dayMs } },
    );
  }
}

export function requireRoomForInvitation(counts: InvitationCounts): void {
  if (counts.open >= mostOpenInvitations) {
    throw new Refusal(
      'LIMITED',
      `There are ${mostOpenInvitations} open invitations. Revoke some that are no longer wanted first.`,
    );
  }
}

/** Whoever holds the link reads in it whom it is for. */
export const invitationOfAnother = (email: string) =>
  new Refusal('FORBIDDEN', `This invitation is for ${email}. Sign in with that account to accept it.`, {
    details: { reason: 'OtherEmail' },
  });
