import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { editKeyWords, gridKeyWords } from '../../../ui/grid/grid-keys.ts';
import { lineKeyWords, objectKeyWords, screenKeyWords } from './keyboard-sheet.tsx';

it('docs/keyboard.md says what the sheet says', async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../../../docs/keyboard.md'), 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| key ') && !line.startsWith('| -'))
    .map((line) =>
      line
        .split('|')
        .slice(1, 3)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    [...screenKeyWords, ...gridKeyWords, ...editKeyWords, ...lineKeyWords, ...objectKeyWords].map(
      ({ keys, does }) => [keys.join(', '), does],
    ),
  );
});
