import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * One character of Unicode, any but half a pair: fast-check's 'binary', in the same order and as often, without the table
 * of all million of them that it makes first.
 */
export const anyCharacter = fc
  .nat(0x10ffff - surrogates)
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates), indexOf);

/** By which fast-check finds out that a text of its own list is one of these, and tries it too. */
function indexOf(text: unknown): number {
  if (typeof text !== 'string' || [...text].length !== 1 || !text.isWellFormed())
    throw new Error('It is not one character.');
  const point = text.codePointAt(0)!;
  return point < firstSurrogate ? point : point - surrogates;
}
