/** Those whose route does not say it. */
const names: Readonly<Record<string, string>> = {
  configuration: 'Configuration file',
  'tenant-profile-settings': 'Company',
  'dynamic-portals': 'Portal, under dynamic-portals',
};

/** What a page is called where it is chosen: 'Order entry' of order-entry. */
export const nameOfPage = (route: string): string =>
  names[route] ?? `${route.charAt(0).toUpperCase()}${route.slice(1).replaceAll('-', ' ')}`;
