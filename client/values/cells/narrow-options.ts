import type { Option } from '../../ui/inputs/option.ts';

/** Nobody reads more than these; typing narrows. */
const mostShown = 100;

/** Those that hold the text, those that begin with it first. */
export function narrowOptions(
  options: readonly Option[],
  typed: string,
): { shown: readonly Option[]; more: number } {
  const text = typed.trim().toLowerCase();
  if (text === '') return cut(options);
  const begin: Option[] = [];
  const hold: Option[] = [];
  for (const option of options) {
    const place = `${option.name} ${option.detail ?? ''}`.toLowerCase().indexOf(text);
    if (place === 0) begin.push(option);
    else if (place > 0) hold.push(option);
  }
  return cut([...begin, ...hold]);
}

const cut = (options: readonly Option[]) => ({
  shown: options.length > mostShown ? options.slice(0, mostShown) : options,
  more: Math.max(0, options.length - mostShown),
});

/** Of however many there are: a tick stays marked while it changes how many. */
export const lastOne = Number.MAX_SAFE_INTEGER;

export const stepFar = (at: number, step: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.min(at, count - 1) + step));

/** To the next one, round the ends; from -1, which is none, to the first or the last. */
export const stepThrough = (at: number, step: 1 | -1, count: number): number =>
  count === 0 ? -1 : (Math.max(Math.min(at, count - 1), step === 1 ? -1 : 0) + step + count) % count;
