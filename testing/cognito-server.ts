// cognito-local in this process, over a folder of its own: a pool of email users and a client, mails kept here.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { pino } from 'pino';
import type { CognitoConfig } from '@rowhouse/server/platform/config.ts';
import {
  CognitoServiceFactoryImpl,
  createServer,
  JwtTokenGenerator,
  MessageDeliveryService,
  MessagesService,
  otp,
  Router,
  StormDBDataStoreFactory,
  UserPoolServiceFactoryImpl,
} from './cognito-local.ts';
import { findFreePort } from './free-port.ts';

export type CognitoServer = Awaited<ReturnType<typeof startCognitoServer>>;

/** Give `close` to afterAll. Its time is that of the clock. */
export async function startCognitoServer(clock: { now(): number }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-cognito-'));
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const mails: { to: string; code: string }[] = [];
  const logger = pino({ level: 'silent' });
  const context = { logger };
  const time = { get: () => new Date(clock.now()) };
  const stores = new StormDBDataStoreFactory(folder);
  const pools = new UserPoolServiceFactoryImpl(time, stores);
  const defaults = { UsernameAttributes: ['email'] };
  const cognito = await new CognitoServiceFactoryImpl(folder, stores, pools).create(context, defaults);
  const nothing = async () => undefined;
  // Nothing runs on a trigger; the real ones would load the whole old SDK.
  const triggers = {
    enabled: () => false,
    customMessage: async () => null,
    customEmailSender: nothing,
    postAuthentication: nothing,
    postConfirmation: nothing,
    preSignUp: async () => ({}),
    preTokenGeneration: async () => ({}),
    userMigration: async () => Promise.reject(new Error('No user is migrated here.')),
  };
  const mailer = {
    async sendEmail(
      _context: unknown,
      _user: unknown,
      to: string,
      { __code: code = '' }: { __code?: string },
    ) {
      mails.push({ to, code });
    },
    sendSms: nothing,
  };
  const router = Router({
    clock: time,
    cognito,
    config: { UserPoolDefaults: defaults },
    messages: new MessagesService(triggers, new MessageDeliveryService(mailer)),
    otp,
    tokenGenerator: new JwtTokenGenerator(time, triggers, { IssuerDomain: endpoint }),
    triggers,
  });
  const server = createServer(
    // A pool that tracks no devices has none; cognito-local does not know the question.
    (call) => (call === 'ListDevices' ? async () => ({ Devices: [] }) : router(call)),
    logger,
    { port, hostname: '127.0.0.1' },
  );
  const listening = await server.start();

  const admin = new CognitoIdentityProvider({
    region: 'local',
    endpoint,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const pool = await admin.createUserPool({
    PoolName: 'rowhouse',
    UsernameAttributes: ['email'],
    AutoVerifiedAttributes: ['email'],
    MfaConfiguration: 'OPTIONAL',
  });
  const userPoolId = pool.UserPool!.Id!;
  const made = await admin.createUserPoolClient({
    UserPoolId: userPoolId,
    ClientName: 'rowhouse',
    GenerateSecret: true,
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    IdTokenValidity: 60,
    AccessTokenValidity: 1,
  });
  const config: CognitoConfig = {
    region: 'local',
    userPoolId,
    clientId: made.UserPoolClient!.ClientId!,
    clientSecret: made.UserPoolClient!.ClientSecret,
    endpoint,
  };

  return {
    config,
    /** What an administrator of the pool can do. */
    admin,
    /** The newest code that was mailed to the address. */
    lastCode(to: string): string {
      const mail = mails.findLast((each) => each.to === to);
      if (mail === undefined) throw new Error(`Cognito has sent nothing to ${to}.`);
      return mail.code;
    },
    mailsTo: (to: string) => mails.filter((mail) => mail.to === to).length,
    /** As the service does by itself when the code was right; its stand-in forgets it. */
    verifyEmail: (email: string) =>
      admin.adminUpdateUserAttributes({
        UserPoolId: userPoolId,
        Username: email,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
      }),
    async close() {
      admin.destroy();
      listening.closeAllConnections();
      listening.close();
      await once(listening, 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
