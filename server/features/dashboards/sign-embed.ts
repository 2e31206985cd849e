// The address of an embedded dashboard. Who holds the key can tell that it was made here, for which dashboard and until
// when; it says nothing of the person who looks.
import { createHmac } from 'node:crypto';
import type { EmbedSettings } from '@rowhouse/domain/dashboards/rules.ts';

/** The signature is of path and query as they stand before it. */
export function signEmbed(
  embed: EmbedSettings,
  key: string,
  { nowMs, nonce }: { readonly nowMs: number; readonly nonce: string },
): { url: string; expiresAtMs: number } {
  const seconds = Math.floor(nowMs / 1000);
  const url = new URL(embed.serverUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${embed.siteIdentifier}/dashboards/${embed.dashboardId}`;
  url.search = new URLSearchParams({
    embed_environment: embed.environment,
    embed_nonce: nonce,
    embed_timestamp: String(seconds),
    embed_expirationtime: String(embed.expirationTime),
  }).toString();
  const signature = createHmac('sha256', key).update(`${url.pathname}${url.search}`).digest('base64url');
  url.searchParams.append('embed_signature', signature);
  return { url: url.toString(), expiresAtMs: (seconds + embed.expirationTime) * 1000 };
}
