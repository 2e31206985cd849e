// How wide a text is in the grid's fonts, without an element in the page: measuring one would lay the page out.
export type TextStyle = 'cell' | 'figures' | 'strong' | 'chip';

const fonts: Record<TextStyle, string> = {
  cell: '400 13px Poppins, system-ui, sans-serif',
  figures: '400 13px Inter, Poppins, system-ui, sans-serif',
  strong: '500 13px Poppins, system-ui, sans-serif',
  chip: '500 12px Poppins, system-ui, sans-serif',
};
/** Where nothing can be drawn, as in a test: about what a letter takes. */
const usualLetter = 7.4;
/** Poppins beside the font of the system that is measured while it is still on its way. */
const widerThanSystem = 1.12;

let canvas: OffscreenCanvasRenderingContext2D | null | undefined;
/** What the canvas is set to: it spells its font out whenever it is asked for it. */
let fontOfCanvas = '';
/** A font that has come stays: it is not asked for again. */
const isThere = new Set<string>();

export function widthOfText(text: string, style: TextStyle): number {
  canvas ??= typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) return Math.ceil(text.length * usualLetter);
  const font = fonts[style];
  if (fontOfCanvas !== font) canvas.font = fontOfCanvas = font;
  // Cells of figures give every digit the same room, which a canvas cannot: a 1 is narrower there.
  const { width } = canvas.measureText(style === 'figures' ? text.replaceAll(/\d/g, '0') : text);
  if (!isThere.has(font) && document.fonts.check(font)) isThere.add(font);
  return Math.ceil(isThere.has(font) ? width : width * widerThanSystem);
}
