// Records as a PDF with real text: its language, its title, a tree of what is a heading, a table, a cell. One record is
// laid out whole, so that "page n of m" is known, and is then written page by page; nothing of it is held after.
import type PDFDocument from 'pdfkit';
import { toRuns } from '../../platform/pdf/pdf-fonts.ts';
import type { Weight } from '../../platform/pdf/pdf-fonts.ts';
import { layOut } from './lay-out.ts';
import type { Block, Page } from './lay-out.ts';
import type { PrintedRecord } from './read-printed.ts';

export type PrintedDocument = {
  readonly title: string;
  /** MM/DD/YYYY */
  readonly day: string;
  readonly company: string;
};

type Pdf = InstanceType<typeof PDFDocument>;

/** The bytes of the document, as they come to be. */
export async function* writePdf(
  document: PrintedDocument,
  records: AsyncIterable<PrintedRecord>,
): AsyncGenerator<Buffer> {
  // Loaded with the first document: it is a fifth of what a start costs.
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    tagged: true,
    displayTitle: true,
    info: { Title: document.title, Producer: 'Rowhouse', Creator: 'Rowhouse' },
  });
  const measure = measureWith(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  for await (const record of records) {
    const pages = layOut(record, measure);
    const section = pdf.struct('Sect');
    root.add(section);
    const tree = new Tree(pdf, section);
    for (const [index, page] of pages.entries()) {
      pdf.addPage({ size: [page.width, page.height], margin: 0 });
      for (const block of page.blocks) tree.write(block);
      writeFoot(pdf, page, `page ${index + 1} of ${pages.length}`, `${document.company} · ${document.day}`);
      yield* written(pdf);
      // Others are served between two pages.
      await new Promise(setImmediate);
    }
    tree.end();
    section.end();
    yield* written(pdf);
  }
  root.end();
  pdf.end();
  for await (const chunk of pdf) yield chunk as Buffer;
}

function* written(pdf: Pdf): Generator<Buffer> {
  for (;;) {
    const chunk = pdf.read() as Buffer | null;
    if (chunk === null) return;
    yield chunk;
  }
}

/** Width of a text in points, a character at a time: each is asked for once. */
function measureWith(pdf: Pdf) {
  const widths = new Map<string, number>();
  const unit = 1000;
  return (text: string, size: number, weight: Weight): number => {
    let sum = 0;
    for (const run of toRuns(text, weight))
      for (const character of run.text) {
        const key = `${run.font}${character}`;
        const known = widths.get(key);
        const width = known ?? Number(pdf.font(run.font).fontSize(unit).widthOfString(character));
        if (known === undefined) widths.set(key, width);
        sum += width;
      }
    return (sum * size) / unit;
  };
}

type Element = ReturnType<Pdf['struct']>;

/** The tree of the document: rows are opened and ended as their cells come. */
class Tree {
  #table: Element | null = null;
  #row: { readonly key: number; readonly element: Element } | null = null;
  readonly #pdf: Pdf;
  readonly #section: Element;

  constructor(pdf: Pdf, section: Element) {
    this.#pdf = pdf;
    this.#section = section;
  }

  write(block: Block): void {
    if (block.kind === 'rule') {
      this.#pdf.markContent('Artifact', { type: 'Layout' });
      this.#pdf
        .moveTo(block.x, block.y)
        .lineTo(block.x + block.width, block.y)
        .lineWidth(block.weight)
        .strokeColor('#c3cad5')
        .stroke();
      this.#pdf.endMarkedContent();
      return;
    }
    // A head that is repeated on another page is said once.
    if (block.tag === null) {
      this.#pdf.markContent('Artifact', { type: 'Pagination' });
      writeLines(this.#pdf, block);
      this.#pdf.endMarkedContent();
      return;
    }
    const content = this.#pdf.markStructureContent(block.tag);
    writeLines(this.#pdf, block);
    this.#pdf.endMarkedContent();
    this.#parentOf(block).add(this.#pdf.struct(block.tag, {}, [content]));
  }

  #parentOf({ row }: Block & { kind: 'text' }): Element {
    if (row === null) {
      this.end();
      return this.#section;
    }
    if (this.#table === null) {
      this.#table = this.#pdf.struct('Table');
      this.#section.add(this.#table);
    }
    if (this.#row?.key !== row) {
      this.#row?.element.end();
      this.#row = { key: row, element: this.#pdf.struct('TR') };
      this.#table.add(this.#row.element);
    }
    return this.#row.element;
  }

  end(): void {
    this.#row?.element.end();
    this.#table?.end();
    this.#row = null;
    this.#table = null;
  }
}

function writeLines(pdf: Pdf, { lines, size, weight, color }: Block & { kind: 'text' }): void {
  pdf.fontSize(size).fillColor(color);
  for (const { text, x, y } of lines) {
    let at = x;
    for (const run of toRuns(text, weight)) {
      pdf.font(run.font).text(run.text, at, y, { lineBreak: false });
      at += pdf.widthOfString(run.text);
    }
  }
}

function writeFoot(pdf: Pdf, page: Page, right: string, left: string): void {
  pdf.markContent('Artifact', { type: 'Pagination' });
  const size = 8;
  const place = (text: string, x: number) =>
    writeLines(pdf, {
      kind: 'text',
      lines: [{ text, x, y: page.height - 30 }],
      size,
      weight: 400,
      color: '#4b5563',
      tag: null,
      row: null,
    });
  place(left, page.margin);
  const width = toRuns(right, 400).reduce(
    (sum, run) => sum + pdf.font(run.font).fontSize(size).widthOfString(run.text),
    0,
  );
  place(right, page.width - page.margin - width);
  pdf.endMarkedContent();
}
