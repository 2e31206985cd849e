import { keepPlainChunks, largestLogoSide, smallestLogoSide } from '@rowhouse/domain/tenants/logo.ts';

/** The picture could not be read, with a sentence for whoever chose it. */
export class UnreadablePicture extends Error {}

/**
 * Whatever picture the browser can show, as a PNG of the size that is kept, in base64. Where and by whom it was taken, and
 * what else stood in the file, stays behind.
 */
export async function drawLogo(file: File): Promise<string> {
  const picture = await readPicture(file);
  const scale = Math.min(1, largestLogoSide / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.naturalWidth * scale);
  canvas.height = Math.round(picture.naturalHeight * scale);
  if (Math.min(canvas.width, canvas.height) < smallestLogoSide)
    throw new UnreadablePicture(`The picture is too small: it needs ${smallestLogoSide} pixels each way.`);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (drawn === null) throw notRead();
  return toBase64(keepPlainChunks(new Uint8Array(await drawn.arrayBuffer())));
}

const notRead = () => new UnreadablePicture('The file cannot be read as a picture. Choose another one.');

async function readPicture(file: File): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
  } catch {
    throw notRead();
  } finally {
    URL.revokeObjectURL(address);
  }
  return picture;
}

function toBase64(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return btoa(letters.join(''));
}
