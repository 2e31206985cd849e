import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeFirstForm } from './first-form.ts';

const fields = '<input name="email" type="email"><input name="password" type="password">';
let taken: HTMLFormElement;

beforeEach(() => {
  document.documentElement.dataset['shell'] = 'sign-in';
  document.body.innerHTML = `<form id="first-form">${fields}</form><form id="taken">${fields}</form>`;
  taken = document.getElementById('taken') as HTMLFormElement;
});
afterEach(() => {
  document.body.innerHTML = '';
  delete document.documentElement.dataset['shell'];
});

const first = (name: string) => document.querySelector<HTMLInputElement>(`#first-form [name=${name}]`)!;
const second = (name: string) => document.querySelector<HTMLInputElement>(`#taken [name=${name}]`)!;

test('what was typed, and the cursor in it, go on', () => {
  first('email').value = 'maya@example.com';
  first('password').value = 'secret';
  first('password').focus();
  first('password').setSelectionRange(2, 4);
  expect(takeFirstForm(taken)).toBe(false);
  expect([second('email').value, second('password').value]).toEqual(['maya@example.com', 'secret']);
  expect(document.activeElement).toBe(second('password'));
  expect([second('password').selectionStart, second('password').selectionEnd]).toEqual([2, 4]);
});

test('who had come to a button or a link goes on from the one of the same name', () => {
  const more =
    '<button type="button" aria-label="Show what is typed"></button><a href="/forgot">Forgot password?</a>';
  for (const form of document.forms) form.insertAdjacentHTML('beforeend', more);
  for (const name of ['button', 'a']) {
    document.documentElement.dataset['shell'] = 'sign-in';
    document.querySelector<HTMLElement>(`#first-form ${name}`)!.focus();
    takeFirstForm(taken);
    expect(document.activeElement).toBe(taken.querySelector(name));
  }
});

test('that it was sent is said once', () => {
  first('email').value = 'maya@example.com';
  first('email').form!.dataset['sent'] = '';
  expect(takeFirstForm(taken)).toBe(true);
  expect(takeFirstForm(taken)).toBe(false);
});

test('a form that nobody touched leaves what is expected, and where the focus goes', () => {
  second('email').value = 'expected@example.com';
  first('email').focus();
  takeFirstForm(taken);
  expect(second('email').value).toBe('expected@example.com');
  expect(document.activeElement).toBe(first('email'));
});

test('an email that is fixed stays', () => {
  second('email').value = 'invited@example.com';
  second('email').readOnly = true;
  first('email').value = 'other@example.com';
  takeFirstForm(taken);
  expect(second('email').value).toBe('invited@example.com');
});

test('a form that is not shown is nobody’s', () => {
  document.documentElement.dataset['shell'] = 'company';
  first('email').value = 'maya@example.com';
  expect(takeFirstForm(taken)).toBe(false);
  expect(second('email').value).toBe('');
});
