import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { MailSchedule, MailedKind } from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId, userId, type UserId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { nextOccasionMs, readOccasions, type Occasions } from '@rowhouse/domain/mail-schedules/occasions.ts';
import {
  findPossibleReaders,
  maySeeMailed,
  mayResume,
  readReaders,
  refuseEnding,
  refuseWithoutMail,
  requireRoomForSchedule,
  requireSomebodyGoing,
  scheduleChangedMeanwhile,
} from '@rowhouse/domain/mail-schedules/rules.ts';
import type { Mailed } from '@rowhouse/domain/mail-schedules/rules.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { readDashboards, selectDashboard } from '../dashboards/sql.ts';
import { mailedOf } from './mailed-of.ts';
import {
  changeSchedule,
  countSchedules,
  endReaders,
  holdSchedule,
  insertSchedule,
  putReaders,
  readCount,
  readMadeId,
  readSchedules,
  readStopped,
  readView,
  resumePaused,
  resumeReader,
  selectSchedule,
  selectSchedules,
  selectStopped,
  selectView,
  stopReader,
} from './sql.ts';
import type { PutReaders, StoredSchedule } from './sql.ts';

type Names =
  | 'findMailSchedules'
  | 'findCompanyMailSchedules'
  | 'findMailScheduleReaders'
  | 'createMailSchedule'
  | 'updateMailSchedule'
  | 'endMailSchedule'
  | 'resumeMailSchedules'
  | 'updateMailScheduleReading';

type Parts = { readonly mailer: Pick<Mailer, 'kind'>; readonly clock: Clock };

export const createMailSchedulesOperations = ({ mailer, clock }: Parts): Pick<OperationTable, Names> => {
  const isSent = mailer.kind !== 'none';
  const find = async (whose: 'own' | 'company', context: MemberContext) => {
    const { viewer } = context;
    const reader = whose === 'own' ? viewer.userId : null;
    const { answers } = await context.read([selectSchedules(viewer.tenantId, reader)]);
    return { schedules: readSchedules(answers[0]).map((stored) => show(stored, context)), isSent };
  };

  return {
    findMailSchedules: (_input, context) => find('own', context),
    findCompanyMailSchedules: (_input, context) => find('company', context),

    async findMailScheduleReaders({ data }, context) {
      const { config } = context;
      const mailed = await getMailed(data, context);
      return findPossibleReaders(config, mailed)
        .map((id) => ({ id, name: config.members.get(id)?.name ?? '' }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    },

    async createMailSchedule({ data }, context) {
      const { viewer, config } = context;
      if (!isSent) throw refuseWithoutMail();
      const mailed = await getMailed(data, context);
      const occasions = readOccasions(data);
      const readers = readReaders(data.readerIds, config, mailed);
      const { tenantId, userId: owner } = viewer;
      const asked = [
        countSchedules(tenantId, owner),
        selectSchedules(tenantId, owner),
        selectStopped(tenantId, owner, data),
      ];
      return context.write(asked, async (transaction, [count, own, found]) => {
        const put = partReaders(readers, readStopped(found));
        // Who asks again after an answer that was lost means one mail and not two.
        const same = readSchedules(own).find(
          (stored) => stored.ownerUserId === owner && isSame(stored, data, occasions, put.going),
        );
        if (same !== undefined) return show(same, context);
        requireRoomForSchedule(readCount(count));
        const id = readMadeId(await transaction.one(insertSchedule(tenantId, owner, data, occasions)));
        const answers = await transaction.finish([
          putReaders(tenantId, id, put, nextOccasionMs(occasions, clock.now())),
          selectSchedule(tenantId, id),
        ]);
        return show(requireFound(readSchedules(answers.at(-1))[0]), context);
      });
    },

    async updateMailSchedule({ data }, context) {
      const { viewer, config } = context;
      const { tenantId } = viewer;
      const occasions = readOccasions(data);
      return context.write([holdSchedule(tenantId, data.id)], async (transaction, [held]) => {
        const stored = requireSeen(readSchedules(held)[0], context);
        if (stored.ownerUserId !== viewer.userId) throw refuseEnding();
        const mailed = mailedOf(stored);
        if (mailed === null || !maySeeMailed(config, viewer, mailed)) throw notFound('The mail');
        const active = stored.readers.filter(({ ended }) => ended === null).map((reader) => reader.userId);
        const readers = readReaders(data.readerIds, config, mailed, active);
        const gone = active.filter((id) => !readers.some((reader) => reader === id));
        const before = readStopped(
          await transaction.one(selectStopped(tenantId, viewer.userId, thingOf(stored))),
        );
        const put = partReaders(readers, stoppedOf(stored, before, viewer.userId));
        if (stored.version !== data.version) {
          // Who asks again after an answer that was lost finds it as they asked.
          if (isSame(stored, thingOf(stored), occasions, put.going)) return show(stored, context);
          throw scheduleChangedMeanwhile(show(stored, context));
        }
        const answers = await transaction.finish([
          changeSchedule(tenantId, data.id, occasions),
          endReaders(tenantId, data.id, gone, 'ENDED'),
          putReaders(tenantId, data.id, put, nextOccasionMs(occasions, clock.now())),
          selectSchedule(tenantId, data.id),
        ]);
        return show(requireFound(readSchedules(answers.at(-1))[0]), context);
      });
    },

    async endMailSchedule({ data }, context) {
      const { viewer } = context;
      const { tenantId } = viewer;
      return context.write([holdSchedule(tenantId, data.id)], async (transaction, [held]) => {
        const stored = requireSeen(readSchedules(held)[0], context);
        if (stored.ownerUserId !== viewer.userId && !viewer.administers) throw refuseEnding();
        const answers = await transaction.finish([
          endReaders(tenantId, data.id, null, 'ENDED'),
          selectSchedule(tenantId, data.id),
        ]);
        return show(requireFound(readSchedules(answers.at(-1))[0]), context);
      });
    },

    async resumeMailSchedules(_input, context) {
      const { tenantId } = context.viewer;
      return context.write([selectSchedules(tenantId, null)], async (transaction, [found]) => {
        const paused = readSchedules(found).filter(({ readers }) =>
          readers.some(({ ended }) => ended === 'PAUSED'),
        );
        const answers = await transaction.finish([
          ...paused.map((stored) => resumePaused(tenantId, stored.id, nextOccasionMs(stored, clock.now()))),
          selectSchedules(tenantId, null),
        ]);
        return { schedules: readSchedules(answers.at(-1)).map((stored) => show(stored, context)), isSent };
      });
    },

    async updateMailScheduleReading({ data }, context) {
      const { viewer, config } = context;
      const { tenantId } = viewer;
      return context.write([holdSchedule(tenantId, data.id)], async (transaction, [held]) => {
        const stored = requireSeen(readSchedules(held)[0], context);
        const own = stored.readers.find((reader) => reader.userId === viewer.userId);
        if (own === undefined) throw notFound('The mail');
        if (data.isOn) {
          const mailed = mailedOf(stored);
          const isOpen = mailed !== null && maySeeMailed(config, viewer, mailed);
          if (!isOpen || !mayResume(own.ended, true))
            throw invalid('This mail has ended. Set up a new one.', 'isOn');
        }
        const answers = await transaction.finish([
          data.isOn
            ? resumeReader(tenantId, stored.id, viewer.userId, nextOccasionMs(stored, clock.now()))
            : stopReader(tenantId, stored.id, viewer.userId),
          selectSchedule(tenantId, stored.id),
        ]);
        return show(requireFound(readSchedules(answers.at(-1))[0]), context);
      });
    },
  };
};

const requireFound = (stored: StoredSchedule | undefined): StoredSchedule => {
  if (stored === undefined) throw notFound('The mail');
  return stored;
};

/** Of others it is told to its readers, and to who administers the company. */
function requireSeen(stored: StoredSchedule | undefined, { viewer }: MemberContext): StoredSchedule {
  const current = requireFound(stored);
  const isRead = current.readers.some((reader) => reader.userId === viewer.userId);
  if (current.ownerUserId !== viewer.userId && !isRead && !viewer.administers) throw notFound('The mail');
  return current;
}

const thingOf = ({ gridPreferenceId, dashboardId }: StoredSchedule): Asked =>
  gridPreferenceId === null
    ? { kind: 'DASHBOARD', mailedId: dashboardId ?? 0 }
    : { kind: 'VIEW', mailedId: gridPreferenceId };

/**
 * Who stays without: whoever stopped this mail, or the one before it and does not read this one. Its owner turns it on by naming
 * themselves.
 */
function stoppedOf(
  { readers }: StoredSchedule,
  before: ReadonlySet<UserId>,
  owner: UserId,
): ReadonlySet<UserId> {
  const reading = new Set(readers.flatMap((one) => (one.ended === null ? one.userId : [])));
  const stopped = readers.flatMap((one) => (one.ended === 'STOPPED' ? userId(one.userId) : []));
  return new Set([...stopped, ...before].filter((id) => id !== owner && !reading.has(id)));
}

function partReaders(readers: readonly UserId[], stopped: ReadonlySet<UserId>): PutReaders {
  const going = readers.filter((id) => !stopped.has(id));
  requireSomebodyGoing(going);
  return { going, without: readers.filter((id) => stopped.has(id)) };
}

/** Whether it sends the same at the same times to the same readers. */
function isSame(
  stored: StoredSchedule,
  { kind, mailedId }: Asked,
  { days, time, timeZone }: Occasions,
  readers: readonly UserId[],
): boolean {
  const active = stored.readers.filter(({ ended }) => ended === null);
  return (
    (kind === 'VIEW' ? stored.gridPreferenceId : stored.dashboardId) === mailedId &&
    stored.time === time &&
    stored.timeZone === timeZone &&
    new Set([...stored.days, ...days]).size === stored.days.length &&
    stored.days.length === days.length &&
    active.length === readers.length &&
    active.every((reader) => readers.some((id) => id === reader.userId))
  );
}

type Asked = { readonly kind: MailedKind; readonly mailedId: number };

/** The view or the dashboard, if the viewer may open it; another one is not there. */
async function getMailed({ kind, mailedId }: Asked, context: MemberContext): Promise<Mailed> {
  const { viewer, config } = context;
  const mailed = await (kind === 'VIEW' ? findView : findBoard)(mailedId, context);
  if (mailed === null || !maySeeMailed(config, viewer, mailed))
    throw notFound(kind === 'VIEW' ? 'The grid preference' : 'The dashboard');
  return mailed;
}

async function findView(id: number, context: MemberContext): Promise<Mailed | null> {
  const { answers } = await context.read([selectView(context.viewer.tenantId, id)]);
  const view = readView(answers[0]);
  if (view === undefined || !view.isThere || view.recordTypeId === null) return null;
  return {
    kind: 'VIEW',
    recordTypeId: view.recordTypeId,
    ownerUserId: view.userId,
    roleId: view.roleId,
  };
}

async function findBoard(id: number, context: MemberContext): Promise<Mailed | null> {
  const { tenantId, userId: reader } = context.viewer;
  const { answers } = await context.read([selectDashboard(tenantId, reader, id)]);
  const [board] = readDashboards(answers[0]);
  if (board === undefined || !board.enabled) return null;
  const mailed = { kind: 'DASHBOARD', ownerUserId: board.ownerUserId, roleIds: board.roleIds } as const;
  if (board.embedType !== 'BUILT_IN' && maySeeMailed(context.config, context.viewer, mailed))
    throw invalid(
      'Only a dashboard of charts is sent by mail: the page of another server is not.',
      'dashboardId',
    );
  return mailed;
}

function show(stored: StoredSchedule, context: MemberContext): MailSchedule {
  const { viewer, config } = context;
  const reader = viewer.userId;
  const mailed = mailedOf(stored);
  const isOpen = mailed !== null && (viewer.administers || maySeeMailed(config, viewer, mailed));
  const type =
    stored.viewTypeId === null
      ? null
      : findAuthorisedRecordType(config, viewer, recordTypeId(stored.viewTypeId));
  const isOwn = stored.ownerUserId === reader;
  const mayEnd = isOwn || viewer.administers;
  return {
    id: stored.id,
    name: isOpen ? stored.name : null,
    recordType: type === null ? null : { id: type.type.id, name: type.type.name },
    gridPreferenceId: stored.gridPreferenceId,
    dashboardId: stored.dashboardId,
    days: stored.days,
    time: stored.time,
    timeZone: stored.timeZone,
    owner: nameMember(stored.ownerUserId, config),
    isOwn,
    mayEnd,
    readers: stored.readers
      .filter((one) => mayEnd || one.userId === reader)
      .map((one) => ({
        user: nameMember(one.userId, config),
        isViewer: one.userId === reader,
        nextAt: one.ended === null ? toInstant(one.nextAt) : null,
        lastSentAt: toInstant(one.lastSentAt),
        failedAt: one.ended === null ? toInstant(one.failedAt) : null,
        ended: one.ended,
      })),
    version: stored.version,
  };
}

const toInstant = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

const nameMember = (id: number, config: MemberContext['config']) => ({
  id,
  name: config.members.get(userId(id))?.name ?? 'Somebody who has left',
});
