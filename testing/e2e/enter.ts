import type { Page } from '@playwright/test';
import type { DemoPerson } from '@rowhouse/server/seed/demo/people.ts';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';

/** Signs the person in and opens the path under Adventure Works. */
export async function enter(page: Page, person: DemoPerson, path: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(demoPeople[person].email);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await putOffSecondFactor(page);
  await page.waitForURL(/\/(dashboard|select-tenant)$/);
  await page.goto(`/adventure-works/${path}`);
}

/** The step that comes after signing in without a second factor. */
export async function putOffSecondFactor(page: Page): Promise<void> {
  await page.waitForURL('/setupmfa');
  await page.getByRole('button', { name: 'Skip for now' }).click();
}
