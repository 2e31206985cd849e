// Amazon Cognito as its API reference describes it, for calls that cognito-local does not have: answers what a test
// says, keeps what it was asked, signs tokens, and proves remembered devices by the service's side of SRP.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey } from 'jose';
import type { CognitoConfig } from '@rowhouse/server/platform/config.ts';
import { findFreePort } from './free-port.ts';

export type CognitoCall = {
  /** The name of the API's operation. */
  readonly call: string;
  readonly body: Record<string, unknown>;
};
type Answer = Record<string, unknown>;
type Answering = Answer | CognitoFault | ((body: Record<string, unknown>) => Answer | CognitoFault);
export type CognitoRecording = Awaited<ReturnType<typeof startCognitoRecording>>;

/** An exception of the service. */
export class CognitoFault {
  readonly name: string;
  readonly message: string;
  readonly status: number;
  constructor(name: string, message = 'No further words.', status = 400) {
    this.name = name;
    this.message = message;
    this.status = status;
  }
}

export const poolUser = {
  sub: '11111111-2222-3333-4444-555555555555',
  email: 'ada@example.com',
};

/** Give `close` to afterAll. */
export async function startCognitoRecording(clock: { now(): number }) {
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const config: CognitoConfig & { clientSecret: string } = {
    region: 'eu-central-1',
    userPoolId: 'eu-central-1_Recorded',
    clientId: 'the-client',
    clientSecret: 'the-secret',
    endpoint,
  };
  const issuer = `${endpoint}/${config.userPoolId}`;
  const keys = await generateKeyPair('RS256');
  const strange = await generateKeyPair('RS256');
  const answers = new Map<string, Answering>();
  const calls: CognitoCall[] = [];
  const mistakes: string[] = [];

  /** The protocol: JSON 1.1, the operation in a header; no signature but on what only administrators may call. */
  function check(request: IncomingMessage, call: string): void {
    if (request.method !== 'POST' || request.url !== '/') mistakes.push(`${request.method} ${request.url}`);
    if (request.headers['content-type'] !== 'application/x-amz-json-1.1') {
      mistakes.push(`${call} is ${request.headers['content-type']}.`);
    }
    const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true;
    if (isSigned !== call.startsWith('Admin')) mistakes.push(`${call} is ${isSigned ? '' : 'not '}signed.`);
  }

  const server = createServer((request, response) => {
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/x-amz-json-1.1', ...headers })
        .end(JSON.stringify(body));
    const answer = async () => {
      if (request.url === `/${config.userPoolId}/.well-known/jwks.json`) {
        return send(200, {
          keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
        });
      }
      const [service, call = ''] = String(request.headers['x-amz-target']).split('.');
      if (service !== 'AWSCognitoIdentityProviderService') mistakes.push(`The service is ${service}.`);
      check(request, call);
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      calls.push({ call, body });
      const answering = answers.get(call) ?? new CognitoFault('InternalErrorException', 'Not told', 500);
      const said = typeof answering === 'function' ? answering(body) : answering;
      if (!(said instanceof CognitoFault)) return send(200, said);
      const { name, message, status } = said;
      return send(status, { __type: name, message }, { 'x-amzn-errortype': `${name}:` });
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  const sign = (claims: Record<string, unknown>, key: CryptoKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);

  return {
    config,
    issuer,
    /** What was asked since the last time. */
    takeCalls: (): CognitoCall[] => calls.splice(0),
    /** What of it was not as the protocol wants it. */
    mistakes,
    answer(call: string, answering: Answering) {
      answers.set(call, answering);
    },
    /** As an answer to a sign-in; `changes` twist the claims of one token. */
    async tokens(
      changes: { id?: object; access?: object; device?: { key: string; groupKey: string } } = {},
      { strangeKey = false } = {},
    ): Promise<Answer> {
      const now = Math.floor(clock.now() / 1000);
      const both = { iss: issuer, sub: poolUser.sub, iat: now, exp: now + 3600 };
      const id = {
        ...both,
        aud: config.clientId,
        token_use: 'id',
        email: poolUser.email,
        email_verified: true,
        given_name: 'Ada',
        family_name: 'Lovelace',
        ...changes.id,
      };
      const access = {
        ...both,
        client_id: config.clientId,
        token_use: 'access',
        username: poolUser.sub,
        ...changes.access,
      };
      const key = strangeKey ? strange.privateKey : keys.privateKey;
      return {
        ChallengeParameters: {},
        AuthenticationResult: {
          IdToken: await sign(id, key),
          AccessToken: await sign(access, key),
          RefreshToken: 'the-refresh-token',
          ExpiresIn: 3600,
          TokenType: 'Bearer',
          ...(changes.device && {
            NewDeviceMetadata: {
              DeviceKey: changes.device.key,
              DeviceGroupKey: changes.device.groupKey,
            },
          }),
        },
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const secretHash = (config: { clientId: string; clientSecret: string }, username: string): string =>
  createHmac('sha256', config.clientSecret)
    .update(username + config.clientId)
    .digest('base64');

// RFC 3526, group 15; written out so that it is not the same source as that of the code under test.
const prime = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD',
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED',
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F',
    '83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510',
    '15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7',
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C',
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
);

/** The service's side of the proof of a device, from what ConfirmDevice told it: it has no password. */
export function expectDevice(
  device: { key: string; groupKey: string },
  told: { Salt: string; PasswordVerifier: string },
) {
  const salt = Buffer.from(told.Salt, 'base64').toString('hex');
  const verifier = BigInt(`0x${Buffer.from(told.PasswordVerifier, 'base64').toString('hex')}`);
  const secret = BigInt(`0x${randomBytes(48).toString('hex')}`);
  const k = hashNumbers(prime, 2n);
  const publicValue = (k * verifier + raise(2n, secret)) % prime;
  const secretBlock = randomBytes(200).toString('base64');
  return {
    challenge: {
      SALT: salt,
      SRP_B: publicValue.toString(16),
      SECRET_BLOCK: secretBlock,
      DEVICE_KEY: device.key,
    },
    isProved(theirHex: string, responses: Readonly<Record<string, string>>): boolean {
      const theirs = BigInt(`0x${theirHex}`);
      const u = hashNumbers(theirs, publicValue);
      const shared = raise((theirs * raise(verifier, u)) % prime, secret);
      const key = hkdfSync('sha256', signless(shared), signless(u), 'Caldera Derived Key', 16);
      const signed = Buffer.concat([
        Buffer.from(device.groupKey + device.key),
        Buffer.from(secretBlock, 'base64'),
        Buffer.from(responses['TIMESTAMP'] ?? ''),
      ]);
      const expected = createHmac('sha256', Buffer.from(key)).update(signed).digest('base64');
      return expected === responses['PASSWORD_CLAIM_SIGNATURE'];
    },
  };
}

function raise(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % prime;
    if (bit === '1') result = (result * base) % prime;
  }
  return result;
}

function signless(number: bigint): Buffer {
  let hex = number.toString(16);
  if (hex.length % 2 === 1) hex = `0${hex}`;
  const bytes = Buffer.from(hex, 'hex');
  return bytes[0]! > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}

function hashNumbers(...numbers: readonly bigint[]): bigint {
  const hash = createHash('sha256');
  for (const number of numbers) hash.update(signless(number));
  return BigInt(`0x${hash.digest('hex')}`);
}
