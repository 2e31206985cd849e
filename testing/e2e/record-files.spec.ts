import { tinyPdf } from '@rowhouse/server/seed/tiny-pdf.ts';
import { enterOrder } from './enter.ts';
import { expect, expectGoodScreen, test, widths } from './journey.ts';

const pdfOf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(tinyPdf([name])),
});

/** Records that no other journey puts files on. */
const ownRecords = [7047, 7048];

for (const [place, { name, width, height }] of widths.entries())
  test(`files of a record come up, are renamed, described and deleted by keyboard alone, ${name}`, async ({
    page,
  }) => {
    // By its number: what others add moves records from page to page.
    const number = ownRecords[place]!;
    await page.setViewportSize({ width, height });
    // The browser hands its file choosers over from the first listener on, which takes it a moment.
    page.on('filechooser', () => undefined);
    await enterOrder(page, 'maya', number);
    const opener = page
      .getByRole('tab', { name: /^Attachments/ })
      .or(page.getByRole('button', { name: 'Form and document', exact: true }));
    await opener.first().focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('region', { name: 'Signed copy', exact: true });
    await field.getByRole('button', { name: /Click to upload/ }).focus();
    const asked = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await asked).setFiles([pdfOf('Slip.pdf'), pdfOf('Photo.pdf')]);
    await expect(field.getByRole('listitem')).toHaveCount(2);
    await expect(field).toContainText(/\d kB · \w{3} \d\d, \d{4} \d\d:\d\d:\d\d · Maya Alvarez/);
    await expectGoodScreen(page);

    await field.getByRole('button', { name: 'Rename or describe Slip.pdf' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Packing slip');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Signed on delivery');
    await expectGoodScreen(page);
    await page.keyboard.press('Enter');
    await expect(field.getByText('Signed on delivery')).toBeVisible();
    await expect(field.getByRole('button', { name: 'Download Packing slip.pdf' })).toBeVisible();

    for (const file of ['Packing slip.pdf', 'Photo.pdf']) {
      await field.getByRole('button', { name: `Delete ${file}` }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this attachment?' });
      await dialog.getByRole('button', { name: 'Delete', exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(field.getByRole('button', { name: `Delete ${file}` })).toHaveCount(0);
    }
    await expect(field).toContainText('Click to upload or drag and drop');
  });
