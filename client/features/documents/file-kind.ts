export type FileKind = 'pdf' | 'picture' | 'text' | 'other';

// By the extension that the server has checked. Never SVG or HTML: both hold scripts.
const kinds: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  png: 'picture',
  jpg: 'picture',
  jpeg: 'picture',
  gif: 'picture',
  webp: 'picture',
  bmp: 'picture',
  avif: 'picture',
  txt: 'text',
  csv: 'text',
  tsv: 'text',
  log: 'text',
  md: 'text',
  json: 'text',
};

/** How a file of this name is shown; what is not known is offered to be saved. */
export const fileKindOf = (name: string): FileKind =>
  kinds[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'other';
