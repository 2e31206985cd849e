import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { expect, test } from 'vitest';
import type { Statement } from '../platform/database/statement-batch.ts';
import { createGatheredReads } from './gathered-reads.ts';

const statement = (text: string): Statement => ({ text });
const answerTo = ({ text }: Statement) => ({ rows: [[text]], count: 1 });

test('what is asked at the same moment is one round trip, with one check behind it', async () => {
  const trips: string[][] = [];
  const read = createGatheredReads(
    (statements) => {
      trips.push(statements.map(({ text }) => text));
      return Promise.resolve(statements.map(answerTo));
    },
    (about) => statement(`check ${about.join()}`),
  );
  const [one, other, nothing] = await Promise.all([
    read([statement('a'), statement('b')], []),
    read([statement('c')], []),
    read([], []),
  ]);
  expect(trips).toEqual([['a', 'b', 'c', 'check ']]);
  expect(one.answers.flatMap(({ rows }) => rows.flat())).toEqual(['a', 'b']);
  expect(other.answers.flatMap(({ rows }) => rows.flat())).toEqual(['c']);
  expect(nothing).toEqual({ answers: [], state: { rows: [['check ']], count: 1 } });
  await read([statement('d')], []);
  expect(trips).toHaveLength(2);
});

test('who asks about no types is answered by the check of another', async () => {
  const trips: string[][] = [];
  const read = createGatheredReads(
    (statements) => {
      trips.push(statements.map(({ text }) => text));
      return Promise.resolve(statements.map(answerTo));
    },
    (about) => statement(`check ${about.join()}`),
  );
  const [none, orders, items] = await Promise.all([
    read([statement('a')], []),
    read([], [recordTypeId(1)]),
    read([], [recordTypeId(2), recordTypeId(3)]),
  ]);
  expect(trips).toEqual([['a', 'check 1', 'check 2,3']]);
  expect(none.answers.flatMap(({ rows }) => rows.flat())).toEqual(['a']);
  expect([none, orders, items].map(({ state }) => state?.rows[0]?.[0])).toEqual([
    'check 1',
    'check 1',
    'check 2,3',
  ]);
});

test('what several ask word for word alike is read once, before whatever is asked after it', async () => {
  const trips: string[][] = [];
  const read = createGatheredReads(
    (statements) => {
      trips.push(statements.map(({ text, values = [] }) => [text, ...values].join(' ')));
      return Promise.resolve(
        statements.map(({ text, values = [] }) => ({ rows: [[text, ...values.map(String)]], count: 1 })),
      );
    },
    () => statement('check'),
  );
  const sight = (id: number): Statement => ({ text: 'sight', values: [id] });
  const asked = [
    read([sight(1), statement('lines')], []),
    read([sight(1), statement('comments')], []),
    read([sight(2), sight(1)], []),
  ];
  const answers = await Promise.all(asked);
  expect(trips).toEqual([['sight 1', 'lines', 'comments', 'sight 2', 'check']]);
  expect(answers.map((one) => one.answers.map(({ rows }) => rows[0]?.join(' ')))).toEqual([
    ['sight 1', 'lines'],
    ['sight 1', 'comments'],
    ['sight 2', 'sight 1'],
  ]);
});

test('one that fails fails alone', async () => {
  const read = createGatheredReads(
    (statements) =>
      statements.some(({ text }) => text === 'bad')
        ? Promise.reject(new Error('It is bad.'))
        : Promise.resolve(statements.map(answerTo)),
    () => statement('check'),
  );
  const asked = [read([statement('good')], []), read([statement('bad')], [])];
  const [good, bad] = await Promise.allSettled(asked);
  expect(good).toMatchObject({ status: 'fulfilled', value: { answers: [{ rows: [['good']] }] } });
  expect(bad).toMatchObject({ status: 'rejected', reason: new Error('It is bad.') });
});
