import { Refusal, invalid } from '../kernel/refusal.ts';
import {
  longestDashboardName,
  longestEmbedKey,
  longestEmbedText,
  longestExpiration,
  longestServerUrl,
  mostDashboards,
  shortestEmbedKey,
  shortestExpiration,
} from './limits.ts';

type Reader = { readonly userId: number; readonly roleId: number; readonly administers: boolean };
type Owned = { readonly ownerUserId: number | null; readonly roleIds: readonly number[] };

/** One's own, what is shared with one's role, and for administrators whatever is not somebody's own alone. */
export function maySeeDashboard(reader: Reader, { ownerUserId, roleIds }: Owned): boolean {
  if (ownerUserId === reader.userId || roleIds.includes(reader.roleId)) return true;
  return reader.administers && (ownerUserId === null || roleIds.length > 0);
}

/** What is shared belongs to the company: its administrators change it as well. */
export const mayEditDashboard = (reader: Reader, dashboard: Owned): boolean =>
  maySeeDashboard(reader, dashboard) && (dashboard.ownerUserId === reader.userId || reader.administers);

/** One that was deleted is there for nobody, but that administrators bring back what was shared. */
export const mayBringBackDashboard = (reader: Reader, { roleIds }: Owned): boolean =>
  reader.administers && roleIds.length > 0;

export const editsForbidden = 'Only who made this dashboard, or an administrator, can change it.';
export const sharingForbidden = 'Only an administrator of this company shares a dashboard with roles.';
export const embeddingForbidden = 'Only an administrator of this company adds an embedded dashboard.';

export const refuseEditing = () => new Refusal('FORBIDDEN', editsForbidden);
export const refuseSharing = () => new Refusal('FORBIDDEN', sharingForbidden, { field: 'roleIds' });
export const refuseEmbedding = () => new Refusal('FORBIDDEN', embeddingForbidden, { field: 'embedType' });

export function whyNotDashboardName(name: string): string | null {
  if (name.trim() === '') return 'Name is required.';
  return name.trim().length > longestDashboardName
    ? `Name has at most ${longestDashboardName} characters.`
    : null;
}

/** @param isOwn whether it is the viewer who has them */
export function requireRoomForDashboard(current: number, isOwn = true): void {
  if (current < mostDashboards) return;
  throw new Refusal(
    'LIMITED',
    isOwn
      ? `You have ${mostDashboards} dashboards already. Delete one first.`
      : `Whose dashboard this is has ${mostDashboards} dashboards already. One of them has to be deleted first.`,
  );
}

export const dashboardChangedMeanwhile = (current: Readonly<Record<string, unknown>>) =>
  new Refusal('CONFLICT', 'Somebody has changed this dashboard since you opened it.', {
    details: { current },
  });

export type EmbedSettings = {
  readonly serverUrl: string;
  readonly siteIdentifier: string;
  readonly environment: string;
  /** Under which the embed server knows the dashboard. */
  readonly dashboardId: string;
  /** Seconds. */
  readonly expirationTime: number;
};

const plainName = /^[A-Za-z0-9][A-Za-z0-9_.-]*(\/[A-Za-z0-9][A-Za-z0-9_.-]*)*$/;

/** Why these settings cannot be used, and which of them is at fault, or null. */
export function whyNotEmbed(
  embed: EmbedSettings,
  allowedOrigins: readonly string[],
): { readonly field: keyof EmbedSettings; readonly sentence: string } | null {
  const server = readAddress(embed.serverUrl);
  if (server === null || embed.serverUrl.length > longestServerUrl)
    return {
      field: 'serverUrl',
      sentence: 'Server URL is an address such as https://reports.example.com.',
    };
  if (!allowedOrigins.includes(server.origin))
    return { field: 'serverUrl', sentence: hostNotAllowed(server.host) };
  for (const [field, label] of [
    ['siteIdentifier', 'Site identifier'],
    ['environment', 'Environment'],
    ['dashboardId', 'Dashboard id'],
  ] as const) {
    const value = embed[field];
    if (value === '') return { field, sentence: `${label} is required.` };
    if (value.length > longestEmbedText || !plainName.test(value))
      return { field, sentence: `${label} has letters, digits, points, dashes and slashes only.` };
  }
  const { expirationTime } = embed;
  const isUsable =
    Number.isInteger(expirationTime) &&
    expirationTime >= shortestExpiration &&
    expirationTime <= longestExpiration;
  return isUsable
    ? null
    : {
        field: 'expirationTime',
        sentence: `Expiration time is from ${shortestExpiration} to ${longestExpiration} seconds.`,
      };
}

const address = /^(https?:\/\/([a-z0-9.-]+(?::\d{1,5})?))(?:\/[^\s?#@]*)?$/i;

/** The address alone: what stands behind it is said by the other settings. */
function readAddress(text: string): { readonly origin: string; readonly host: string } | null {
  const [, origin, host] = address.exec(text) ?? [];
  if (origin === undefined || host === undefined) return null;
  return { origin: origin.toLowerCase(), host: host.toLowerCase() };
}

export const hostNotAllowed = (host: string): string =>
  `${host} is not among the servers that this installation may embed. Who runs it can add it.`;

export const whyNotEmbedKey = (key: string): string | null =>
  key.length < shortestEmbedKey || key.length > longestEmbedKey
    ? `The key has from ${shortestEmbedKey} to ${longestEmbedKey} characters.`
    : null;

export const refuseLostKey = () =>
  new Refusal(
    'UNAVAILABLE',
    'The key of this dashboard can no longer be read. An administrator has to enter it again.',
  );
export const refuseHost = (host: string) => invalid(hostNotAllowed(host), 'serverUrl');
