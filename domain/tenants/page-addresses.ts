// What an address can be by its shape alone: before anybody has signed in nothing else is known of it, and whether a
// company stands at it is nobody's to know. Decision 032 says which unknown address gets which answer.
import { reservedAddresses } from './reserved-addresses.ts';

/** The pages outside of every company (Specification 2). */
const outside: readonly RegExp[] = [
  /^$/,
  /^(login|register|forgot|recover|reset|change|configured|setupmfa|select-tenant|account)$/,
  /^user-confirmation\/[^/]+$/,
];

/** After the company's url: the named routes, the items that stand without a section, and section/appSection/item. */
const inside: readonly RegExp[] = [
  /^$/,
  /^(create-record|dashboard|data-focus-view|accounting\/doc-viewer|document-window)$/,
  /^(record-details-viewer|sales-details-viewer|pucharse-details-viewer)$/,
  /^(tenant-profile-settings|portal)$/,
  /^dynamic-portals(\/.*)?$/,
];
const menuItem = /^[^/]+\/[^/]+\/[^/]+$/;

const tenantUrl = /^[a-z0-9][a-z0-9-]*$/;

/** Whether the path, which begins with a slash, has the shape of a page of the application. */
export function isPageAddress(path: string): boolean {
  return outside.some((shape) => shape.test(split(path).whole)) || isCompanyAddress(path);
}

/** Whether whoever is not signed in meets the sign-in form at the path. */
export function leadsToSignIn(path: string): boolean {
  return split(path).whole === 'login' || isCompanyAddress(path);
}

function isCompanyAddress(path: string): boolean {
  const { first, rest } = split(path);
  if (reservedAddresses.has(first) || !tenantUrl.test(first)) return false;
  return inside.some((shape) => shape.test(rest)) || menuItem.test(rest);
}

/** Whether the path after the company's url has the shape of a menu item's: the role's menu may have lost it. */
export function isMenuItemAddress(rest: string): boolean {
  const path = trim(rest);
  return menuItem.test(path) || /^(tenant-profile-settings|portal|dynamic-portals(\/.*)?)$/.test(path);
}

function split(path: string) {
  const whole = trim(path);
  const [first = '', ...segments] = whole.split('/');
  return { whole, first, rest: segments.join('/') };
}

const trim = (path: string): string => path.replace(/^\/|\/$/g, '').toLowerCase();
