// Disabled options are hidden unless they are chosen or 'Show disabled values' is ticked (Specification 6).
import { useState } from 'react';
import { mayChoose, type Option, type OptionAct } from './option.ts';
import { showDisabledValues, useShowDisabled } from './show-disabled-setting.ts';

/** What the tick below the options brings: disabled ones to look at, or to choose like the others. */
export type DisabledOptions = 'seen' | 'chosen';

const noTick: readonly OptionAct[] = [];

/**
 * @param use without it there is no tick
 */
export function useDisabledOptions(
  options: readonly Option[],
  isChosen: (id: string) => boolean,
  use: DisabledOptions | undefined,
) {
  const isFilter = use === 'chosen';
  // Who filters by what is disabled does so again. In a form one looks why something is not offered, and that is all.
  const [isKept, keep] = useShowDisabled('filters');
  const [isSeen, setSeen] = useState(false);
  const isShown = isFilter ? isKept : use === 'seen' && isSeen;
  const isHidden = ({ id, enabled }: Option) => !enabled && !isChosen(id);
  const run = () => (isFilter ? keep(!isShown) : setSeen(!isShown));
  const tick =
    use !== undefined && options.some(isHidden)
      ? [{ id: 'show-disabled-values', name: showDisabledValues, ticked: isShown, run }]
      : noTick;
  return {
    offered: isShown ? options : options.filter((option) => !isHidden(option)),
    mayTake: (option: Option) => mayChoose(isFilter ? { ...option, enabled: true } : option),
    tick,
  };
}
