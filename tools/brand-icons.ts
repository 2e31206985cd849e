// Draws client/brands/<brand>.ico from <brand>.svg beside it: browsers and feed readers ask every host for
// /favicon.ico, whatever the page says. The drawings are committed; run this when a logo has changed.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findOrInstallBrowser, toLaunchOptions } from '../testing/browser.ts';
import { root } from './run-command.ts';

const sizes = [16, 32, 48];
const headerSize = 6;
const entrySize = 16;

const browser = await chromium.launch(toLaunchOptions(await findOrInstallBrowser()));
for (const brand of ['rowhouse', 'millbrook']) {
  const source = path.join(root, 'client/brands', `${brand}.svg`);
  const drawing = await readFile(source, 'utf8');
  const images: Buffer[] = [];
  for (const size of sizes) images.push(await draw(drawing, size));
  await writeFile(source.replace(/svg$/, 'ico'), pack(images));
}
await browser.close();

async function draw(drawing: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${drawing}`);
  const image = await page.screenshot({ omitBackground: true, type: 'png' });
  await page.close();
  return image;
}

/** An icon file of PNG images, which every browser of this century reads. */
function pack(images: Buffer[]): Buffer {
  const header = Buffer.alloc(headerSize + entrySize * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, image] of images.entries()) {
    const at = headerSize + entrySize * index;
    header.writeUInt8(sizes[index]!, at);
    header.writeUInt8(sizes[index]!, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(image.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([header, ...images]);
}
