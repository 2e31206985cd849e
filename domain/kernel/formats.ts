// How values are written for a person (Specification 5), one way on the grid, in the form and in the CSV.

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20, useGrouping: false });
const counted = new Intl.NumberFormat('en-US');

type Parts = { readonly sign: string; readonly whole: string; readonly decimals: string };

/** The digits of a plain number, decimals that say nothing left out; null for any other text. */
function partsOf(value: number | string): Parts | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? exact.format(value) : String(value);
  const match = /^(-?)(\d*)(?:\.(\d+))?$/.exec(text);
  if (match === null || text === '' || text === '-') return null;
  const whole = match[2]!.replace(/^0+(?=\d)/, '') || '0';
  const decimals = (match[3] ?? '').replace(/0+$/, '');
  return { sign: /[1-9]/.test(whole + decimals) ? match[1]! : '', whole, decimals };
}

/**
 * Number fields show no decimals and no separators: a record's number reads as it was given. What is no whole number
 * reads as it is written, and never as another number.
 */
export function showNumber(value: number | string): string {
  const parts = partsOf(value);
  return parts === null || parts.decimals !== '' ? String(value) : parts.sign + parts.whole;
}

/** Two fixed decimals with comma thousands. An amount with more of them, kept before they were refused, shows them all. */
export function showCurrency(value: number | string): string {
  const parts = partsOf(value);
  if (parts === null) return String(value);
  const { sign, whole, decimals } = parts;
  if (decimals.length > 2) return String(value);
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals.padEnd(2, '0')}`;
}

/** Decimal and float fields keep the decimals that they have. */
export function showDecimal(value: number | string): string {
  const parts = partsOf(value);
  if (parts === null) return String(value);
  return `${parts.sign}${parts.whole}${parts.decimals === '' ? '' : `.${parts.decimals}`}`;
}

/** How many there are of something: 4,012. */
export const showCount = (value: number): string => counted.format(value);

/** '12 kB', '3.4 MB', '1.2 GB': the one way in which a size is said. */
export function showSize(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  const [size, unit] = bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * The address that a link may lead to, or null when there is none. Only http, https, mailto and tel, judged
 * after parsing as a browser parses: 'java<TAB>script:' is a script. Without a scheme https is put before.
 */
export function findHref(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.startsWith('//') || trimmed.startsWith('/')) return null;
  const direct = parseUrl(trimmed);
  if (direct && schemes.has(direct.protocol)) return direct.href;
  // 'example.com:8080' parses as a scheme 'example.com:'; a scheme with a dot is a host.
  if (direct && !direct.protocol.includes('.') && !/^[a-z0-9-]+:\d+(\/|$)/i.test(trimmed)) return null;
  const prefixed = parseUrl(`https://${trimmed}`);
  return prefixed && prefixed.hostname.includes('.') && !prefixed.username ? prefixed.href : null;
}

type ParsedUrl = {
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
};

/** Browsers and Node have it alike; the types of the bare language, which the domain keeps to, do not. */
declare const URL: { new (text: string): ParsedUrl; canParse(text: string): boolean };

function parseUrl(text: string): ParsedUrl | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** URLs without http get an https prefix when they are stored; mail and phone links stay what they are. */
export const withHttps = (text: string): string =>
  /^(https?:\/\/|mailto:|tel:)/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;

export type Phone = { countryCode: string; national: string };

/** Phones are stored as [countrycode,number]. */
export function readPhone(stored: string): Phone | null {
  const match = /^\[\s*"?\+?(\d{1,4})"?\s*,\s*"?(\d*)"?\s*\]$/.exec(stored.trim());
  return match ? { countryCode: match[1]!, national: match[2]! } : null;
}

export const writePhone = ({ countryCode, national }: Phone): string => `[${countryCode},${national}]`;

/** Plus sign, code and number; what is no phone comes out as it is. */
export function showPhone(stored: string): string {
  const phone = readPhone(stored);
  return phone ? `+${phone.countryCode} ${phone.national}`.trim() : stored;
}

/** A multiselect is stored as a JSON array of ids, '0' when empty. */
export function readIds(stored: string): number[] {
  if (!/^\s*\[[\s\d,"]*\]\s*$/.test(stored)) return /^[1-9]\d*$/.test(stored) ? [Number(stored)] : [];
  try {
    const parsed: unknown = JSON.parse(stored);
    return Array.isArray(parsed) ? parsed.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0) : [];
  } catch {
    return [];
  }
}

export const writeIds = (ids: readonly number[]): string => (ids.length === 0 ? '0' : JSON.stringify(ids));

/** A value that is there but no longer offered. */
export const showDisabled = (name: string): string => `${name} (Disabled)`;

export const isChecked = (stored: string | boolean | null | undefined): boolean =>
  stored === true || stored === 'true';
export const showChecked = (stored: string | boolean | null | undefined): string =>
  isChecked(stored) ? 'Yes' : 'No';
