import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { roleId, sessionId, tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { deriveKey } from '../platform/secret.ts';
import { createGrants } from './grants.ts';
import { encodeJson } from './signed-text.ts';
import { createTokens } from './tokens.ts';

const secret = 'the secret of these tests, long enough';
const dayMs = 86_400_000;
const clock = { at: Date.parse('2026-11-20T10:00:00Z'), now: () => clock.at };
const tokens = createTokens({ secret, lifetimeMs: dayMs, clock });
const claims = {
  userId: userId(7),
  sessionId: sessionId('s1'),
  tenantId: tenantId(1),
  roleId: roleId(3),
  membershipVersion: 2,
};
const { token: service } = tokens.issueService(claims);
const { token: backend, expiresAt } = tokens.issueBackend(claims);

const parse = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>;
const sign = (key: Buffer | string, header: unknown, body: unknown) => {
  const text = `${encodeJson(header)}.${encodeJson(body)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};
const hs256 = { alg: 'HS256', typ: 'JWT' };
const serviceBody = parse(service.split('.')[1]);
const key = deriveKey(secret, 'tokens');

function reasonOf(verify: () => unknown): unknown {
  try {
    verify();
  } catch (error) {
    if (error instanceof Refusal) return error.context.details?.['reason'] ?? error.code;
    throw error;
  }
  return 'accepted';
}

describe('a token', () => {
  test('says who, and for a day', () => {
    expect(tokens.verifyService(service)).toEqual({ userId: 7, sessionId: 's1' });
    expect(tokens.verifyBackend(backend)).toEqual(claims);
    expect(expiresAt).toBe('2026-11-21T10:00:00.000Z');
  });

  test('is made as we make it: the forgeries below differ in one thing only', () => {
    expect(reasonOf(() => tokens.verifyService(sign(key, hs256, serviceBody)))).toBe('accepted');
  });

  const { exp: _exp, ...endless } = serviceBody;
  test.each([
    ['nothing', ''],
    ['no token', 'abc.def'],
    ['no algorithm', `${encodeJson({ alg: 'none', typ: 'JWT' })}.${encodeJson(serviceBody)}.`],
    ['no signature', `${service.split('.').slice(0, 2).join('.')}.`],
    ['another algorithm, rightly signed', sign(key, { alg: 'HS512', typ: 'JWT' }, serviceBody)],
    [
      'another secret',
      sign(deriveKey('another secret, as long as the first one', 'tokens'), hs256, serviceBody),
    ],
    ['the raw secret', sign(secret, hs256, serviceBody)],
    ['the key of another use', sign(deriveKey(secret, 'grant file'), hs256, serviceBody)],
    ['another issuer', sign(key, hs256, { ...serviceBody, iss: 'elsewhere' })],
    ['no end', sign(key, hs256, endless)],
    ['a person who is no number', sign(key, hs256, { ...serviceBody, sub: '7' })],
    ['a claim that we do not make', sign(key, hs256, { ...serviceBody, role: 1 })],
    ['the other audience', backend],
    [
      'a changed person under the old signature',
      [service.split('.')[0], encodeJson({ ...serviceBody, sub: 8 }), service.split('.')[2]].join('.'),
    ],
    ['a stray character in the signature', `${service}=`],
    ['more than a token can be', `${service}${'a'.repeat(3000)}`],
  ])('is refused with %s', (_what, forged) => {
    expect(reasonOf(() => tokens.verifyService(forged))).toBe('UNAUTHENTICATED');
  });

  test('a service token does not enter a tenant', () => {
    expect(reasonOf(() => tokens.verifyBackend(service))).toBe('UNAUTHENTICATED');
  });

  test('expires on time, also when it was verified before', () => {
    const { token } = tokens.issueService(claims);
    expect(reasonOf(() => tokens.verifyService(token))).toBe('accepted');
    clock.at += dayMs - 1000;
    expect(reasonOf(() => tokens.verifyService(token))).toBe('accepted');
    clock.at += 1000;
    expect(reasonOf(() => tokens.verifyService(token))).toBe('TokenExpiredError');
    clock.at -= dayMs;
  });
});

describe('a grant', () => {
  const grants = createGrants({ secret, clock });
  const grant = grants.signGrant('file', { fileId: 4 }, 60_000);

  test('opens what it was made for', () => {
    expect(grants.verifyGrant('file', grant)?.payload).toEqual({ fileId: 4 });
  });

  test.each([
    ['another purpose', 'export', grant],
    [
      'another payload',
      'file',
      `${encodeJson({ id: 'x', expiresAtMs: clock.at + 1, payload: { fileId: 5 } })}.${grant.split('.')[1]}`,
    ],
    ['a token in its place', 'file', service],
  ])('opens nothing with %s', (_what, purpose, given) => {
    expect(grants.verifyGrant(purpose, given)).toBeNull();
  });

  test('is over after its time', () => {
    clock.at += 60_000;
    expect(grants.verifyGrant('file', grant)).toBeNull();
    clock.at -= 60_000;
  });
});
