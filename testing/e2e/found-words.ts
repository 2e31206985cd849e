import { expect, type Page } from '@playwright/test';

/** What is marked as found is all that was typed, and not yet the first letters of it. */
export async function expectFound(page: Page, words: string): Promise<void> {
  const plain = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();
  const found = async () => plain((await page.locator('.highlight.selected').allTextContents()).join(''));
  await expect.poll(found).toBe(plain(words));
}
