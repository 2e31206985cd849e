import { describe, expect, test } from 'vitest';
import { authForms, signedInCalls, signUpForm } from './auth-calls.ts';
import type { AuthCall } from './auth-calls.ts';

const person = { email: 'Ana@Example.com', password: 'correct horse', firstName: ' Ana ', lastName: 'Ruiz' };
const firstIssue = (input: unknown) => {
  const issue = signUpForm.safeParse(input).error?.issues[0];
  return issue && [issue.path[0], issue.message];
};

describe('asking for an account', () => {
  test('takes names without their edges, the email in one spelling, and no phone', () => {
    expect(signUpForm.parse(person)).toEqual({
      email: 'ana@example.com',
      password: 'correct horse',
      firstName: 'Ana',
      lastName: 'Ruiz',
      phone: null,
    });
    expect(signUpForm.parse({ ...person, phone: '[49,3012345678]' }).phone).toBe('[49,3012345678]');
    expect(signUpForm.parse({ ...person, phone: '' }).phone).toBeNull();
  });

  test.each([
    [{ firstName: '' }, 'firstName', 'First name is a required field'],
    [{ lastName: undefined }, 'lastName', 'Last name is a required field'],
    [{ lastName: 'x'.repeat(101) }, 'lastName', 'Last name has at most 100 characters.'],
    [{ password: '' }, 'password', 'Password is a required field'],
    [{ password: 'short' }, 'password', 'Use at least 8 characters for the password.'],
    [{ phone: '[1,123]' }, 'phone', 'Should be a whole phone number'],
    [{ phone: '[1,0035550131]' }, 'phone', 'Should be a whole phone number'],
    [{ tenant: 1 }, undefined, 'Unrecognized key: "tenant"'],
  ])('with %j is refused', (changes, field, message) => {
    expect(firstIssue({ ...person, ...changes })).toEqual([field, message]);
  });
});

test.each(Object.keys(authForms) as AuthCall[])('%s takes nothing that it does not name', (call) => {
  const issues = authForms[call].safeParse({ isAdministrator: true }).error?.issues ?? [];
  expect(issues.some(({ code }) => code === 'unrecognized_keys')).toBe(true);
});

test('every call for the signed-in is a call', () => {
  expect(signedInCalls.every((call) => call in authForms)).toBe(true);
});

test('a code is taken without its edges, and needs to be one', () => {
  const form = authForms['confirm-registration'];
  expect(form.parse({ registrationId: 'a', code: ' 123456 ' }).code).toBe('123456');
  expect(form.safeParse({ registrationId: 'a', code: ' ' }).error?.issues[0]?.message).toBe('Enter the code');
});
