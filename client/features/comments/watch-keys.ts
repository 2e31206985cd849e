import type { NamedKeys } from '../../ui/screen-keys/screen-keys.ts';

export const watchKeys = {
  title: 'On the page of a record',
  keys: { watch: { keys: ['W'], does: 'what you are told of: all, mentions, muted' } },
} satisfies NamedKeys;
