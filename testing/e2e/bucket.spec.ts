// Files in a bucket: the browser sends them there itself where the rules of the bucket (CORS) let it, and through the server
// where they do not. The refused call stands in the browser's console: the quiet page is not asked for.
import { expect, test } from '@playwright/test';
import { tinyPdf } from '@rowhouse/server/seed/tiny-pdf.ts';
import { startS3Server } from '../s3-server.ts';
import { enter } from './enter.ts';
import { startOtherServer } from './other-server.ts';

const content = Buffer.from(tinyPdf(['Contract']));

test('a file goes straight to the bucket by its rules, and without them through the server', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const bucket = await startS3Server();
  const server = await startOtherServer(bucket.endpoint);
  try {
    for (const allowedOrigin of [null, server.url]) {
      bucket.state.allowedOrigin = allowedOrigin;
      bucket.objects.clear();
      const context = await browser.newContext({ baseURL: server.url });
      const page = await context.newPage();
      const direct: number[] = [];
      page.on('response', (response) => {
        if (response.url().startsWith(bucket.endpoint)) direct.push(response.status());
      });
      await enter(page, 'maya', 'purchasing/bills/bills');
      await page.getByRole('button', { name: 'New Record' }).press('Enter');
      const file = page.getByRole('group', { name: 'Record File', exact: true });
      page.on('filechooser', () => undefined);
      const asked = page.waitForEvent('filechooser');
      await file.getByRole('button').press('Enter');
      await (await asked).setFiles({ name: 'Contract.pdf', mimeType: 'application/pdf', buffer: content });
      await expect(file.getByRole('button', { name: 'Replace Contract.pdf' })).toBeVisible();
      expect([...bucket.objects.values()].some((one) => one.content.equals(content))).toBe(true);
      expect(direct.includes(200)).toBe(allowedOrigin !== null);
      await context.close();
    }
  } finally {
    await server.kill();
    await bucket.close();
  }
});
