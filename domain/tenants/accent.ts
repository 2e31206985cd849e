// The colour of a company. It is the ground of its badge, with letters that read on it whatever it is, and the mark of the
// chosen item in the menu, where it is brought far enough from the ground of either palette to be seen.

/** The grounds of the menu, as client/ui/theme.css has them. */
export const accentGrounds = { light: '#ffffff', dark: '#18202c' } as const;
/** WCAG 2.2, 1.4.11 for what is no text, and 1.4.3 for text. */
const seenContrast = 3;

export const accentForm = /^#[0-9a-f]{6}$/;
export const noAccent = 'Write the colour as # and six of 0-9 and a-f, like #1e5aa8.';

type Channels = readonly [number, number, number];

const channelsOf = (colour: string): Channels =>
  [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16)) as unknown as Channels;

const toColour = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance, as WCAG defines it. */
function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever reads better: one of them always reaches the contrast of text, 4.5. */
export const lettersOn = (accent: string): string =>
  contrastOf(accent, '#ffffff') >= contrastOf(accent, '#000000') ? '#ffffff' : '#000000';

/** The colour nearest to it on its way to black or to white that is seen on the ground. */
export function seenOn(accent: string, ground: string): string {
  const aim = lettersOn(ground) === '#000000' ? 0 : 255;
  for (let step = 0; step <= 100; step += 1) {
    const colour = toColour(channelsOf(accent).map((channel) => channel + ((aim - channel) * step) / 100));
    if (contrastOf(colour, ground) >= seenContrast) return colour;
  }
  return lettersOn(ground);
}

export type AccentColours = {
  readonly ground: string;
  readonly letters: string;
  readonly markOnLight: string;
  readonly markOnDark: string;
};

export const coloursOf = (accent: string): AccentColours => ({
  ground: accent,
  letters: lettersOn(accent),
  markOnLight: seenOn(accent, accentGrounds.light),
  markOnDark: seenOn(accent, accentGrounds.dark),
});
