import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { palettes } from './theme.ts';

const client = path.join(import.meta.dirname, '..');
const css = readFileSync(path.join(client, 'ui/theme.css'), 'utf8');

const tokensOf = (start: string): Map<string, string> => {
  const block = css.slice(css.indexOf(start)).split('\n}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--rh-([a-z-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
};
const light = tokensOf(':root {');
const dark = tokensOf(":root[data-theme='dark'] {");
const modes = { light, dark: new Map([...light, ...dark]) };

/** WCAG's contrast of two colours. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ['canvas', 'surface', 'surface-quiet', 'zebra', 'hover', 'selected'];
const pairs: readonly [text: string, ground: string][] = [
  ...['text', 'text-quiet', 'text-faint', 'link'].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  ),
  ...['error', 'success', 'warning'].flatMap((text): [string, string][] => [
    [text, 'surface'],
    [text, `${text}-pale`],
  ]),
  ['link-deep', 'selected'],
  ['link-deep', 'selected-strong'],
  ['on-link', 'link'],
  ['on-ink', 'ink'],
  ['on-primary', 'primary'],
  ['text', 'neutral'],
  // Links and what is said quietly stand on the colours of rows too.
  ...['grey', 'green', 'blue', 'amber', 'red', 'violet', 'teal'].flatMap((tone) =>
    [`${tone}-ink`, 'text', 'text-quiet', 'link'].map((text): [string, string] => [text, `${tone}-ground`]),
  ),
];

describe.each(['light', 'dark'] as const)('the %s palette', (mode) => {
  const colour = (name: string) => modes[mode].get(name) ?? '';

  test.each(pairs)('%s is read on %s', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test('outlines of fields and the focus ring stand out', () => {
    for (const ground of ['surface', 'canvas']) {
      expect(contrast(colour('border-field'), colour(ground))).toBeGreaterThanOrEqual(3);
      expect(contrast(colour('link'), colour(ground))).toBeGreaterThanOrEqual(3);
    }
  });

  test('is the one that MUI computes with', () => {
    for (const [name, value] of Object.entries(palettes[mode])) {
      expect(value).toBe(colour(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)));
    }
  });
});

test('what depends on the palette stands in both', () => {
  const always = [
    'primary',
    'primary-hover',
    'accent-pale',
    'on-primary',
    'radius',
    'font',
    'font-figures',
    'top-bar',
    'drawer',
    // The page of a document is paper, by day and by night.
    'paper',
    'paper-selected',
    'paper-found',
    'paper-found-current',
    'paper-ring',
    'paper-wash',
    'shadow-paper',
  ];
  expect([...light.keys()].filter((name) => !always.includes(name))).toEqual([...dark.keys()]);
});

test('no colour stands outside of the theme, where it would be drawn in one palette only', () => {
  const apart =
    /^(ui[/\\]theme(-configuration|\.test)?\.(css|ts)|brands[/\\].*|features[/\\]identity[/\\]second-factor[/\\]qr-picture\.module\.css|.*workbook.*)$/;
  const found = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.(css|tsx?)$/.test(file) && !/\.test\.|node_modules|dist/.test(file) && !apart.test(file),
    )
    .flatMap((file) =>
      readFileSync(path.join(client, file), 'utf8')
        .split('\n')
        .filter((line) => /#[0-9a-f]{3}(?:[0-9a-f]{3})?\b['";) ]|rgba?\(\d/i.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
