/** What doctor says of one thing that it looked at. */
export type Finding = { readonly state: 'ok' | 'warn' | 'fail'; readonly words: string };

export const ok = (words: string): Finding => ({ state: 'ok', words });
export const warn = (words: string): Finding => ({ state: 'warn', words });
export const fail = (words: string): Finding => ({ state: 'fail', words });
