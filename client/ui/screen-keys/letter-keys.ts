// Whether letters without a modifier act as keys. Each person can switch them off in the key sheet (WCAG 2.1.4).
import { readOwnSetting, writeOwnSetting } from '../../platform/storage/own-settings.ts';

const name = 'letter-keys';
const isSetting = (value: unknown): value is { readonly off: true } =>
  typeof value === 'object' && value !== null && 'off' in value;

export const areLetterKeysOn = (): boolean => readOwnSetting(name, isSetting) === null;

export const setLetterKeys = (isOn: boolean): void => writeOwnSetting(name, isOn ? null : { off: true });
