import type { PrintChoice } from '@rowhouse/domain/record-print/rules.ts';
import { readOwnSetting, writeOwnSetting } from '../../platform/storage/own-settings.ts';

const name = 'print';

const isChoice = (value: unknown): value is PrintChoice =>
  typeof value === 'object' &&
  value !== null &&
  'withComments' in value &&
  typeof value.withComments === 'boolean' &&
  'withHistory' in value &&
  typeof value.withHistory === 'boolean';

/** What this person printed last beside the fields and the lines; nothing, the first time. */
export const readPrintChoice = (): PrintChoice =>
  readOwnSetting(name, isChoice) ?? { withComments: false, withHistory: false };

export const keepPrintChoice = (choice: PrintChoice): void => writeOwnSetting(name, choice);
