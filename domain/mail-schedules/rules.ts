import { findAuthorisedRecordType } from '../access/authorised-record-type.ts';
import { findViewer } from '../access/find-viewer.ts';
import { maySeeDashboard } from '../dashboards/rules.ts';
import { maySeePreference } from '../grid-preferences/rules.ts';
import { recordTypeId, sessionId, userId } from '../kernel/ids.ts';
import type { UserId } from '../kernel/ids.ts';
import { Refusal, invalid } from '../kernel/refusal.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import { mostReaders, mostSchedules } from './limits.ts';

/** What a mail shows: the records of a saved view, or the numbers of a dashboard. */
export type Mailed =
  | {
      readonly kind: 'VIEW';
      readonly recordTypeId: number;
      readonly ownerUserId: number | null;
      readonly roleId: number | null;
    }
  | { readonly kind: 'DASHBOARD'; readonly ownerUserId: number | null; readonly roleIds: readonly number[] };

/** By the rights that the reader has now: asked when the mail is set up, and again each time before it is sent. */
export function maySeeMailed(config: TenantConfig, viewer: Viewer, mailed: Mailed): boolean {
  if (mailed.kind === 'DASHBOARD') return maySeeDashboard(viewer, mailed);
  return (
    maySeePreference(viewer, { userId: mailed.ownerUserId, roleId: mailed.roleId }) &&
    findAuthorisedRecordType(config, viewer, recordTypeId(mailed.recordTypeId)) !== null
  );
}

/** Members who could open it themselves: to nobody else is it mailed. */
export const findPossibleReaders = (config: TenantConfig, mailed: Mailed): UserId[] =>
  [...config.members.keys()].filter((id) => {
    const viewer = findViewer(config, id, sessionId(''));
    return viewer !== null && maySeeMailed(config, viewer, mailed);
  });

/** @throws Refusal INVALID when one of them could not open it */
export function readReaders(
  given: readonly number[],
  config: TenantConfig,
  mailed: Mailed,
  already: readonly number[] = [],
): UserId[] {
  const ids = [...new Set(given)];
  if (ids.length === 0) throw invalid('Choose at least one person.', 'readerIds');
  if (ids.length > mostReaders) throw invalid(`A mail goes to at most ${mostReaders} people.`, 'readerIds');
  const possible = new Set<number>([...findPossibleReaders(config, mailed), ...already]);
  if (ids.some((id) => !possible.has(id)))
    throw invalid('A person was chosen who may not open this.', 'readerIds');
  return ids.map(userId);
}

export function requireRoomForSchedule(current: number): void {
  if (current >= mostSchedules)
    throw new Refusal('LIMITED', `You have ${mostSchedules} mails on a schedule already. End one first.`);
}

/** What somebody stopped does not come again because it was set up anew. */
export function requireSomebodyGoing(going: readonly UserId[]): void {
  if (going.length === 0)
    throw invalid(
      'Everybody who was chosen has stopped this mail. Only they can turn it on again, or set up one of their own.',
      'readerIds',
    );
}

export const refuseEnding = () =>
  new Refusal('FORBIDDEN', 'Only who set this mail up, or an administrator, can change it.');
export const refuseWithoutMail = () =>
  new Refusal('UNAVAILABLE', 'No mail server is set up here, so nothing can be sent by mail.');
export const scheduleChangedMeanwhile = (current: object) =>
  new Refusal('CONFLICT', 'This mail was changed meanwhile. Look at it as it is now.', {
    details: { current },
  });

/** Why it comes no more to one of its readers. */
export const mailEnds = ['STOPPED', 'ENDED', 'DELETED', 'CLOSED', 'OWNER_LEFT', 'LEFT', 'PAUSED'] as const;
export type MailEnd = (typeof mailEnds)[number];

/** As its reader is told, in the list and in the last mail. */
export const endSentences: Readonly<Record<MailEnd, string>> = {
  STOPPED: 'Its reader stopped it.',
  ENDED: 'It was ended by who set it up, or by an administrator.',
  DELETED: 'It ended: what it showed was deleted.',
  CLOSED: 'It ended: what it showed is no longer open to its reader.',
  OWNER_LEFT: 'It ended: who set it up is no longer in the company.',
  LEFT: 'It ended: its reader is no longer in the company.',
  PAUSED:
    'It is paused: the company was brought in from an archive, and the one that it was taken from may still send it. An administrator resumes it on the page of the company.',
};

/** What its reader turned off nobody else turns on again. */
export const mayResume = (end: MailEnd | null, isReader: boolean): boolean =>
  end === null || (end === 'STOPPED' ? isReader : end === 'ENDED' || end === 'CLOSED' || end === 'LEFT');
