/** A valid PDF of one page with these lines of text, the first of them large. Latin letters only. */
export function tinyPdf(lines: readonly string[]): Uint8Array {
  const [title = '', ...rest] = lines.map(escapeText);
  const text = [
    'BT /F1 20 Tf 56 770 Td',
    `(${title}) Tj`,
    '/F1 11 Tf 0 -34 Td 16 TL',
    ...rest.map((line) => `(${line}) Tj T*`),
    'ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let document = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(document, 'latin1');
    document += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(document, 'latin1');
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  document += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  document += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(document, 'latin1');
}

const escapeText = (text: string): string =>
  text.replace(/[\\()]/g, '\\$&').replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
