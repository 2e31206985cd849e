import { expect, test } from 'vitest';
import { findMentionBegun } from './mention-begun.ts';
import { splitText } from './split-text.ts';

const read = (text: string, names: readonly string[] = []) =>
  splitText(
    text,
    names.map((name) => ({ name })),
  ).map((part) =>
    part.kind === 'link' ? `[${part.text}]` : part.kind === 'mention' ? `<${part.text}>` : part.text,
  );

test('addresses of the web are links, and what a sentence puts after them is not', () => {
  expect(read('See https://a.example/x?y=1, or http://b.example.')).toEqual([
    'See ',
    '[https://a.example/x?y=1]',
    ', or ',
    '[http://b.example]',
    '.',
  ]);
  expect(read('https://a.example/w_(x) end')[0]).toBe('[https://a.example/w_(x)]');
});

test('nothing else is ever a link or markup', () => {
  for (const text of [
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<b>x</b>',
    '<a href="x" onclick="y">',
    'ftp://a.example',
    'https://',
  ])
    expect(read(text)).toEqual([text]);
});

test('names of those who are mentioned are marked, the longer before the shorter', () => {
  expect(read('@Sara Lind-Berg and @Sara Lind, not @Noah', ['Sara Lind', 'Sara Lind-Berg'])).toEqual([
    '<@Sara Lind-Berg>',
    ' and ',
    '<@Sara Lind>',
    ', not @Noah',
  ]);
  expect(read('no @ here', ['Sara'])).toEqual(['no @ here']);
});

test('a mention is begun by an @ that stands apart', () => {
  expect(findMentionBegun('Ask @Sara Li', 12)).toEqual({ at: 4, sought: 'Sara Li' });
  expect(findMentionBegun('@', 1)).toEqual({ at: 0, sought: '' });
  for (const text of ['mail a@b', 'Ask @Sara\nnow', 'nothing'])
    expect(findMentionBegun(text, text.length)).toBeNull();
});
