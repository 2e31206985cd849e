/** For people too: an answer was lost, what was sent is saved, and they have changed it since. */
export const keyUsedForOther =
  'An earlier try was saved after all, with other values. Look at what was saved: saving again makes another one.';
