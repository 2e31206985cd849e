// Tokens at the door itself: what tokens.test.ts proves of the signature, here of the whole server, for either token.
import { createHmac } from 'node:crypto';
import { sessionId, userId, roleId, tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { createTokens } from '@rowhouse/server/identity/tokens.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSecret } from '../test-secret.ts';
import { expectFairAnswer } from './fair-answer.ts';
import { outcomeOf, startGuardedServer } from './guarded-server.ts';
import type { GuardedServer } from './guarded-server.ts';

let server: GuardedServer;
let tokens: { service: string; backend: string };

beforeAll(async () => {
  server = await startGuardedServer();
  const { service = '', backend = '' } = await server.enter('mia', server.north);
  tokens = { service, backend };
});
afterAll(() => server.close());

const users = '{ getSaasUsers { id } }';
const kinds = ['service', 'backend'] as const;

async function isAccepted(given: { service?: string; backend?: string }): Promise<boolean> {
  const answer = await server.send(users, {}, { ...tokens, ...given });
  expectFairAnswer(answer, given);
  const outcome = outcomeOf(answer);
  expect(['answers', 'UNAUTHENTICATED']).toContain(outcome);
  return outcome === 'answers';
}

test('the tokens that the forgeries are made of are good', async () => {
  expect(await isAccepted({})).toBe(true);
});

type Parts = { header: Record<string, unknown>; claims: Record<string, unknown>; signature: string };
const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string): Parts => {
  const [header, claims, signature = ''] = token.split('.');
  return { header: read(header), claims: read(claims), signature };
};
const unsigned = ({ header, claims }: Parts) => `${write(header)}.${write(claims)}`;
const signedWith = (secret: string, parts: Parts) =>
  `${unsigned(parts)}.${createHmac('sha256', secret).update(unsigned(parts)).digest('base64url')}`;

describe.each(kinds)('a forged %s token opens nothing', (kind) => {
  const forgeries: Readonly<Record<string, (parts: Parts) => string>> = {
    'without an algorithm': (parts) => `${unsigned({ ...parts, header: { alg: 'none', typ: 'JWT' } })}.`,
    'of no algorithm, with its signature': (parts) =>
      `${unsigned({ ...parts, header: { alg: 'none', typ: 'JWT' } })}.${parts.signature}`,
    'of another algorithm': (parts) =>
      signedWith(testSecret, { ...parts, header: { alg: 'HS512', typ: 'JWT' } }),
    'with a key in its header': (parts) =>
      signedWith('mine', {
        ...parts,
        header: { alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'bWluZQ' } },
      }),
    'signed with the secret itself rather than the key made of it': (parts) => signedWith(testSecret, parts),
    'signed with nothing': (parts) => signedWith('', parts),
    'of another person': (parts) =>
      `${unsigned({ ...parts, claims: { ...parts.claims, sub: server.people.rae } })}.${parts.signature}`,
    'of another tenant': (parts) =>
      `${unsigned({ ...parts, claims: { ...parts.claims, tenant: server.south.id } })}.${parts.signature}`,
    'that lasts longer': (parts) =>
      `${unsigned({ ...parts, claims: { ...parts.claims, exp: 9_999_999_999 } })}.${parts.signature}`,
    'without its signature': (parts) => `${unsigned(parts)}.`,
    'with half of it': (parts) => `${unsigned(parts)}.${parts.signature.slice(0, 20)}`,
    'with the signature of the other': (parts) =>
      `${unsigned(parts)}.${partsOf(tokens[kind === 'service' ? 'backend' : 'service']).signature}`,
    'of the other kind': () => tokens[kind === 'service' ? 'backend' : 'service'],
    'a link': () => server.grants.signGrant('export', partsOf(tokens[kind]).claims, 60_000),
  };

  test.each(Object.entries(forgeries))('%s', async (_, forge) => {
    expect(await isAccepted({ [kind]: forge(partsOf(tokens[kind])) })).toBe(false);
  });
});

test('a token of another installation opens nothing, though every claim is right', async () => {
  const elsewhere = createTokens({
    secret: 'the secret of another installation, long enough',
    lifetimeMs: 86_400_000,
    clock: server.clock,
  });
  const { claims } = partsOf(tokens.backend);
  const who = { userId: userId(Number(claims['sub'])), sessionId: sessionId(String(claims['sid'])) };
  const entered = {
    ...who,
    tenantId: tenantId(Number(claims['tenant'])),
    roleId: roleId(Number(claims['role'])),
    membershipVersion: Number(claims['mv']),
  };
  expect(await isAccepted({ service: elsewhere.issueService(who).token })).toBe(false);
  expect(await isAccepted({ backend: elsewhere.issueBackend(entered).token })).toBe(false);
  // The same claims signed here are taken: it was the secret alone.
  expect(await isAccepted({ backend: server.tokens.issueBackend(entered).token })).toBe(true);
});

test('of 400 tokens with a letter changed, left out, put in or moved, none is accepted', async () => {
  const letter = fc.constantFrom(...'ABCDEFXYZabcdefxyz0129-_.=+/ ');
  const change = fc.record({
    kind: fc.constantFrom(...kinds),
    how: fc.constantFrom('change', 'leave out', 'put in', 'swap', 'cut'),
    place: fc.double({ min: 0, max: 0.999, noNaN: true }),
    letter,
  });
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(change, async ({ kind, how, place, letter: put }) => {
      const token = tokens[kind];
      const at = Math.floor(place * token.length);
      const [before, after] = [token.slice(0, at), token.slice(at + 1)];
      const changed = {
        change: before + put + after,
        'leave out': before + after,
        'put in': before + put + token.slice(at),
        swap:
          before +
          token
            .slice(at, at + 2)
            .split('')
            .toReversed()
            .join('') +
          token.slice(at + 2),
        cut: before,
      }[how];
      // A blank at either end is no part of a header's value.
      if (changed?.trim() === token || changed === undefined) return;
      tried += 1;
      expect(await isAccepted({ [kind]: changed })).toBe(false);
    }),
    { numRuns: 420 },
  );
  expect(tried).toBeGreaterThan(390);
});

test('a change of the role ends its tokens at once, and for good', async () => {
  const { id, roles } = server.north;
  const rae = await server.enter('rae', server.north);
  expect(outcomeOf(await server.send(users, {}, rae))).toBe('answers');
  await server.query('update membership set role_id = $3 where tenant_id = $1 and user_id = $2', [
    id,
    server.people.rae,
    roles.clerk,
  ]);
  expect(outcomeOf(await server.send(users, {}, rae))).toBe('UNAUTHENTICATED');
  // Back in the old role the old token is as dead.
  await server.query('update membership set role_id = $3 where tenant_id = $1 and user_id = $2', [
    id,
    server.people.rae,
    roles.reader,
  ]);
  expect(outcomeOf(await server.send(users, {}, rae))).toBe('UNAUTHENTICATED');
});
