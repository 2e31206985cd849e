import { readStoredJson, writeStoredJson } from '../platform/storage/local-storage.ts';

/** What Specification 9 lets a theme say; kept under berry-config. */
export type ThemeConfiguration = {
  mode: 'light' | 'dark';
  locale: 'en';
  fontFamily: string;
  borderRadius: number;
};

const standard: ThemeConfiguration = { mode: 'light', locale: 'en', fontFamily: 'Poppins', borderRadius: 4 };

/** The stored configuration; one that is absent or unusable is replaced by the standard. */
export function loadThemeConfiguration(): ThemeConfiguration {
  const stored = readStoredJson('berry-config', isThemeConfiguration);
  if (stored !== null) return stored;
  writeStoredJson('berry-config', standard);
  return standard;
}

function isThemeConfiguration(value: unknown): value is ThemeConfiguration {
  if (typeof value !== 'object' || value === null) return false;
  const { mode, locale, fontFamily, borderRadius } = value as Record<string, unknown>;
  return (
    (mode === 'light' || mode === 'dark') &&
    locale === 'en' &&
    typeof fontFamily === 'string' &&
    /^[\w -]{1,40}$/.test(fontFamily) &&
    typeof borderRadius === 'number' &&
    borderRadius >= 0 &&
    borderRadius <= 24
  );
}
