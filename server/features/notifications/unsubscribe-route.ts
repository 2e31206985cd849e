// Turning the mails off needs no sign-in: the link in the mail carries a grant for this alone.
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { notificationTopics } from '@rowhouse/domain/notifications/mail-choices.ts';
import type { FastifyInstance } from 'fastify';
import type { Grants } from '../../identity/grants.ts';
import type { Database } from '../../platform/database/database.ts';
import { registerAskingRoute } from '../../platform/mail/asking-route.ts';
import { findAddress, keepMailChoices } from './sql.ts';
import type { Addressee } from './sql.ts';

const purpose = 'unsubscribe';
const path = '/unsubscribe';
/** For as long as somebody may find the mail. */
const lifetimeMs = 2 * 365 * 86_400_000;

export const unsubscribeLink = (linkBase: string, grants: Grants, addressee: Addressee): string =>
  `${linkBase}${path}?grant=${grants.signGrant(purpose, { ...addressee }, lifetimeMs)}`;

export const registerUnsubscribeRoute = (
  app: FastifyInstance,
  { database, grants }: { database: Database; grants: Grants },
): void =>
  registerAskingRoute<Addressee>(app, {
    path,
    find(query) {
      const given = (query as { grant?: unknown }).grant;
      const payload = typeof given === 'string' ? grants.verifyGrant(purpose, given)?.payload : undefined;
      if (payload === undefined) return null;
      return { tenantId: tenantId(Number(payload['tenantId'])), userId: userId(Number(payload['userId'])) };
    },
    async stop(addressee) {
      const off = notificationTopics.map((topic) => ({ topic, mail: 'OFF' as const }));
      await database.withTenant({ ...addressee, source: { kind: 'MAIL_LINK' } }, (transaction) =>
        transaction.run([keepMailChoices(addressee.tenantId, addressee.userId, off)]),
      );
    },
    findAddress: (addressee) => findAddress(database, addressee.userId),
    question: {
      title: 'Turn off these mails?',
      body: (to) =>
        `They come no more to ${to}. The application tells of everything still, and the mails can be turned on again in that account.`,
      button: 'Turn off the mails',
    },
    done: {
      title: 'The mails are off',
      body: (to) =>
        `No more mails of notifications from this company come to ${to}. They can be turned on again in that account.`,
    },
    unknownLink: {
      title: 'This link does not work',
      body: 'It is not whole, or it is too old. You choose what you hear by mail in your account.',
    },
  });
