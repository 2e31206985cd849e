import { onStoredElsewhere, readStoredJson, writeStoredJson } from '../platform/storage/local-storage.ts';

/** What Specification 9 lets a theme say; kept under berry-config. `mode` is the palette that is drawn. */
export type ThemeConfiguration = {
  mode: Mode;
  locale: 'en';
  fontFamily: string;
  borderRadius: number;
  /** The palette goes with that of the device. */
  followsSystem?: true;
};

type Mode = 'light' | 'dark';
/** What a person chooses. */
export type ThemeChoice = Mode | 'system';

const standard: ThemeConfiguration = { mode: 'light', locale: 'en', fontFamily: 'Poppins', borderRadius: 4 };

let current: ThemeConfiguration | null = null;
const listeners = new Set<() => void>();

/** The same object until something of it changes. */
export function getThemeConfiguration(): ThemeConfiguration {
  return (current ??= load());
}

/** Draws the page in what was kept, and from now on in what is chosen, here and in other tabs. */
export function startTheme(): void {
  draw(getThemeConfiguration());
  onStoredElsewhere('berry-config', () => show(load()));
  darkDevice()?.addEventListener('change', () => {
    if (getThemeConfiguration().followsSystem) chooseTheme('system');
  });
}

export function chooseTheme(choice: ThemeChoice): void {
  const { followsSystem: _before, ...kept } = getThemeConfiguration();
  const mode = choice === 'system' ? modeOfDevice() : choice;
  const wanted: ThemeConfiguration = { ...kept, mode, ...(choice === 'system' && { followsSystem: true }) };
  if (JSON.stringify(wanted) === JSON.stringify(getThemeConfiguration())) return;
  writeStoredJson('berry-config', wanted);
  show(wanted);
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(configuration: ThemeConfiguration): void {
  current = configuration;
  draw(configuration);
  for (const listener of listeners) listener();
}

/** Static styles read the palette from the page; the browser draws its own controls and bars by the rest. */
function draw({ mode }: ThemeConfiguration): void {
  document.documentElement.dataset['theme'] = mode;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', mode);
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', mode === 'dark' ? '#18202c' : '#ffffff');
}

/** The stored configuration; one that is absent or unusable is replaced by the standard. */
function load(): ThemeConfiguration {
  const stored = readStoredJson('berry-config', isThemeConfiguration);
  if (stored === null) writeStoredJson('berry-config', standard);
  if (stored?.followsSystem) return { ...stored, mode: modeOfDevice() };
  return stored ?? standard;
}

const darkDevice = () =>
  typeof window.matchMedia === 'function' ? window.matchMedia('(prefers-color-scheme: dark)') : null;
const modeOfDevice = (): Mode => (darkDevice()?.matches ? 'dark' : 'light');

function isThemeConfiguration(value: unknown): value is ThemeConfiguration {
  if (typeof value !== 'object' || value === null) return false;
  const { mode, locale, fontFamily, borderRadius, followsSystem } = value as Record<string, unknown>;
  return (
    (mode === 'light' || mode === 'dark') &&
    locale === 'en' &&
    typeof fontFamily === 'string' &&
    /^[\w -]{1,40}$/.test(fontFamily) &&
    typeof borderRadius === 'number' &&
    borderRadius >= 0 &&
    borderRadius <= 24 &&
    (followsSystem === undefined || followsSystem === true)
  );
}
