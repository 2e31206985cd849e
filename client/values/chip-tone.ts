/** Pale grounds with dark text; the words of the chip say what the colour cannot. */
export const chipTones = ['green', 'blue', 'amber', 'red', 'grey', 'violet', 'teal'] as const;
export type ChipTone = (typeof chipTones)[number];

/** What a status is called in most houses; any other name gets a colour of its own that never changes. */
const usual: readonly [RegExp, ChipTone][] = [
  [/\(disabled\)$/i, 'grey'],
  [/\b(un|not|dis)\w*(approved|paid)|reject|cancel|fail|void|deleted|error|denied|overdue|disput/i, 'red'],
  [/hold|wait|review|partial|block|paused|backorder/i, 'amber'],
  [/complete|closed|done|archived|inactive|expired/i, 'grey'],
  [/approved|paid|active|received|shipped|delivered|accepted|success/i, 'green'],
  [/pending|new|open|draft|sent|progress|ordered|submitted/i, 'blue'],
];
const unusual = ['violet', 'teal', 'blue', 'amber', 'green', 'grey'] as const satisfies readonly ChipTone[];

export function chipToneOf(name: string): ChipTone {
  const found = usual.find(([words]) => words.test(name));
  if (found) return found[1];
  let sum = 0;
  for (const character of name.toLowerCase()) sum = (sum * 31 + character.codePointAt(0)!) % 65_521;
  return unusual[sum % unusual.length]!;
}
