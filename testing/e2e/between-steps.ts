import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Puts away what was told in passing: the next step takes nothing for its own that was told in the one before. */
export async function putNoticesAway(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Dismiss', exact: true });
  await buttons.evaluateAll((all) => all.forEach((button) => (button as HTMLButtonElement).click()));
  await expect(buttons).toHaveCount(0);
}

const ofStep = new Set(['filters', 'search', 'page']);

/** The grid as the menu opens it: without the filters, the search and the page of the step before; its sort is kept. */
export async function openFromMenu(page: Page, item: string): Promise<void> {
  const { pathname } = new URL(page.url());
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: item, exact: true });
  await link.press('Enter');
  await expect(page).toHaveURL(
    (url) => url.pathname !== pathname || ![...url.searchParams.keys()].some((key) => ofStep.has(key)),
  );
}
