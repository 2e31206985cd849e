import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';

/** A report of many pages of text: 45 lines each, and on one page a word that stands nowhere else. */
export function makeReport(pages: number, rareOn = Math.ceil(pages / 2)): Promise<Buffer> {
  return write({}, (pdf) => {
    for (let page = 1; page <= pages; page += 1) {
      if (page > 1) pdf.addPage();
      pdf.fontSize(18).text(`Report, page ${page}`);
      if (page === rareOn) pdf.fontSize(9).text('Kingfisher');
      pdf.fontSize(9);
      for (let line = 1; line <= 45; line += 1)
        pdf.text(
          `${page}.${line}  Sealed bearing, freight ${(page * line * 1.37).toFixed(2)} USD, delivered to the store`,
        );
    }
  });
}

export const makeLocked = (password: string): Promise<Buffer> =>
  write({ userPassword: password, ownerPassword: `${password}, owner`, pdfVersion: '1.7' }, (pdf) =>
    pdf.text('Nobody reads this without the word.'),
  );

/** Lines without a letter, as a scan has none. */
export const makeScan = (): Promise<Buffer> => write({}, (pdf) => pdf.rect(50, 50, 200, 300).stroke());

export type Bill = {
  readonly bill: string;
  readonly order: number;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly due: string;
  readonly vendor: string;
  readonly subtotal: number;
  readonly freight: number;
  readonly total: number;
};

/** How a country writes: its words, its numbers and its days. */
export type Writing = {
  readonly words: Readonly<Record<keyof Bill, string>>;
  readonly number: (value: number) => string;
  readonly day: (day: string) => string;
};

const group = (value: number, thousands: string, decimals: string): string => {
  const [whole = '', rest = ''] = Math.abs(value).toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${decimals}${rest}`;
};

const english: Writing['words'] = {
  bill: 'Invoice',
  order: 'Your order',
  date: 'Issued',
  due: 'Payable',
  vendor: 'Supplier',
  subtotal: 'Net',
  freight: 'Freight',
  total: 'Total',
};

export const writings: readonly Writing[] = [
  {
    words: english,
    number: (value) => (value < 0 ? `(${group(value, ',', '.')})` : `$${group(value, ',', '.')}`),
    day: (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
  },
  {
    words: {
      bill: 'Rechnung',
      order: 'Bestellung',
      date: 'Datum',
      due: 'Fällig',
      vendor: 'Lieferant',
      subtotal: 'Summe',
      freight: 'Fracht',
      total: 'Gesamt',
    },
    number: (value) => `${group(value, '.', ',')}${value < 0 ? '-' : ''}`,
    day: (day) => `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`,
  },
  {
    words: { ...english, bill: 'Facture', total: 'Montant' },
    number: (value) => `${value < 0 ? '-' : ''}${group(value, '\u00a0', ',')}`,
    day: (day) => day,
  },
];

export const makeBill = (bill: Bill, { words, number, day }: Writing): Promise<Buffer> =>
  write({}, (pdf) => {
    pdf.fontSize(11);
    const line = (key: keyof Bill, value: string, more = '') => pdf.text(`${words[key]} :  ${value}${more}`);
    line('vendor', bill.vendor);
    line('bill', bill.bill);
    line('date', day(bill.date));
    line('order', String(bill.order));
    line('due', day(bill.due));
    pdf.moveDown();
    line('subtotal', number(bill.subtotal), ' USD');
    line('freight', number(bill.freight), ' USD');
    line('total', number(bill.total), ' USD');
  });

function write(options: PDFKit.PDFDocumentOptions, draw: (pdf: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const pdf = new PdfDocument({ size: 'A4', margin: 50, ...options });
  const made = buffer(pdf as unknown as NodeJS.ReadableStream & AsyncIterable<Buffer>);
  draw(pdf);
  pdf.end();
  return made;
}
