import { z } from 'zod';
import { roleId, sessionId, tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { RoleId, SessionId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Clock } from '../platform/clock.ts';
import { deriveKey, deriveKeys } from '../platform/secret.ts';
import type { Secret } from '../platform/secret.ts';
import { decodeJson, encodeJson, signText, verifyTextOf } from './signed-text.ts';

// Two tokens, as Specification 7 sends them: 'service' says who signed in, 'backend' which tenant was entered.
// They say who; the database says whether, on every request. One algorithm (HS256), one issuer, one audience each.

const issuer = 'rowhouse';
const header = encodeJson({ alg: 'HS256', typ: 'JWT' });
const longestToken = 2048;
const cacheSize = 10_000;

export type ServiceClaims = { readonly userId: UserId; readonly sessionId: SessionId };
export type BackendClaims = ServiceClaims & {
  readonly tenantId: TenantId;
  readonly roleId: RoleId;
  readonly membershipVersion: number;
};
export type IssuedToken = { readonly token: string; readonly expiresAt: string };

export type Tokens = {
  issueService(claims: ServiceClaims): IssuedToken;
  issueBackend(claims: BackendClaims): IssuedToken;
  /** Refuses as UNAUTHENTICATED; an expired one with details.reason 'TokenExpiredError' (Specification 8). */
  verifyService(token: string): ServiceClaims;
  verifyBackend(token: string): BackendClaims;
  /** Whose tokens these are, and of which company, also where their time is over: for the log alone. Null unless genuine and of one session. */
  readOwner(service: string, backend: string | null): TokenOwner | null;
};

export type TokenOwner = ServiceClaims & { readonly tenantId: TenantId | undefined };

const whole = z.number().int().positive();
const standard = {
  iss: z.literal(issuer),
  iat: z.number().int(),
  exp: z.number().int(),
  sub: whole,
  sid: z.string().min(1),
};
const serviceForm = z.strictObject({ ...standard, aud: z.literal('service') }).transform((claims) => ({
  expiresAtMs: claims.exp * 1000,
  claims: { userId: userId(claims.sub), sessionId: sessionId(claims.sid) } satisfies ServiceClaims,
}));
const backendForm = z
  .strictObject({ ...standard, aud: z.literal('backend'), tenant: whole, role: whole, mv: z.number().int() })
  .transform((claims) => ({
    expiresAtMs: claims.exp * 1000,
    claims: {
      userId: userId(claims.sub),
      sessionId: sessionId(claims.sid),
      tenantId: tenantId(claims.tenant),
      roleId: roleId(claims.role),
      membershipVersion: claims.mv,
    } satisfies BackendClaims,
  }));

const notSignedIn = () => new Refusal('UNAUTHENTICATED', 'You are not signed in. Please log in.');
const expired = () =>
  new Refusal('UNAUTHENTICATED', 'Your session has expired. Please log in again to continue.', {
    details: { reason: 'TokenExpiredError' },
  });

export function createTokens(options: { secret: Secret; lifetimeMs: number; clock: Clock }): Tokens {
  const { clock } = options;
  const keys = deriveKeys(options.secret, 'tokens');
  const key = deriveKey(options.secret, 'tokens');

  function issue(audience: 'service' | 'backend', claims: Record<string, unknown>): IssuedToken {
    const issuedAt = Math.floor(clock.now() / 1000);
    const expiresAt = Math.floor((clock.now() + options.lifetimeMs) / 1000);
    const body = encodeJson({ iss: issuer, aud: audience, iat: issuedAt, exp: expiresAt, ...claims });
    return { token: signText(key, `${header}.${body}`), expiresAt: new Date(expiresAt * 1000).toISOString() };
  }

  function verifier<Claims>(
    form: z.ZodType<{ expiresAtMs: number; claims: Claims }>,
  ): (token: string) => Claims {
    // A token that was verified once costs no second signature check: oldest out, most used stay.
    const verified = new Map<string, { expiresAtMs: number; claims: Claims }>();
    return (token) => {
      const known = verified.get(token);
      if (known !== undefined) verified.delete(token);
      const read = known ?? readToken(token, form);
      if (read.expiresAtMs <= clock.now()) throw expired();
      verified.set(token, read);
      if (verified.size > cacheSize) verified.delete(verified.keys().next().value as string);
      return read.claims;
    };
  }

  function readToken<Read>(token: string, form: z.ZodType<Read>): Read {
    if (token.length > longestToken || !token.startsWith(`${header}.`)) throw notSignedIn();
    const text = verifyTextOf(keys, token);
    const read = text === null ? null : form.safeParse(decodeJson(text.slice(header.length + 1)));
    if (read === null || !read.success) throw notSignedIn();
    return read.data;
  }

  function readGenuine<Claims>(token: string, form: z.ZodType<{ claims: Claims }>): Claims | null {
    try {
      return readToken(token, form).claims;
    } catch {
      return null;
    }
  }

  return {
    issueService: (claims) => issue('service', { sub: claims.userId, sid: claims.sessionId }),
    issueBackend: (claims) =>
      issue('backend', {
        sub: claims.userId,
        sid: claims.sessionId,
        tenant: claims.tenantId,
        role: claims.roleId,
        mv: claims.membershipVersion,
      }),
    verifyService: verifier(serviceForm),
    verifyBackend: verifier(backendForm),
    readOwner(service, backend) {
      const owner = readGenuine(service, serviceForm);
      if (owner === null || backend === null) return owner && { ...owner, tenantId: undefined };
      const entered = readGenuine(backend, backendForm);
      return entered?.sessionId === owner.sessionId ? { ...owner, tenantId: entered.tenantId } : null;
    },
  };
}
