// One mail on a schedule is stopped without a sign-in: the link in it carries a grant for this alone.
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { FastifyInstance } from 'fastify';
import type { Grants } from '../../identity/grants.ts';
import type { Database } from '../../platform/database/database.ts';
import { registerAskingRoute } from '../../platform/mail/asking-route.ts';
import { findAddress } from '../notifications/sql.ts';
import { stopReader } from './sql.ts';

const purpose = 'stop a mail on a schedule';
const path = '/stop-mail';
/** For as long as somebody may find the mail. */
const lifetimeMs = 2 * 365 * 86_400_000;

type Reading = { readonly tenantId: TenantId; readonly userId: UserId; readonly scheduleId: number };

export const stopLink = (
  linkBase: string,
  grants: Grants,
  { tenantId: tenant, userId: person, scheduleId }: Reading,
): string =>
  `${linkBase}${path}?grant=${grants.signGrant(purpose, { tenantId: tenant, userId: person, scheduleId }, lifetimeMs)}`;

export const registerStopMailRoute = (
  app: FastifyInstance,
  { database, grants }: { database: Database; grants: Grants },
): void =>
  registerAskingRoute<Reading>(app, {
    path,
    find(query) {
      const given = (query as { grant?: unknown }).grant;
      const payload = typeof given === 'string' ? grants.verifyGrant(purpose, given)?.payload : undefined;
      if (payload === undefined) return null;
      return {
        tenantId: tenantId(Number(payload['tenantId'])),
        userId: userId(Number(payload['userId'])),
        scheduleId: Number(payload['scheduleId']),
      };
    },
    async stop({ scheduleId, ...reader }) {
      await database.withTenant({ ...reader, source: { kind: 'MAIL_LINK' } }, (transaction) =>
        transaction.run([stopReader(reader.tenantId, scheduleId, reader.userId)]),
      );
    },
    findAddress: (reader) => findAddress(database, reader.userId),
    question: {
      title: 'Stop this mail?',
      body: (to) => `It comes no more to ${to}. It can be turned on again in that account.`,
      button: 'Stop the mail',
    },
    done: {
      title: 'The mail is stopped',
      body: (to) => `It comes no more to ${to}. It can be turned on again in that account.`,
    },
    unknownLink: {
      title: 'This link does not work',
      body: 'It is not whole, or it is too old. You stop mails in your account.',
    },
  });
