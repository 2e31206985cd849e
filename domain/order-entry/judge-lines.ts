// What an order's options are judged by, the same while they are chosen and when they are sent.
import { Refusal, invalid } from '../kernel/refusal.ts';
import { readOptionRules, type RuledOption } from './option-rules.ts';

export const optionsAreOver = () =>
  new Refusal(
    'CONFLICT',
    'The options of your company were replaced since you opened them. Your draft is kept: look the options through again.',
    { field: 'lines' },
  );
export const optionsNotReadable =
  'The options of your company cannot be read at this moment. Your draft is kept: please submit again in a moment.';

export const offeredNoMore = (option: string): string =>
  `${option} is not offered for this opportunity. Take it out, or choose what is offered.`;

/**
 * Of options that are chosen together: each is offered, has what it needs, and nothing that it does not go with.
 * @throws the first thing that is wrong
 */
export function requireOptions(offered: readonly RuledOption[], chosen: readonly string[]): void {
  const names = new Set(offered.map(({ option }) => option));
  const absent = chosen.find((option) => !names.has(option));
  if (absent !== undefined) throw invalid(offeredNoMore(absent), 'lines');
  const verdicts = readOptionRules(offered).judge(new Set(chosen));
  const torn = chosen.find((option) => verdicts.has(option));
  if (torn !== undefined) throw invalid(`${torn} ${verdicts.get(torn)?.sentence ?? ''}.`, 'lines');
}
