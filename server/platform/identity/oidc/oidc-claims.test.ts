import { describe, expect, test } from 'vitest';
import { addUserInfo, provedSecondFactor, readOidcAccount } from './oidc-claims.ts';

const issuer = 'https://id.example.com';
const entra = 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0';

describe('whether two factors were proved', () => {
  test.each([
    [{ amr: ['pwd', 'mfa'] }, true],
    [{ amr: ['mfa'] }, true],
    [{ amr: ['pwd', 'otp'] }, true],
    [{ amr: ['hwk', 'pin'] }, true],
    [{ amr: ['fpt', 'swk'] }, true],
    [{ amr: ['pwd'] }, false],
    [{ amr: ['otp'] }, false],
    [{ amr: ['hwk', 'user'] }, false],
    [{ amr: ['pwd', 'kba'] }, false],
    [{ amr: ['hwk', 'swk', 'sms'] }, false],
    [{ amr: 'mfa' }, false],
    [{ amr: [['mfa']] }, false],
    [{ amr: ['constructor', 'pwd'] }, false],
    [{ acr: 'https://refeds.org/profile/mfa' }, true],
    [{ acr: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor' }, true],
    [{ acr: 'urn:okta:loa:2fa:any' }, true],
    [{ acr: '2' }, false],
    [{}, false],
  ])('%j: %s', (claims, proved) => {
    expect(provedSecondFactor(claims)).toBe(proved);
  });
});

describe('whose email it is', () => {
  const verified = (claims: object, from = issuer) =>
    readOidcAccount(from, { sub: '1', email: 'ada@example.com', ...claims }).emailVerified;

  test('is proved by email_verified alone, as true and nothing like it', () => {
    expect(verified({ email_verified: true })).toBe(true);
    for (const claim of [false, 'true', 1, null, undefined, {}])
      expect(verified({ email_verified: claim })).toBe(false);
  });

  test('is proved at Entra by the owner of the domain, and at no other issuer', () => {
    for (const claim of [true, 1, '1', 'true']) {
      expect(verified({ xms_edov: claim }, entra)).toBe(true);
      expect(verified({ xms_edov: claim })).toBe(false);
    }
    for (const claim of [false, 0, '0', 'false', null])
      expect(verified({ xms_edov: claim }, entra)).toBe(false);
    expect(verified({ xms_edov: true, email_verified: false }, entra)).toBe(false);
  });

  test('an email is never proved by what another place says', () => {
    const claims = addUserInfo(
      { sub: '1', email: 'a@example.com', email_verified: true, xms_edov: true },
      { sub: '1', email: 'b@example.com' },
    );
    expect(claims).toEqual({ sub: '1', email: 'b@example.com' });
    expect(addUserInfo({ sub: '1', email: 'a@example.com' }, { sub: '1', email_verified: true })).toEqual({
      sub: '1',
      email: 'a@example.com',
    });
  });

  test('is told in one spelling, or the sign-in is refused', () => {
    expect(readOidcAccount(issuer, { sub: '1', email: ' Ada@Example.com' }).email).toBe('ada@example.com');
    for (const email of [undefined, '', 'ada', 7, ['ada@example.com']]) {
      expect(() => readOidcAccount(issuer, { sub: '1', email })).toThrow(/does not say which email/);
    }
  });

  test('the same subject of another issuer is another account', () => {
    const account = (from: string) => readOidcAccount(from, { sub: '1', email: 'ada@example.com' }).subject;
    expect(account(issuer)).not.toBe(account(entra));
  });
});
