// A certified OpenID provider in this process, with a sign-in page of its own, that can be made to misbehave.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CompactSign, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { JWK } from 'jose';
import { Provider } from 'oidc-provider';
import { findFreePort } from './free-port.ts';

export type OidcPerson = {
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
};

export type IdToken = { header: Record<string, unknown>; claims: Record<string, unknown> };
export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>;

type Options = {
  /** Where it sends browsers back to. */
  readonly callbackUrls: readonly string[];
  /** Whether claims of the person stand in the id token too, or only at its userinfo endpoint. */
  readonly claimsInIdToken?: boolean;
};

const clientId = 'rowhouse';
const publicClientId = 'rowhouse-public';

/** Give `close` to afterAll. Two clients: one with a secret, one without. */
export async function startOidcServer({ callbackUrls, claimsInIdToken = true }: Options) {
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}`;
  const clientSecret = randomBytes(24).toString('hex');
  const cookieKey = randomBytes(24).toString('hex');
  const people = new Map<string, OidcPerson>();
  let rewrite: ((idToken: string) => string | Promise<string>) | null = null;
  const Adapter = createAdapter();
  let key = await createKey();
  let provider = createProvider();

  function createProvider(): Provider {
    const client = { redirect_uris: callbackUrls, grant_types: ['authorization_code'] };
    const made = new Provider(issuer, {
      clients: [
        { ...client, client_id: clientId, client_secret: clientSecret },
        { ...client, client_id: publicClientId, token_endpoint_auth_method: 'none' },
      ],
      adapter: Adapter,
      jwks: { keys: [key] },
      ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      cookies: { keys: [cookieKey] },
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      conformIdTokenClaims: !claimsInIdToken,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, subject: string) => findAccount(subject),
    });
    made.use(async (context, next) => {
      await next();
      const body = context.body as { id_token?: string } | null;
      if (context.oidc?.route === 'token' && rewrite !== null && body?.id_token !== undefined) {
        context.body = { ...body, id_token: await rewrite(body.id_token) };
      }
    });
    return made;
  }

  function findAccount(subject: string) {
    const person = people.get(subject);
    if (person === undefined) return undefined;
    return {
      accountId: subject,
      claims: () => ({
        sub: subject,
        email: person.email,
        email_verified: person.emailVerified,
        given_name: person.firstName,
        family_name: person.lastName,
      }),
    };
  }

  /** The provider's own two pages: who are you, and may Rowhouse know it. */
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(prompt.name === 'login' ? loginPage : consentPage);
      return;
    }
    const form = await readForm(request);
    const finish = (result: Record<string, unknown>) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    if (form.get('answer') === 'refuse') {
      return finish({ error: 'access_denied', error_description: 'The person refused' });
    }
    if (prompt.name === 'login') {
      const person = [...people.values()].find(({ email }) => email === form.get('email'));
      if (person === undefined) throw new Error(`The provider knows no ${form.get('email')}.`);
      return finish({ login: { accountId: person.subject } });
    }
    const grant = new provider.Grant({ accountId: session!.accountId, clientId: params['client_id']! });
    grant.addOIDCScope(params['scope']!);
    return finish({ consent: { grantId: await grant.save() } });
  }

  const server = createServer((request, response) => {
    const answering = request.url!.startsWith('/interaction/')
      ? interact(request, response)
      : provider.callback()(request, response);
    answering.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    issuer,
    clientId,
    clientSecret,
    publicClientId,
    /** Adds a person, or changes what is told of the one with this subject. */
    put: (person: OidcPerson) => void people.set(person.subject, person),
    /** What a browser does with the address of `begin`: answers the address at which it comes back. */
    async signIn(url: string, email: string, answer: 'allow' | 'refuse' = 'allow'): Promise<string> {
      const jar = new Map<string, string>();
      let request: Request = new Request(url);
      for (let step = 0; step < 12; step += 1) {
        request.headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
        const response = await fetch(request, { redirect: 'manual' });
        for (const cookie of response.headers.getSetCookie()) {
          const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s);
          jar.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) {
          const page = await response.text();
          if (response.status !== 200) throw new Error(`The provider answers ${response.status}: ${page}`);
          request = new Request(request.url, {
            method: 'POST',
            body: new URLSearchParams(page === loginPage && answer === 'allow' ? { email } : { answer }),
          });
          continue;
        }
        const next = new URL(location, request.url);
        if (next.origin !== issuer) return next.href;
        request = new Request(next);
      }
      throw new Error('The provider sends the browser in circles.');
    },
    /** The old key is gone at once. */
    async rotateKeys() {
      key = await createKey();
      provider = createProvider();
    },
    /** Changes what each id token says; the signature is right. */
    twistTokens(change: (token: IdToken) => void) {
      rewrite = (idToken) => twistToken(idToken, change, key);
    },
    /** Changes each id token as it stands; null: neither this nor the other any more. */
    rewriteTokens(change: ((idToken: string) => string | Promise<string>) | null) {
      rewrite = change;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What the provider remembers: it outlives a change of keys. */
function createAdapter() {
  type Payload = Record<string, unknown> & { uid?: string; grantId?: string };
  const kept = new Map<string, Payload>();
  return class Adapter {
    readonly #kind: string;
    constructor(kind: string) {
      this.#kind = kind;
    }
    async upsert(id: string, payload: Payload) {
      kept.set(`${this.#kind} ${id}`, payload);
    }
    async find(id: string) {
      return kept.get(`${this.#kind} ${id}`);
    }
    async findByUid(uid: string) {
      return [...kept].find(([key, payload]) => key.startsWith(`${this.#kind} `) && payload.uid === uid)?.[1];
    }
    async consume(id: string) {
      kept.get(`${this.#kind} ${id}`)!['consumed'] = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      kept.delete(`${this.#kind} ${id}`);
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
    }
  };
}

async function createKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(6).toString('hex'),
    alg: 'RS256',
    use: 'sig',
  };
}

async function twistToken(text: string, twist: (token: IdToken) => void, key: JWK): Promise<string> {
  const [header, claims] = text.split('.', 2).map((part) => {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  });
  const token = { header: header!, claims: claims! };
  twist(token);
  if (token.header['alg'] === 'none') {
    return `${[token.header, token.claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
  }
  return new CompactSign(Buffer.from(JSON.stringify(token.claims)))
    .setProtectedHeader({ ...token.header, alg: 'RS256' })
    .sign(await importJWK(key, 'RS256'));
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new URLSearchParams(Buffer.concat(parts).toString());
}

const page = (inside: string) =>
  `<!doctype html><html lang="en"><title>Provider</title><form method="post">${inside}<button name="answer" value="refuse">Refuse</button></form></html>`;
const loginPage = page('<label>Email <input name="email"></label><button>Sign in</button>');
const consentPage = page('<button name="answer" value="allow">Allow</button>');
