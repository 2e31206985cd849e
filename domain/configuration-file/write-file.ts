import type { Configuration } from './format.ts';

/** The same configuration is always the same bytes. */
export const writeConfiguration = (configuration: Configuration): string =>
  `${JSON.stringify(configuration, null, 2)}\n`;
