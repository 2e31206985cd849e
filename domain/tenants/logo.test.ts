import { describe, expect, test } from 'vitest';
import { keepPlainChunks, largestLogoBytes, requireLogo, whyNotLogo } from './logo.ts';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const number = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
const chunk = (name: string, content: readonly number[]) => [
  ...number(content.length),
  ...Array.from(name, (letter) => letter.charCodeAt(0)),
  ...content,
  ...number(0),
];
const header = (width: number, height: number) =>
  chunk('IHDR', [...number(width), ...number(height), 8, 6, 0, 0, 0]);
const png = (...chunks: readonly number[][]) => Uint8Array.from([...signature, ...chunks.flat()]);
const good = [header(64, 64), chunk('IDAT', [1, 2, 3]), chunk('IEND', [])];

const notPng = 'The logo is not a PNG picture that can be read.';
const more = 'The file holds more than a still picture. Save it again as a plain PNG.';
const sides = 'The logo is 16 to 512 pixels wide and high.';
const text = (content: string) => Uint8Array.from(content, (letter) => letter.charCodeAt(0));

test('a plain PNG is one', () => expect(whyNotLogo(png(...good))).toBeNull());

describe('no logo is', () => {
  test.each([
    ['nothing', new Uint8Array(), notPng],
    [
      'a drawing that can hold a program',
      text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      notPng,
    ],
    ['a page', text('<html>'), notPng],
    ['a JPEG', Uint8Array.from([0xff, 0xd8, 0xff]), notPng],
    ['the signature alone', png(), notPng],
    ['a picture that is cut off', png(...good).slice(0, -4), notPng],
    ['a picture without its end', png(header(64, 64), chunk('IDAT', [1])), notPng],
    ['a picture without its points', png(header(64, 64), chunk('IEND', [])), notPng],
    [
      'a picture with a page behind it',
      Uint8Array.from([...png(...good), ...text('<script>alert(1)</script>')]),
      notPng,
    ],
    ['a picture after its end', png(...good, chunk('IDAT', [1]), chunk('IEND', [])), notPng],
    ['a length that leads out of the file', png(number(0xffffffff), [...text('IHDR'), 0, 0, 0, 0]), notPng],
    [
      'a picture with a text in it',
      png(...good.slice(0, 1), chunk('tEXt', [...text('a')]), ...good.slice(1)),
      more,
    ],
    ['a picture with a packed profile', png(...good.slice(0, 1), chunk('iCCP', [1]), ...good.slice(1)), more],
    ['a moving picture', png(...good.slice(0, 1), chunk('acTL', [0]), ...good.slice(1)), more],
    ['a picture too wide to be drawn', png(header(100_000, 64), ...good.slice(1)), sides],
    ['a picture of one point', png(header(1, 1), ...good.slice(1)), sides],
    ['a large file', new Uint8Array(largestLogoBytes + 1), 'The logo has at most 512 kB.'],
  ])('%s', (_what, bytes, whyNot) => expect(whyNotLogo(bytes)).toBe(whyNot));
});

test('what is no base64 is not decoded', () => {
  const decode = () => {
    throw new Error('decoded');
  };
  expect(() => requireLogo('data:image/png;base64,AAAA', decode)).toThrow(notPng);
  expect(() => requireLogo('A'.repeat(1_000_000), decode)).toThrow('at most 512 kB');
});

test('what a browser wrote beside the picture is left out, and the picture stays as it is', () => {
  const [head = [], ...points] = good;
  expect(keepPlainChunks(png(head, chunk('iDOT', [1, 2]), chunk('eXIf', [3]), ...points))).toEqual(
    png(...good),
  );
  expect(keepPlainChunks(png(...good).slice(0, -4))).toEqual(png(...good).slice(0, -4));
});
