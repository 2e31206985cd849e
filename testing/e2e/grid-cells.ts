import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The grid of a record type, by the name that it is spoken by. */
export const gridOf = (page: Page, name: string): Locator => page.getByRole('grid', { name });

/** The first record of the page, a row or, on a phone, a card. */
export const firstRecord = (page: Page): Locator => page.locator('[role=gridcell], [data-card]').first();

export async function waitForRows(page: Page, name: string): Promise<void> {
  await expect(gridOf(page, name).getByRole('gridcell').first()).toBeVisible();
  await expect(gridOf(page, name)).not.toHaveAttribute('aria-busy');
}

/** The row of a record by its number, which stands in a column that is pinned. */
export const rowOf = (page: Page, recordNumber: string): Locator =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: recordNumber, exact: true }) })
    .first();

/** Makes the cell the active one by keys alone: the number's cell is clicked, and the arrows do the rest. */
export async function goToCell(page: Page, recordNumber: string, header: string): Promise<void> {
  await rowOf(page, recordNumber).getByRole('gridcell', { name: recordNumber, exact: true }).first().click();
  await page.keyboard.press('Escape');
  await moveToColumn(page, header);
}

/** Writes over the cell by keys; what is written is not saved yet. */
export async function writeCell(
  page: Page,
  recordNumber: string,
  header: string,
  text: string,
): Promise<void> {
  await goToCell(page, recordNumber, header);
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

export async function moveToColumn(
  page: Page,
  header: string,
  key: 'ArrowRight' | 'ArrowLeft' = 'ArrowRight',
): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    if ((await activeHeader(page)) === header) return;
    await page.keyboard.press(key);
  }
  throw new Error(`There is no column ${header} that way.`);
}

/** The header of the active cell's column; '' when that is not in the window of columns. */
async function activeHeader(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // Headers follow a scroll within the frame.
    for (let frames = 0; frames < 2; frames += 1)
      await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
    const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant');
    const index = id && document.getElementById(id)?.getAttribute('aria-colindex');
    const header =
      index && document.querySelector(`[role=columnheader][aria-colindex="${index}"] .rh-header-text`);
    return (header && header.textContent) || '';
  });
}

/** What the active cell shows; the words that only assistive technology hears left out. */
export async function activeText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant');
    const cell = id ? document.getElementById(id) : null;
    const image = cell?.querySelector('[role=img]')?.getAttribute('aria-label');
    return image ?? (cell as HTMLElement | null)?.innerText.trim() ?? '';
  });
}

export async function cellText(page: Page, recordNumber: string, header: string): Promise<string> {
  await goToCell(page, recordNumber, header);
  return activeText(page);
}

/** Tells the page's selection by its bar. */
export const selectionBar = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: `Selected rows of ${name}` });

export async function copyOf(page: Page): Promise<string> {
  await page.keyboard.press('Control+c');
  return page.evaluate(() => navigator.clipboard.readText());
}
