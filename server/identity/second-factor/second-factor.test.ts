import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { deviceLifetimeMs, mostListedDevices } from '@rowhouse/domain/identity/limits.ts';
import { openMigratedDatabase } from '../../../testing/migrated-database.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ProviderSession, SecondFactor } from '../../platform/identity/identity-provider.ts';
import { createSecondFactor } from './create-second-factor.ts';

const secret = 'the secret of these tests, long enough';
const stepMs = 30_000;
const begin = Date.parse('2026-11-20T10:00:00Z');
const clock = { at: begin, now: () => clock.at };
const seen = { name: 'Firefox on Linux', address: '203.0.113.9' };

let copy: TestDatabase;
/** The other process: its own connections, its own instance. */
let otherDatabase: Database;
let factor: SecondFactor;
let otherFactor: SecondFactor;
let people = 0;

beforeAll(async () => {
  copy = await openTestDatabase();
  otherDatabase = await openMigratedDatabase(copy.url, { migrated: true });
  factor = createSecondFactor({ database: copy.database, clock, secret });
  otherFactor = createSecondFactor({ database: otherDatabase, clock, secret });
});
afterAll(async () => {
  await otherDatabase.close();
  await copy.close();
});
beforeEach(() => {
  clock.at = begin;
});

async function aPerson(): Promise<ProviderSession> {
  const authUserId = `person-${++people}`;
  const email = `${authUserId}@example.com`;
  await query('insert into auth_user (id, name, email, "emailVerified") values ($1, $1, $2, true)', [
    authUserId,
    email,
  ]);
  return { authUserId, email, tokens: null };
}

const query = async (text: string, values: unknown[] = []) =>
  (await copy.database.asHome((connection) => connection.query(text, values))).rows;
const codeAt = (base32: string, atMs: number) =>
  TOTP.generate({ secret: Secret.fromBase32(base32), timestamp: atMs });

/** Has proved the first step of the test, so that its codes begin with the step after the next. */
async function aPersonWithTotp() {
  const person = await aPerson();
  const { secret: base32 } = await factor.setUp(person);
  const { backupCodes } = await factor.verify(person, codeAt(base32, clock.at));
  clock.at += 10 * stepMs;
  return { person, base32, backupCodes };
}

const countOf = (outcomes: readonly unknown[], outcome: unknown) =>
  outcomes.filter((each) => each === outcome).length;
const inBothProcesses = <Answer>(tries: number, ask: (one: SecondFactor) => Promise<Answer>) =>
  Promise.all(Array.from({ length: tries }, (_, index) => ask(index % 2 === 0 ? factor : otherFactor)));

describe('setting up', () => {
  test('asks for nothing until the secret was proved', async () => {
    const person = await aPerson();
    expect(await factor.isPreferred(person)).toBe(false);
    const { secret: base32, uri } = await factor.setUp(person);
    expect(await factor.isPreferred(person)).toBe(false);
    expect(await factor.spendTotp(person, codeAt(base32, clock.at))).toBe('WRONG');
    expect(base32).toMatch(/^[A-Z2-7]{32}$/);
    const read = new URL(uri);
    expect(decodeURIComponent(read.pathname)).toBe(`/Rowhouse:${person.email}`);
    expect(Object.fromEntries(read.searchParams)).toEqual({
      issuer: 'Rowhouse',
      secret: base32,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  test('is proved by its code: wrong, right, and then there is nothing left to prove', async () => {
    const person = await aPerson();
    const { secret: base32 } = await factor.setUp(person);
    const code = codeAt(base32, clock.at);
    expect(await factor.verify(person, codeAt(base32, clock.at + 9 * stepMs))).toEqual({
      outcome: 'WRONG',
      backupCodes: [],
    });
    const verified = await factor.verify(person, code);
    expect(verified.outcome).toBe('RIGHT');
    expect(verified.backupCodes).toHaveLength(10);
    expect(new Set(verified.backupCodes).size).toBe(10);
    for (const backupCode of verified.backupCodes) expect(backupCode).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(await factor.isPreferred(person)).toBe(true);
    expect(await factor.verify(person, code)).toEqual({ outcome: 'OVER', backupCodes: [] });
    expect(await factor.spendTotp(person, code)).toBe('WRONG');
  });

  test('of a new secret leaves the current one in force until the new one was proved', async () => {
    const { person, base32, backupCodes } = await aPersonWithTotp();
    const device = await factor.rememberDevice(person, seen);
    const { secret: newer } = await factor.setUp(person);
    expect(await factor.isPreferred(person)).toBe(true);
    expect(await factor.spendTotp(person, codeAt(newer, clock.at))).toBe('WRONG');
    expect(await factor.spendTotp(person, codeAt(base32, clock.at))).toBe('RIGHT');
    expect(await factor.isRemembered(person, String(device))).toBe(true);

    expect((await factor.verify(person, codeAt(newer, clock.at))).outcome).toBe('RIGHT');
    clock.at += 2 * stepMs;
    expect(await factor.spendTotp(person, codeAt(base32, clock.at))).toBe('WRONG');
    expect(await factor.spendTotp(person, codeAt(newer, clock.at))).toBe('RIGHT');
    expect(await factor.spendBackupCode(person, String(backupCodes[0]))).toBe('WRONG');
    expect(await factor.isRemembered(person, String(device))).toBe(false);
  });

  test('is proved once by 50 at once, in two processes', async () => {
    const person = await aPerson();
    const { secret: base32 } = await factor.setUp(person);
    const code = codeAt(base32, clock.at);
    const answers = await inBothProcesses(50, (one) => one.verify(person, code));
    const right = answers.filter(({ outcome }) => outcome === 'RIGHT');
    expect(right).toHaveLength(1);
    expect(answers.flatMap(({ backupCodes }) => backupCodes)).toHaveLength(10);
    expect(await factor.spendBackupCode(person, String(right[0]?.backupCodes[0]))).toBe('RIGHT');
  });

  test('leaves nothing readable in the table', async () => {
    const { person, base32, backupCodes } = await aPersonWithTotp();
    const { secret: pending } = await factor.setUp(person);
    const device = String(await factor.rememberDevice(person, seen));
    const [text] = await query(
      `select (select t::text from auth_totp t where auth_user_id = $1) || (select d::text from auth_device d where auth_user_id = $1) as row`,
      [person.authUserId],
    );
    const kept = String(text?.['row']);
    const bytes = (base32Text: string) => Buffer.from(Secret.fromBase32(base32Text).bytes);
    for (const told of [
      base32,
      pending,
      device,
      ...backupCodes,
      ...backupCodes.map((code) => code.replace('-', '')),
    ])
      expect(kept).not.toContain(told);
    for (const key of [base32, pending])
      for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
        expect(kept).not.toContain(bytes(key).toString(form));
  });

  test('sealed for one person opens nothing for another, nor with another secret of the installation', async () => {
    const { person, base32 } = await aPersonWithTotp();
    const thief = await aPerson();
    await query(
      `insert into auth_totp (auth_user_id, secret, preferred, backup_codes)
       select $2, secret, true, backup_codes from auth_totp where auth_user_id = $1`,
      [person.authUserId, thief.authUserId],
    );
    expect(await factor.spendTotp(thief, codeAt(base32, clock.at))).toBe('WRONG');
    const elsewhere = createSecondFactor({ database: copy.database, clock, secret: `${secret}, another` });
    expect(await elsewhere.spendTotp(person, codeAt(base32, clock.at))).toBe('WRONG');
    expect(await factor.spendTotp(person, codeAt(base32, clock.at))).toBe('RIGHT');
  });
});

describe('a code', () => {
  // Of the step that begins at 0: from one step before to the last millisecond of the step after.
  test.each([
    [-stepMs - 1, 'WRONG'],
    [-stepMs, 'RIGHT'],
    [-1, 'RIGHT'],
    [0, 'RIGHT'],
    [stepMs - 1, 'RIGHT'],
    [stepMs, 'RIGHT'],
    [2 * stepMs - 1, 'RIGHT'],
    [2 * stepMs, 'WRONG'],
  ])('%i ms from the beginning of its step is %s', async (offsetMs, outcome) => {
    const { person, base32 } = await aPersonWithTotp();
    const stepBegins = clock.at;
    clock.at = stepBegins + offsetMs;
    expect(await factor.spendTotp(person, codeAt(base32, stepBegins))).toBe(outcome);
    const proving = await aPerson();
    const { secret: pending } = await factor.setUp(proving);
    expect((await factor.verify(proving, codeAt(pending, stepBegins))).outcome).toBe(outcome);
  });

  test('may be typed with a space', async () => {
    const { person, base32 } = await aPersonWithTotp();
    const code = codeAt(base32, clock.at);
    expect(await factor.spendTotp(person, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe('RIGHT');
  });

  test.each(['', '000', '1234567', '12345a', '-12345', '１２３４５６', '1e5', "' or 1=1", '\u0000'])(
    'that is none is wrong: %j',
    async (code) => {
      const { person } = await aPersonWithTotp();
      expect(await factor.spendTotp(person, code)).toBe('WRONG');
    },
  );

  test('is spent once, and so is every earlier step', async () => {
    const { person, base32 } = await aPersonWithTotp();
    expect(await factor.spendTotp(person, codeAt(base32, clock.at))).toBe('RIGHT');
    expect(await factor.spendTotp(person, codeAt(base32, clock.at))).toBe('WRONG');
    expect(await otherFactor.spendTotp(person, codeAt(base32, clock.at))).toBe('WRONG');
    expect(await factor.spendTotp(person, codeAt(base32, clock.at - stepMs))).toBe('WRONG');
    expect(await otherFactor.spendTotp(person, codeAt(base32, clock.at + stepMs))).toBe('RIGHT');
    expect(await factor.spendTotp(person, codeAt(base32, clock.at + stepMs))).toBe('WRONG');
  });

  test('is right for one of 50 tries at once, in two processes', async () => {
    const { person, base32 } = await aPersonWithTotp();
    const code = codeAt(base32, clock.at);
    const outcomes = await inBothProcesses(50, (one) => one.spendTotp(person, code));
    expect(countOf(outcomes, 'RIGHT')).toBe(1);
    expect(countOf(outcomes, 'WRONG')).toBe(49);
  });

  test('of another person is wrong, and does not spend theirs', async () => {
    const { person, base32 } = await aPersonWithTotp();
    const other = await aPersonWithTotp();
    const code = codeAt(base32, clock.at);
    expect(await factor.spendTotp(other.person, code)).toBe('WRONG');
    expect(await factor.spendTotp(person, code)).toBe('RIGHT');
  });
});

describe('preferring', () => {
  test('is turned off and on without another secret, and the devices go', async () => {
    const { person, base32 } = await aPersonWithTotp();
    const device = String(await factor.rememberDevice(person, seen));
    await factor.setPreferred(person, false);
    expect(await factor.isPreferred(person)).toBe(false);
    expect(await factor.isRemembered(person, device)).toBe(false);
    expect(await factor.spendTotp(person, codeAt(base32, clock.at))).toBe('RIGHT');
    await factor.setPreferred(person, true);
    expect(await factor.isPreferred(person)).toBe(true);
  });

  test('is refused where nothing was proved', async () => {
    const person = await aPerson();
    await factor.setPreferred(person, false);
    await factor.setUp(person);
    await expect(factor.setPreferred(person, true)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(factor.newBackupCodes(person)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await factor.isPreferred(person)).toBe(false);
  });
});

describe('a backup code', () => {
  test('is spent once, however it is typed', async () => {
    const { person, backupCodes } = await aPersonWithTotp();
    const [first = '', second = '', third = ''] = backupCodes;
    expect(await factor.spendBackupCode(person, first)).toBe('RIGHT');
    expect(await factor.spendBackupCode(person, first)).toBe('WRONG');
    expect(await otherFactor.spendBackupCode(person, first)).toBe('WRONG');
    expect(await factor.spendBackupCode(person, ` ${second.toLowerCase().replace('-', ' ')} `)).toBe('RIGHT');
    expect(await factor.spendBackupCode(person, third.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(
      'RIGHT',
    );
    expect(await factor.countBackupCodes(person)).toBe(7);
  });

  test('is right for one of 50 tries at once, in two processes', async () => {
    const { person, backupCodes } = await aPersonWithTotp();
    const outcomes = await inBothProcesses(50, (one) => one.spendBackupCode(person, String(backupCodes[3])));
    expect(countOf(outcomes, 'RIGHT')).toBe(1);
    expect(await factor.countBackupCodes(person)).toBe(9);
  });

  test('of another person, or of an earlier set, is wrong', async () => {
    const { person, backupCodes } = await aPersonWithTotp();
    const other = await aPersonWithTotp();
    expect(await factor.spendBackupCode(other.person, String(backupCodes[0]))).toBe('WRONG');
    const newer = await factor.newBackupCodes(person);
    expect(await factor.countBackupCodes(person)).toBe(10);
    expect(await factor.spendBackupCode(person, String(backupCodes[0]))).toBe('WRONG');
    expect(await factor.spendBackupCode(person, String(newer[0]))).toBe('RIGHT');
  });

  test('two new sets at once leave one', async () => {
    const { person } = await aPersonWithTotp();
    const sets = await inBothProcesses(10, (one) => one.newBackupCodes(person));
    const outcomes = await Promise.all(sets.map((codes) => factor.spendBackupCode(person, String(codes[0]))));
    expect(countOf(outcomes, 'RIGHT')).toBe(1);
    expect(await factor.countBackupCodes(person)).toBe(9);
  });
});

describe('a remembered device', () => {
  test('is known by its token until its time is over', async () => {
    const { person } = await aPersonWithTotp();
    const token = String(await factor.rememberDevice(person, seen));
    const rememberedAt = clock.at;
    clock.at = rememberedAt + deviceLifetimeMs - 1;
    expect(await otherFactor.isRemembered(person, token)).toBe(true);
    expect((await factor.listDevices(person, token)).map(({ isPresent }) => isPresent)).toEqual([true]);
    clock.at = rememberedAt + deviceLifetimeMs;
    expect(await factor.isRemembered(person, token)).toBe(false);
    expect(await factor.listDevices(person, token)).toEqual([]);
  });

  test('opens nothing for another person, nor once its token was changed', async () => {
    const { person } = await aPersonWithTotp();
    const other = await aPersonWithTotp();
    const token = String(await factor.rememberDevice(person, seen));
    expect(await factor.isRemembered(other.person, token)).toBe(false);
    for (const forged of ['', `${token}=`, token.slice(1), token.toLowerCase(), `${token}\n`, 'null'])
      expect(await factor.isRemembered(person, forged)).toBe(false);
  });

  test('is listed with its name and its last use, the last used first, and forgotten by its own person alone', async () => {
    const { person } = await aPersonWithTotp();
    const other = await aPersonWithTotp();
    const first = String(await factor.rememberDevice(person, seen));
    clock.at += 1000;
    const second = String(
      await factor.rememberDevice(person, { name: 'Safari on iOS', address: '203.0.113.10' }),
    );
    clock.at += 1000;
    expect(await factor.isRemembered(person, first)).toBe(true);
    const listed = await factor.listDevices(person, second);
    expect(listed.map(({ name, isPresent }) => [name, isPresent])).toEqual([
      ['Firefox on Linux', false],
      ['Safari on iOS', true],
    ]);
    expect(listed[0]?.lastUsedAt).toEqual(new Date(clock.at));
    const id = String(listed[0]?.id);
    expect(await factor.forgetDevice(other.person, id)).toBe(false);
    for (const none of ['', 'no-id', first, "' or true", '00000000-0000-0000-0000-000000000000'])
      expect(await factor.forgetDevice(person, none)).toBe(false);
    expect(await factor.isRemembered(person, first)).toBe(true);
    expect(await factor.forgetDevice(person, id)).toBe(true);
    expect(await factor.forgetDevice(person, id)).toBe(false);
    expect(await factor.isRemembered(person, first)).toBe(false);
    expect(await factor.isRemembered(person, second)).toBe(true);
  });

  test('beyond the 60 that are listed is forgotten, the one that was not used for longest first', async () => {
    const { person } = await aPersonWithTotp();
    const tokens: string[] = [];
    for (let index = 0; index < mostListedDevices; index++) {
      clock.at += 1000;
      tokens.push(String(await factor.rememberDevice(person, { name: `Device ${index}`, address: '' })));
    }
    clock.at += 1000;
    expect(await factor.isRemembered(person, String(tokens[0]))).toBe(true);
    clock.at += 1000;
    const last = String(await factor.rememberDevice(person, seen));
    expect(await factor.listDevices(person, last)).toHaveLength(mostListedDevices);
    expect(await factor.isRemembered(person, String(tokens[0]))).toBe(true);
    expect(await factor.isRemembered(person, String(tokens[1]))).toBe(false);
    expect(await factor.isRemembered(person, last)).toBe(true);
  });
});

test('a reset takes secret, backup codes and devices, of this person alone', async () => {
  const { person, base32, backupCodes } = await aPersonWithTotp();
  const token = String(await factor.rememberDevice(person, seen));
  const other = await aPersonWithTotp();
  clock.at -= 10 * stepMs;
  await factor.reset(person);
  expect(await factor.isPreferred(person)).toBe(false);
  expect(await factor.spendTotp(person, codeAt(base32, clock.at))).toBe('WRONG');
  expect(await factor.spendBackupCode(person, String(backupCodes[0]))).toBe('WRONG');
  expect(await factor.isRemembered(person, token)).toBe(false);
  expect(await factor.countBackupCodes(person)).toBe(0);
  expect(await factor.isPreferred(other.person)).toBe(true);
});
