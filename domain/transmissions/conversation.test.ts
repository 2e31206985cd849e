import { expect, test } from 'vitest';
import { answersByPolicy, readThread, writeAgreed } from './conversation.ts';
import type { LineAnswer, Side, Version } from './conversation.ts';

const terms = [
  { number: 1, dataType: 'number' },
  { number: 2, dataType: 'currency' },
  { number: 3, dataType: 'date' },
] as const;
const line = (quantity: string, price: string, day: string) => [
  { item: 1, value: quantity },
  { item: 2, value: price },
  { item: 3, value: day },
];
const opened: Version = {
  number: 1,
  side: 'SOURCE',
  content: { opened: [line('10', '100', '2026-12-09'), line('5', '20', '2026-12-09')] },
};
const say = (number: number, side: Side, ...answers: LineAnswer[]): Version => ({
  number,
  side,
  content: { answers },
});

test('what is agreed stays while something else is proposed, until both agree again', () => {
  const versions = [
    opened,
    say(2, 'TARGET', { line: 1, kind: 'ACCEPTED' }, { line: 2, kind: 'REJECTED', reason: 'Gone' }),
    say(3, 'SOURCE', { line: 1, kind: 'CHANGED', values: { 1: '12' } }, { line: 2, kind: 'ACCEPTED' }),
  ];
  const [first, second] = readThread(versions, terms);
  expect(first).toMatchObject({ waitsFor: 'TARGET', agreed: { position: { 1: '10' }, version: 2 } });
  expect(second).toMatchObject({ waitsFor: null, agreed: { position: 'NONE', version: 3 } });
  const [after] = readThread([...versions, say(4, 'TARGET', { line: 1, kind: 'ACCEPTED' })], terms);
  expect(after).toMatchObject({ waitsFor: null, agreed: { position: { 1: '12' }, version: 4 } });
});

test('nothing agreed has no hash; what is agreed is written by line and term', () => {
  expect(writeAgreed(readThread([opened], terms), terms)).toBeNull();
  const lines = readThread([opened, say(2, 'TARGET', { line: 2, kind: 'ACCEPTED' })], terms);
  expect(writeAgreed(lines, terms)).toBe('[null,[[1,"5"],[2,"20"],[3,"2026-12-09"]]]');
});

test.each([
  ['a price within the tolerance', { 2: '101' }, true],
  ['a price beyond it', { 2: '101.01' }, false],
  ['a day within the tolerance', { 3: '2026-12-11' }, true],
  ['a day beyond it', { 3: '2026-12-12' }, false],
  ['another quantity', { 1: '11' }, false],
] as const)('%s: accepted by itself %s', (_name, values, isAccepted) => {
  const lines = readThread([opened, say(2, 'TARGET', { line: 1, kind: 'CHANGED', values })], terms);
  const policy = { answers: 'BY_PERSON', pricePercent: 1, days: 2 } as const;
  expect(answersByPolicy(lines, 'SOURCE', policy, terms)).toEqual(
    isAccepted ? [{ line: 1, kind: 'ACCEPTED' }] : [],
  );
});
