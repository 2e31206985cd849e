import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { paletteKeys } from './palette-keys.ts';
import { watchKeys } from '../../features/comments/watch-keys.ts';
import { documentKeys } from '../../features/documents/document-keys.ts';
import { boardKeys } from '../../features/records/board/board-keys.ts';
import { calendarKeys } from '../../features/records/calendar/calendar-keys.ts';
import { conversationKeys } from '../../features/transmissions/conversation/conversation-keys.ts';
import { gridScreenKeys } from '../../features/records/grid/grid-screen-keys.ts';
import { recordKeys } from '../../features/records/record-page/record-keys.ts';
import { rowEditKeys } from '../../features/records/row-edit/row-edit-keys.ts';
import { cellEditKeys, gridKeys } from '../../ui/grid/grid-keys.ts';
import { mergeGroups } from '../../ui/screen-keys/key-sheet.tsx';
import { recordPartKeys } from '../../pages/record-part-keys.ts';

it('docs/keyboard.md says what the sheet says', async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../../docs/keyboard.md'), 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| key ') && !line.startsWith('| -'))
    .map((line) =>
      line
        .split('|')
        .slice(1, 3)
        .map((cell) => cell.trim()),
    );
  const groups = mergeGroups([
    gridScreenKeys,
    gridKeys,
    conversationKeys,
    cellEditKeys,
    rowEditKeys,
    boardKeys,
    calendarKeys,
    ...recordPartKeys,
    recordKeys,
    watchKeys,
    documentKeys,
    paletteKeys,
  ]);
  expect(rows).toEqual(
    groups.flatMap(({ words }) =>
      words.map(({ keys, where, does }) => [
        [keys.join(', '), where].filter((part) => part !== undefined).join(' '),
        does,
      ]),
    ),
  );
});
