import { describe, expect, test } from 'vitest';
import { accentGrounds, coloursOf, contrastOf } from './accent.ts';

/** Every 23rd step of each channel: 1,728 colours. */
const all = Array.from({ length: 12 ** 3 }, (_, place) =>
  [place % 12, Math.floor(place / 12) % 12, Math.floor(place / 144)]
    .map((channel) => (channel * 23).toString(16).padStart(2, '0'))
    .join(''),
).map((digits) => `#${digits}`);

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
});

describe('of whatever colour', () => {
  test('the letters of the badge are read', () => {
    const unread = all.filter((accent) => contrastOf(accent, coloursOf(accent).letters) < 4.5);
    expect(unread).toEqual([]);
  });

  test('the mark is seen in the light and in the dark', () => {
    const unseen = all.filter((accent) => {
      const { markOnLight, markOnDark } = coloursOf(accent);
      return (
        contrastOf(markOnLight, accentGrounds.light) < 3 || contrastOf(markOnDark, accentGrounds.dark) < 3
      );
    });
    expect(unseen).toEqual([]);
  });
});

test('a colour that is seen in both palettes stays as it is', () => {
  expect(coloursOf('#2f7de1')).toEqual({
    ground: '#2f7de1',
    letters: '#000000',
    markOnLight: '#2f7de1',
    markOnDark: '#2f7de1',
  });
});

test('a pale yellow is darkened for the light alone', () => {
  const { markOnLight, markOnDark } = coloursOf('#ffe680');
  expect(markOnDark).toBe('#ffe680');
  expect(markOnLight).not.toBe('#ffe680');
});
