import { argon2Sync, randomBytes, scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password-hashes.ts';
import { createTurnstile } from './turnstile.ts';

/** As better-auth kept it. */
function hashOfOldForm(password: string): string {
  const salt = randomBytes(16).toString('hex');
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 67_108_864 };
  return `${salt}:${scryptSync(password.normalize('NFKC'), salt, 64, cost).toString('hex')}`;
}

describe('a password', () => {
  test('is kept as argon2id of the parameters that OWASP names, with a nonce of its own', async () => {
    const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
    const [nonce = '', tag] = one.split('$').slice(-2);
    const derived = argon2Sync('argon2id', {
      message: 'correct horse',
      nonce: Buffer.from(nonce, 'base64'),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
    expect(derived.toString('base64').replace('=', '')).toBe(tag);
    expect(await verifyPassword('correct horse', one)).toEqual({ isRight: true, isOutdated: false });
    expect((await verifyPassword('correct horsf', one)).isRight).toBe(false);
  });

  test('is the same however its letters are composed', async () => {
    expect((await verifyPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).isRight).toBe(
      true,
    );
  });

  test('of the older form is right still, and told as outdated', async () => {
    const old = hashOfOldForm('correct horse');
    expect(await verifyPassword('correct horse', old)).toEqual({ isRight: true, isOutdated: true });
    expect((await verifyPassword('wrong horse', old)).isRight).toBe(false);
  });

  test('of nobody is wrong, and costs as much', async () => {
    const known = await hashPassword('correct horse');
    // In time of the processor, in turns: what else the machine does is not counted.
    const costOf = async (hash: string | null): Promise<number> => {
      const before = process.cpuUsage();
      expect((await verifyPassword('wrong horse', hash)).isRight).toBe(false);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const costs: [number, number][] = [];
    for (let index = 0; index < 7; index += 1) costs.push([await costOf(known), await costOf(null)]);
    const right = Math.min(...costs.map(([cost]) => cost));
    const nobody = Math.min(...costs.map(([, cost]) => cost));
    expect(nobody).toBeGreaterThan(right / 2);
    expect(nobody).toBeLessThan(right * 2);
  });

  test.each(['', 'plain', '$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 'ab:cd'])(
    'that is stored as %j is a fault, not a wrong guess',
    async (stored) => {
      await expect(async () => verifyPassword('x', stored)).rejects.toThrow('no known form');
    },
  );
});

describe('a turnstile', () => {
  test('lets one through at a time, in order, and refuses whom it cannot keep waiting', async () => {
    const turnstile = createTurnstile(2);
    const seen: string[] = [];
    let current = 0;
    const work = (name: string, fails = false) =>
      turnstile.pass(async () => {
        current += 1;
        expect(current).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        current -= 1;
        seen.push(name);
        if (fails) throw new Error('failed');
      });
    const all = await Promise.allSettled([work('a', true), work('b'), work('c'), work('d')]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected']);
    expect(seen).toEqual(['a', 'b', 'c']);
    await expect(Promise.reject((all[3] as PromiseRejectedResult).reason)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await work('e');
    expect(seen.at(-1)).toBe('e');
  });
});
