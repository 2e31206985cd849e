import { invalid } from '../kernel/refusal.ts';

/** Of a logo as it is kept. Pages draw what people choose into this size, and send it as a PNG. */
export const largestLogoSide = 512;
export const smallestLogoSide = 16;
export const largestLogoBytes = 512 * 1024;

const notPng = 'The logo is not a PNG picture that can be read.';
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** What a still picture is drawn from. Texts, profiles, animations and what else a file can carry are in no logo. */
const plainChunks = new Set('IHDR PLTE IDAT IEND tRNS sRGB gAMA cHRM sBIT bKGD pHYs'.split(' '));

/**
 * A PNG without what its writer put beside the picture: browsers write profiles and marks of their own. Anything else than
 * a PNG comes back as it is.
 */
export function keepPlainChunks(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, signature.length)];
  let place = signature.length;
  while (place + 12 <= bytes.length) {
    const end = place + 12 + view.getUint32(place);
    if (end > bytes.length) return bytes;
    if (plainChunks.has(nameOfChunk(bytes, place))) kept.push(bytes.subarray(place, end));
    place = end;
  }
  if (place !== bytes.length) return bytes;
  const plain = new Uint8Array(kept.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of kept) {
    plain.set(part, at);
    at += part.length;
  }
  return plain;
}

const nameOfChunk = (bytes: Uint8Array, place: number): string =>
  String.fromCharCode(...bytes.subarray(place + 4, place + 8));

/** Why the bytes can be no logo, or null. Each byte of the file belongs to the picture: nothing stands before or behind it. */
export function whyNotLogo(bytes: Uint8Array): string | null {
  if (bytes.length > largestLogoBytes) return `The logo has at most ${largestLogoBytes / 1024} kB.`;
  if (signature.some((byte, index) => bytes[index] !== byte)) return notPng;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names: string[] = [];
  let place = signature.length;
  while (place + 12 <= bytes.length) {
    const length = view.getUint32(place);
    const name = nameOfChunk(bytes, place);
    if (length > bytes.length - place - 12) return notPng;
    if (!plainChunks.has(name))
      return 'The file holds more than a still picture. Save it again as a plain PNG.';
    names.push(name);
    place += 12 + length;
  }
  const isWhole =
    place === bytes.length && names[0] === 'IHDR' && names.at(-1) === 'IEND' && names.includes('IDAT');
  if (!isWhole || names.indexOf('IEND') !== names.length - 1 || view.getUint32(8) !== 13) return notPng;
  const sides = [view.getUint32(16), view.getUint32(20)];
  return sides.every((side) => side >= smallestLogoSide && side <= largestLogoSide)
    ? null
    : `The logo is ${smallestLogoSide} to ${largestLogoSide} pixels wide and high.`;
}

/** @param content in base64 */
export function requireLogo(content: string, decode: (base64: string) => Uint8Array): Uint8Array {
  const tooLong = content.length > (largestLogoBytes * 4) / 3 + 4;
  const isBase64 = tooLong || /^[A-Za-z0-9+/]+={0,2}$/.test(content);
  const bytes = tooLong
    ? new Uint8Array(largestLogoBytes + 1)
    : isBase64
      ? decode(content)
      : new Uint8Array();
  const whyNot = whyNotLogo(bytes);
  if (whyNot !== null) throw invalid(whyNot, 'logo');
  return bytes;
}

/** Where the logo is asked for: nobody finds it who was not told. */
export const logoPath = (tenantId: number, key: string): string => `/logos/${tenantId}/${key}`;
