/** As long as choices are not asked for again: what a company changes of them is told to open screens. */
export const choicesKeptMs = 60_000;
