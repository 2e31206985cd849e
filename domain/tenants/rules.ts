import { z } from 'zod';
import { nameInAddress } from '../kernel/name-in-address.ts';
import { Refusal } from '../kernel/refusal.ts';
import { accentForm, noAccent } from './accent.ts';
import { currencies } from './currencies.ts';
import { reservedAddresses } from './reserved-addresses.ts';

export const longestCompanyName = 100;
export const longestCompanyDescription = 500;

const noSuchCurrency = 'Choose one of the currencies in the list.';

/** Of a record type or field: null takes that of what it stands in. */
export const whyNotCurrency = (code: string | null): string | null =>
  code === null || currencies.includes(code) ? null : noSuchCurrency;

export const shortestCompanyUrl = 2;
export const longestCompanyUrl = 40;
/** How many companies a person makes in 24 hours. */
export const mostCompaniesADay = 3;

/** Why no company can stand at the address, or null; whether one stands there already is the server's to know. */
export function whyNotCompanyUrl(url: string): string | null {
  if (url === '') return 'Address is a required field';
  if (!/^[a-z0-9][a-z0-9-]*$/.test(url))
    return 'Use small letters, digits and hyphens, and begin with a letter or a digit.';
  if (url.length < shortestCompanyUrl || url.length > longestCompanyUrl)
    return `An address has ${shortestCompanyUrl} to ${longestCompanyUrl} characters.`;
  if (reservedAddresses.has(url)) return `'${url}' is an address of the application itself. Choose another.`;
  return null;
}

export const companyUrlTaken = (url: string) =>
  new Refusal('CONFLICT', `Another company has the address '${url}'. Choose another.`, { field: 'url' });

/** What the address of a company of this name could be; '' where the name gives none. */
export const suggestCompanyUrl = (name: string): string => nameInAddress(name, longestCompanyUrl);

const companyName = z
  .string('Name is a required field')
  .trim()
  .min(1, 'Name is a required field')
  .max(longestCompanyName, `The name has at most ${longestCompanyName} characters.`);

const companyUrl = z
  .string('Address is a required field')
  .trim()
  .toLowerCase()
  .superRefine((url, context) => {
    const whyNot = whyNotCompanyUrl(url);
    if (whyNot !== null) context.addIssue({ code: 'custom', message: whyNot });
  });

/** What a company begins with. */
export const newCompanyForm = z.object({ name: companyName, url: companyUrl });

/** What a stranger reads who would make a company where only those who run the installation do. */
export const companiesByOperators = () =>
  new Refusal(
    'FORBIDDEN',
    'Companies are made by whoever runs this installation. Ask them, or an administrator of your company to invite you.',
  );

/** Whether somebody runs the installation. An email that nobody has confirmed could be anybody's. */
export const isOperator = (
  operators: readonly string[],
  { email, validated }: { readonly email: string; readonly validated: boolean },
): boolean => validated && operators.includes(email.toLowerCase());

export const unconfirmedMakesNoCompany = () =>
  new Refusal('FORBIDDEN', 'Confirm your email first, then make a company.');

export const enoughCompaniesToday = () =>
  new Refusal('LIMITED', `You have made ${mostCompaniesADay} companies today. Make the next one tomorrow.`);

export const firstLinkRefused = (reason: 'unknown' | 'used' | 'expired' | 'administered') =>
  new Refusal(
    'NOT_FOUND',
    {
      unknown: 'This link is not known. Each start of the server prints a new one while nobody administers.',
      used: 'This link has been used. Sign in with the account that it made.',
      expired: 'This link has expired. Start the server again: it prints a new one.',
      administered: 'Somebody administers this installation already. Ask them to invite you.',
    }[reason],
    { details: { reason } },
  );

/** How often a company changes its address in 30 days: each old one is kept from all others for a while. */
export const mostAddressChanges = 3;
/** For how many days an address that was given up is kept from other companies; its links work on after that, too. */
export const keptAddressDays = 90;

export const enoughAddressChanges = () =>
  new Refusal(
    'LIMITED',
    `The address was changed ${mostAddressChanges} times in the last 30 days. Change it again later.`,
    { field: 'url' },
  );

/** What an administrator may change of the company; absent is left as it is. */
export const companyForm = z.object({
  name: companyName.optional(),
  url: companyUrl.optional(),
  /** An empty one takes it away. */
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .refine((colour) => colour === '' || accentForm.test(colour), noAccent)
    .transform((colour) => (colour === '' ? null : colour))
    .optional(),
  description: z
    .string()
    .trim()
    .max(longestCompanyDescription, `The description has at most ${longestCompanyDescription} characters.`)
    .transform((text) => (text === '' ? null : text))
    .optional(),
  currency: z
    .string()
    .refine((code) => currencies.includes(code), noSuchCurrency)
    .optional(),
  mfaRequired: z.boolean().optional(),
});

/**
 * Why this administrator may not require two-factor of everybody, or null. Their own next request would be refused,
 * and they would be shut out of the switch.
 */
export function whyNotRequireSecondFactor(hasSecondFactor: boolean): string | null {
  return hasSecondFactor
    ? null
    : 'Set up two-factor sign-in for yourself first, and sign in with it: otherwise you could not come back in.';
}

export const companyChangedMeanwhile = (current: Readonly<Record<string, unknown>>) =>
  new Refusal('CONFLICT', 'Another administrator has changed the company since you opened this page.', {
    details: { current },
  });
