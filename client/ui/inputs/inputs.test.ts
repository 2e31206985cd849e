import { describe, expect, it } from 'vitest';
import { matchPasted, splitPasted } from './paste.ts';

describe('pasted values', () => {
  it.each([
    ['a\nb\r\nc', ['a', 'b', 'c']],
    ['a\tb', ['a', 'b']],
    ['a, b;c', ['a', 'b', 'c']],
    ['Compete, Inc\nTeam', ['Compete, Inc', 'Team']],
    [' a \n\n a ', ['a']],
    ['', []],
  ])('%j are %j', (text, expected) => expect(splitPasted(text)).toEqual(expected));
  it('keep a comma where words may hold one', () =>
    expect(splitPasted('Compete, Inc', false)).toEqual(['Compete, Inc']));
  it('are matched by name, e-mail address or id, whatever the case', () => {
    const options = [
      { id: '7', name: 'Ann Bell', enabled: true, detail: 'ann@example.com' },
      { id: '8', name: 'Ben', enabled: true },
    ];
    expect(matchPasted(['ann bell', 'ANN@example.com', '8', 'Cleo'], options)).toEqual({
      ids: ['7', '7', '8'],
      unknown: ['Cleo'],
    });
  });
});
