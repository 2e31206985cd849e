import { viewerZone } from '../../platform/clock.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(instant: string, kind: 'day' | 'time'): string {
  const timeZone = viewerZone();
  const key = `${kind} ${timeZone}`;
  let made = formats.get(key);
  if (made === undefined) {
    made = new Intl.DateTimeFormat(
      'en-US',
      kind === 'day'
        ? { timeZone, year: 'numeric', month: 'short', day: 'numeric' }
        : { timeZone, hour: 'numeric', minute: '2-digit' },
    );
    formats.set(key, made);
  }
  return made.format(new Date(instant));
}

/** 'Nov 20, 2026', where the viewer is. */
export const dayOf = (instant: string): string => format(instant, 'day');

/** '2:41 pm', where the viewer is. */
export const timeOf = (instant: string): string => format(instant, 'time').toLowerCase().replace(/\s/u, ' ');

export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

const tones = ['blue', 'green', 'teal', 'violet', 'amber', 'grey'] as const;

/** The colour of somebody's avatar, always the same. */
export const toneOf = (id: number): (typeof tones)[number] => tones[id % tones.length] ?? 'grey';

export const authorOf = ({ user }: { readonly user?: { readonly name?: string | null } | null }): string =>
  user?.name ?? 'Somebody who has left';
