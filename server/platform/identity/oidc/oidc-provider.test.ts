import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { findFreePort } from '../../../../testing/free-port.ts';
import { startOidcServer } from '../../../../testing/oidc-server.ts';
import type { IdToken, OidcServer } from '../../../../testing/oidc-server.ts';
import type { OidcConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { createOidcProvider } from './oidc-provider.ts';

const callbackUrl = 'https://rowhouse.example.com/auth/oidc/callback';
const ada = {
  subject: 'ada-1',
  email: 'ada@example.com',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'Lovelace',
};
const log = createLog('silent');

let server: OidcServer;
let clock: { at: number; now(): number };
let config: OidcConfig;

beforeAll(async () => {
  server = await startOidcServer({ callbackUrls: [callbackUrl] });
  clock = { at: Date.now(), now: () => clock.at };
  config = {
    issuer: server.issuer,
    clientId: server.clientId,
    clientSecret: server.clientSecret,
    scopes: 'openid email profile',
    label: 'Continue with Acme',
  };
  server.put(ada);
});
afterAll(() => server.close());
afterEach(() => {
  server.rewriteTokens(null);
  server.put(ada);
  clock.at = Date.now();
});

const create = (changes: Partial<OidcConfig> = {}) =>
  createOidcProvider({ ...config, ...changes }, { clock, log });

async function signIn(provider = create(), email = ada.email) {
  const { url, kept } = await provider.begin(callbackUrl);
  const backAt = await server.signIn(url, email);
  return { backAt, kept, finish: () => provider.finish(backAt, kept) };
}

async function refusal(work: () => Promise<unknown>): Promise<Refusal> {
  const error = await work().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
}

const expectUntrusted = async (work: () => Promise<unknown>) =>
  expect(await refusal(work)).toMatchObject({
    code: 'UNAUTHENTICATED',
    message: 'The answer of your company’s sign-in could not be trusted. Please sign in again.',
  });

describe('signing in', () => {
  test('by a client with a secret, and by one without', async () => {
    const proved = {
      outcome: 'PROVED',
      account: {
        subject: `${server.issuer}#ada-1`,
        email: 'ada@example.com',
        emailVerified: true,
        firstName: 'Ada',
        lastName: 'Lovelace',
      },
      secondFactor: false,
      tokens: null,
    };
    const { finish } = await signIn();
    expect(await finish()).toEqual(proved);
    const publicly = await signIn(create({ clientId: server.publicClientId, clientSecret: undefined }));
    expect(await publicly.finish()).toEqual(proved);
  });

  test('asks by PKCE with S256, state and nonce, each new', async () => {
    const provider = create();
    const asked = [await provider.begin(callbackUrl), await provider.begin(callbackUrl)].map(
      ({ url }) => new URL(url).searchParams,
    );
    for (const parameters of asked) {
      expect(parameters.get('code_challenge_method')).toBe('S256');
      expect(parameters.get('redirect_uri')).toBe(callbackUrl);
      expect(parameters.get('scope')).toBe('openid email profile');
    }
    for (const name of ['code_challenge', 'state', 'nonce']) {
      expect(asked[0]!.get(name)).toMatch(/^[\w-]{40,}$/);
      expect(asked[0]!.get(name)).not.toBe(asked[1]!.get(name));
    }
  });

  test('the email is asked for where the id token does not have it', async () => {
    const other = await startOidcServer({ callbackUrls: [callbackUrl], claimsInIdToken: false });
    try {
      other.put(ada);
      const provider = create({ issuer: other.issuer, clientSecret: other.clientSecret });
      const { url, kept } = await provider.begin(callbackUrl);
      const proved = await provider.finish(await other.signIn(url, ada.email), kept);
      expect(proved.account).toMatchObject({
        email: 'ada@example.com',
        emailVerified: true,
        firstName: 'Ada',
      });
    } finally {
      await other.close();
    }
  });

  test('an email that is not verified is told as such', async () => {
    server.put({ ...ada, emailVerified: false });
    const { finish } = await signIn();
    expect((await finish()).account.emailVerified).toBe(false);
  });

  test('the subject stays although the email changes', async () => {
    const first = await (await signIn()).finish();
    server.put({ ...ada, email: 'ada@new.example.com' });
    const second = await (await signIn(create(), 'ada@new.example.com')).finish();
    expect(second.account).toMatchObject({ subject: first.account.subject, email: 'ada@new.example.com' });
  });

  test('a second factor is believed as the provider tells it', async () => {
    server.twistTokens(({ claims }) => (claims['amr'] = ['pwd', 'otp']));
    const { finish } = await signIn();
    expect((await finish()).secondFactor).toBe(true);
  });

  test('goes on when the provider changes its keys between two sign-ins, and between its two steps', async () => {
    const provider = create();
    await (await signIn(provider)).finish();
    await server.rotateKeys();
    await (await signIn(provider)).finish();
    const begun = await signIn(provider);
    await server.rotateKeys();
    expect((await begun.finish()).account.email).toBe('ada@example.com');
  });
});

describe('what is refused', () => {
  test('a consent that was refused', async () => {
    const provider = create();
    const { url, kept } = await provider.begin(callbackUrl);
    const backAt = await server.signIn(url, ada.email, 'refuse');
    expect(new URL(backAt).searchParams.get('error')).toBe('access_denied');
    expect(await refusal(() => provider.finish(backAt, kept))).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'The sign-in was cancelled or refused. Nothing was changed.',
    });
  });

  test('a callback that comes again', async () => {
    const { finish } = await signIn();
    await finish();
    expect(await refusal(finish)).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'This sign-in took too long, or it was used already. Please sign in again.',
    });
  });

  test('a code of one sign-in in another: the state is the other’s, the verifier does not fit', async () => {
    const provider = create();
    const stolen = await signIn(provider);
    const { kept } = await provider.begin(callbackUrl);
    const address = new URL(stolen.backAt);
    address.searchParams.set('state', (JSON.parse(kept) as { state: string }).state);
    expect((await refusal(() => provider.finish(address.href, kept))).code).toBe('UNAUTHENTICATED');
  });

  test('another state, none, and one that is there twice', async () => {
    const provider = create();
    const { backAt, kept } = await signIn(provider);
    for (const change of [
      (query: URLSearchParams) => query.set('state', 'another'),
      (query: URLSearchParams) => query.delete('state'),
      (query: URLSearchParams) => query.append('state', query.get('state')!),
    ]) {
      const address = new URL(backAt);
      change(address.searchParams);
      await expectUntrusted(() => provider.finish(address.href, kept));
    }
  });

  test('what is not what was kept', async () => {
    const provider = create();
    const { backAt } = await signIn(provider);
    for (const kept of ['', '{}', 'null', '[]']) await expectUntrusted(() => provider.finish(backAt, kept));
  });

  test('an answer in the name of another issuer', async () => {
    const provider = create();
    const { backAt, kept } = await signIn(provider);
    const address = new URL(backAt);
    expect(address.searchParams.get('iss')).toBe(server.issuer);
    address.searchParams.set('iss', 'https://evil.example.com');
    await expectUntrusted(() => provider.finish(address.href, kept));
  });

  const twists: Record<string, (token: IdToken) => void> = {
    'another nonce': ({ claims }) => (claims['nonce'] = 'another'),
    'no nonce': ({ claims }) => delete claims['nonce'],
    'another issuer': ({ claims }) => (claims['iss'] = 'https://evil.example.com'),
    'an id token that is over': ({ claims }) => (claims['exp'] = Math.floor(Date.now() / 1000) - 60),
    'an id token without an end': ({ claims }) => delete claims['exp'],
    'an id token for another client': ({ claims }) => (claims['aud'] = 'another'),
    'an id token for two clients, meant for the other': ({ claims }) => {
      claims['aud'] = [claims['aud'], 'another'];
      claims['azp'] = 'another';
    },
    'no subject': ({ claims }) => delete claims['sub'],
    'algorithm none': ({ header }) => (header['alg'] = 'none'),
    'a key that the provider does not have': ({ header }) => (header['kid'] = 'another'),
  };
  test.each(Object.entries(twists))('%s', async (_name, twist) => {
    server.twistTokens(twist);
    const { finish } = await signIn();
    await expectUntrusted(finish);
  });

  test('an id token that was changed after it was signed, and one signed by the secret of the client', async () => {
    const forge = (idToken: string) => {
      const [, claims = ''] = idToken.split('.');
      const told = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
      return { ...told, email: 'eve@example.com' };
    };
    server.rewriteTokens((idToken) => {
      const [header, , signature] = idToken.split('.');
      return `${header}.${Buffer.from(JSON.stringify(forge(idToken))).toString('base64url')}.${signature}`;
    });
    await expectUntrusted((await signIn()).finish);
    server.rewriteTokens((idToken) =>
      new SignJWT(forge(idToken))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(server.clientSecret)),
    );
    await expectUntrusted((await signIn()).finish);
  });

  test('a sign-in that took more than ten minutes, by our clock', async () => {
    const provider = create();
    const { finish } = await signIn(provider);
    clock.at += 11 * 60_000;
    expect(await refusal(finish)).toMatchObject({ code: 'UNAUTHENTICATED', message: /took too long/ });
  });

  test('an id token that is over by our clock alone', async () => {
    const provider = create();
    clock.at += 3 * 3_600_000;
    const { url, kept } = await provider.begin(callbackUrl);
    const backAt = await server.signIn(url, ada.email);
    await expectUntrusted(() => provider.finish(backAt, kept));
  });
});

describe('a provider that does not answer as one', () => {
  const unavailable = {
    code: 'UNAVAILABLE',
    message: 'The sign-in of your company cannot be reached. Try again in a moment.',
  };
  const metadata = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  });

  /** A server that answers whatever it is told to. */
  async function serve(answer: (path: string, issuer: string, response: ServerResponse) => void) {
    const port = await findFreePort();
    const issuer = `http://127.0.0.1:${port}`;
    const asked: string[] = [];
    const http = createServer((request: IncomingMessage, response) => {
      asked.push(request.url!);
      answer(request.url!, issuer, response);
    });
    http.listen(port, '127.0.0.1');
    await once(http, 'listening');
    const close = async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    };
    return { issuer, asked, close };
  }
  const sendJson = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  test('is down', async () => {
    const provider = create({ issuer: `http://127.0.0.1:${await findFreePort()}` });
    expect(await refusal(() => provider.begin(callbackUrl))).toMatchObject(unavailable);
  });

  test.each<[string, (response: ServerResponse, issuer: string) => void]>([
    ['answers 500', (response) => response.writeHead(500).end('Oh dear')],
    [
      'answers a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'),
    ],
    [
      'answers half a JSON',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"iss'),
    ],
    ['calls itself otherwise', (response) => sendJson(response, 200, metadata('https://evil.example.com'))],
    ['is nobody', (response) => sendJson(response, 200, {})],
    ['closes the connection', (response) => response.destroy()],
  ])('%s', async (_name, answer) => {
    const other = await serve((_path, issuer, response) => answer(response, issuer));
    try {
      const provider = create({ issuer: other.issuer });
      expect(await refusal(() => provider.begin(callbackUrl))).toMatchObject(unavailable);
      expect(other.asked).toHaveLength(2);
    } finally {
      await other.close();
    }
  });

  test('is not followed to where it sends on, with its document and with the secret of the client', async () => {
    const elsewhere = await serve((_path, issuer, response) => sendJson(response, 200, metadata(issuer)));
    const sendOn = (response: ServerResponse) =>
      response.writeHead(307, { location: `${elsewhere.issuer}/.well-known/openid-configuration` }).end();
    const at = await serve((path, issuer, response) =>
      path.startsWith('/sends-on') || path === '/token'
        ? sendOn(response)
        : sendJson(response, 200, metadata(issuer)),
    );
    try {
      const moved = create({ issuer: `${at.issuer}/sends-on` });
      expect(await refusal(() => moved.begin(callbackUrl))).toMatchObject(unavailable);
      const { url, kept } = await create({ issuer: at.issuer }).begin(callbackUrl);
      const state = new URL(url).searchParams.get('state');
      const provider = create({ issuer: at.issuer });
      await refusal(() => provider.finish(`${callbackUrl}?code=c&state=${state}`, kept));
      expect(at.asked).toContain('/token');
      expect(elsewhere.asked).toEqual([]);
    } finally {
      await at.close();
      await elsewhere.close();
    }
  });

  test('is not taken for another by the address of its document', async () => {
    const other = await serve((_path, _issuer, response) =>
      sendJson(response, 200, metadata('https://evil.example.com')),
    );
    try {
      const provider = create({ issuer: `${other.issuer}/.well-known/openid-configuration` });
      expect(await refusal(() => provider.begin(callbackUrl))).toMatchObject(unavailable);
    } finally {
      await other.close();
    }
  });

  test('is asked again after a failure, then once an hour, and is remembered while it is down', async () => {
    let down = true;
    const other = await serve((_path, issuer, response) => {
      if (down) response.writeHead(503).end();
      else sendJson(response, 200, metadata(issuer));
    });
    try {
      const provider = create({ issuer: other.issuer });
      await refusal(() => provider.begin(callbackUrl));
      down = false;
      await Promise.all([provider.begin(callbackUrl), provider.begin(callbackUrl)]);
      await provider.begin(callbackUrl);
      expect(other.asked).toHaveLength(3);
      clock.at += 3_600_001;
      await provider.begin(callbackUrl);
      expect(other.asked).toHaveLength(4);
      down = true;
      clock.at += 3_600_001;
      expect((await provider.begin(callbackUrl)).url).toContain(`${other.issuer}/authorize?`);
    } finally {
      await other.close();
    }
  });

  test.each<[string, (response: ServerResponse) => void, object]>([
    ['fails', (response) => response.writeHead(502).end('<p>Bad gateway'), unavailable],
    ['closes the connection', (response) => response.destroy(), unavailable],
    [
      'does not know our secret',
      (response) => sendJson(response, 401, { error: 'invalid_client' }),
      { code: 'UNAVAILABLE', message: /does not accept Rowhouse as it is set up/ },
    ],
    [
      'does not know the code',
      (response) => sendJson(response, 400, { error: 'invalid_grant' }),
      { code: 'UNAUTHENTICATED', message: /took too long, or it was used already/ },
    ],
    [
      'gives no id token',
      (response) => sendJson(response, 200, { access_token: 'a', token_type: 'bearer' }),
      { code: 'UNAUTHENTICATED', message: /could not be trusted/ },
    ],
  ])('its token endpoint %s', async (_name, answer, expected) => {
    const other = await serve((path, issuer, response) => {
      if (path === '/token') answer(response);
      else sendJson(response, 200, metadata(issuer));
    });
    try {
      const provider = create({ issuer: other.issuer });
      const { kept } = await provider.begin(callbackUrl);
      const { state } = JSON.parse(kept) as { state: string };
      const finish = () => provider.finish(`${callbackUrl}?code=1&state=${state}`, kept);
      expect(await refusal(finish)).toMatchObject(expected);
    } finally {
      await other.close();
    }
  });

  test('is refused at the start when it is plain HTTP on another machine, or not asked for an id', () => {
    for (const issuer of ['http://id.example.com', 'http://127.0.0.1.example.com', 'ftp://127.0.0.1']) {
      expect(() => create({ issuer })).toThrow('OIDC_ISSUER is not usable: it must begin with https://.');
    }
    expect(() => create({ scopes: 'email profile' })).toThrow(/OIDC_SCOPES is not usable/);
  });
});
