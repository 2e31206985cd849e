import { Refusal } from '../kernel/refusal.ts';

export const longestPortalName = 80;
export const longestPortalAddress = 2000;
export const mostPortals = 100;

/** Icons that a page may have; the first is that of a page for which none was chosen. */
export const portalIcons = [
  'external',
  'file',
  'list',
  'calendar',
  'cart',
  'users',
  'building',
  'clock',
  'help',
  'link',
] as const;
export type PortalIcon = (typeof portalIcons)[number];
export const findPortalIcon = (name: string): PortalIcon | null =>
  portalIcons.find((icon) => icon === name) ?? null;

type Reader = { readonly roleId: number; readonly administers: boolean };
type Shown = { readonly enabled: boolean; readonly roleIds: readonly number[] };

/** Enabled, and given to one's role. Administrators see what they have not given themselves where pages are set up alone. */
export const maySeePortal = (reader: Pick<Reader, 'roleId'>, { enabled, roleIds }: Shown): boolean =>
  enabled && roleIds.includes(reader.roleId);

export function whyNotPortalName(name: string): string | null {
  if (name === '') return 'Name is a required field';
  return name.length > longestPortalName ? `The name has at most ${longestPortalName} characters.` : null;
}

/** Scheme, host and port, then a path that ends no host early. Nobody's name or password stands in it. */
const shape = /^(https?:\/\/[a-z0-9.-]+(?::\d{1,5})?)(?:[/?#][^\s\\@]*)?$/i;

/** Of which server a page is, in small letters; null where the address cannot be one. */
export const portalOrigin = (address: string): string | null =>
  shape.exec(address)?.[1]?.toLowerCase() ?? null;

/**
 * Why the page cannot be embedded, or null.
 * @param allowed origins of this installation, which are encrypted or on its own machine
 */
export function whyNotPortalAddress(address: string, allowed: readonly string[]): string | null {
  if (address === '') return 'Address is a required field';
  const origin = portalOrigin(address);
  if (origin === null || address.length > longestPortalAddress)
    return 'Write the whole address of a page, like https://help.example.com/start.';
  if (allowed.includes(origin)) return null;
  if (!origin.startsWith('https:'))
    return 'The address begins with https: what comes over http can be read on its way.';
  return `${origin.replace(/^https:\/\//, '')} is not among the servers that this installation may embed. Who runs it can add it.`;
}

export const portalChangedMeanwhile = (current: Readonly<Record<string, unknown>>) =>
  new Refusal('CONFLICT', 'Another administrator has changed this page since you opened it.', {
    details: { current },
  });

export const enoughPortals = () =>
  new Refusal('LIMITED', `There are ${mostPortals} pages already. Change one that is no longer used.`);

/** Where it opens, after the company's address. */
export const portalPath = (id: number): string => `dynamic-portals/${id}`;
