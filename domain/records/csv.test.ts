import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it.each([
  ['plain', 'plain'],
  ['two, parts', '"two, parts"'],
  ['a;=1+1', '"a;=1+1"'],
  ['a\t=1+1', '"a\t=1+1"'],
  ['say "so"', '"say ""so"""'],
  [' kept ', '" kept "'],
  ['=1+1', "'=1+1"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['\uff20SUM(A1)', "'\uff20SUM(A1)"],
  ['-1,234.50', '"-1,234.50"'],
  ['+1 5551234567', '+1 5551234567'],
])('a cell %j is written %j', (text, written) => expect(csvLine([text])).toBe(`${written}\r\n`));
