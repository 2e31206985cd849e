import type { FastifyReply, FastifyRequest } from 'fastify';

export type Cookie = {
  readonly name: string;
  readonly value: string;
  /** To what the browser sends it, where it is not secure. */
  readonly path: string;
  readonly sameSite: 'Strict' | 'Lax';
  /** 0 takes it away. */
  readonly maxAgeMs: number;
  /** Whether the browser sends it over https only. */
  readonly isSecure: boolean;
};

/** Holds the ticket with which this browser came back from a provider: in another browser it is worth nothing. */
export const redeemCookie = 'rh_redeem';

/**
 * Over https the browser takes a cookie of this prefix from this very host alone: none of another subdomain can be put in
 * its place, which a path does not hold off. It is then sent to every path, for the prefix asks for that.
 */
const nameOf = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

export function readCookie(request: FastifyRequest, name: string, isSecure: boolean): string | null {
  const wanted = nameOf(name, isSecure);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split(/=(.*)/s);
    if (key === wanted && value !== undefined && value !== '' && value.length <= 4096) return decode(value);
  }
  return null;
}

/** Never read by a script. */
export function writeCookie(reply: FastifyReply, cookie: Cookie): void {
  const parts = [
    `${nameOf(cookie.name, cookie.isSecure)}=${encodeURIComponent(cookie.value)}`,
    `Path=${cookie.isSecure ? '/' : cookie.path}`,
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
