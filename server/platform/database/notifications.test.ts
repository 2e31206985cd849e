import { expect, test } from 'vitest';
import { packPayloads } from './notifications.ts';

const line = (ids: number, keys: number) =>
  `1 2 u+ 77 ${Array.from({ length: ids }, (_, i) => 1_000_000_000 + i).join(',')} ${Array.from({ length: keys }, (_, i) => `f${100_000 + i}`).join(',')}`;

test('payloads stay under what PostgreSQL takes, and say the same', () => {
  const lines = [line(1, 1), line(3000, 60), line(2, 4000), line(1, 1), line(400, 3)];
  const payloads = packPayloads('me', lines);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
  const pairs = (texts: readonly string[]) =>
    new Set(
      texts.flatMap((text) => {
        const [, , , , ids = '', keys = ''] = text.split(' ');
        return ids.split(',').flatMap((id) => keys.split(',').map((key) => `${id} ${key}`));
      }),
    );
  const told = payloads.flatMap((payload) => payload.split('\n').slice(1));
  expect(pairs(told)).toEqual(pairs(lines));
  expect(payloads.every((payload) => payload.startsWith('me\n'))).toBe(true);
});

test('short lines share a payload', () => {
  expect(packPayloads('me', ['1 2 c+ 0 5 -', '1 2 c+ 0 6 -'])).toEqual(['me\n1 2 c+ 0 5 -\n1 2 c+ 0 6 -']);
});
