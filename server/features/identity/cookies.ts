import type { FastifyReply, FastifyRequest } from 'fastify';

export type Cookie = {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly sameSite: 'Strict' | 'Lax';
  /** 0 takes it away. */
  readonly maxAgeMs: number;
  /** Whether the browser sends it over https only. */
  readonly isSecure: boolean;
};

/** Holds the ticket with which this browser came back from a provider: in another browser it is worth nothing. */
export const redeemCookie = 'rh_redeem';

export function readCookie(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split(/=(.*)/s);
    if (key === name && value !== undefined && value !== '' && value.length <= 4096) return decode(value);
  }
  return null;
}

/** Never read by a script. */
export function writeCookie(reply: FastifyReply, cookie: Cookie): void {
  const parts = [
    `${cookie.name}=${encodeURIComponent(cookie.value)}`,
    `Path=${cookie.path}`,
    `Max-Age=${Math.floor(cookie.maxAgeMs / 1000)}`,
    'HttpOnly',
    `SameSite=${cookie.sameSite}`,
    ...(cookie.isSecure ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', parts.join('; '));
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
