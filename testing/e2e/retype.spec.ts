// A field of records or of lines gets another data type: what becomes of its values is told before, and it goes back. By
// keyboard, on a phone.
import type { Locator, Page } from '@playwright/test';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { enter, enterCompany } from './enter.ts';
import { expect, expectGoodAtBothWidths, test } from './journey.ts';

const ada = { email: demoPeople.ada.email, password: demoPassword };

async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

async function openField(page: Page, name: string, of = 'Fields'): Promise<void> {
  await page
    .getByRole('list', { name: of, exact: true })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .press('Enter');
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('an amount becomes a whole number, told before with examples, and gets its values back', async ({
    page,
  }) => {
    await enter(page, 'ada', 'administration/data/record-types');
    await press(page.getByRole('button', { name: /^Sales orders/ }));
    await expect(page.getByRole('heading', { name: 'Sales orders', exact: true })).toBeVisible();
    await openField(page, 'Freight');
    await press(page.getByRole('button', { name: 'Change type…' }));
    const dialog = page.getByRole('dialog', { name: 'Change the type of Freight' });
    await dialog.getByLabel('New data type').selectOption('Whole number');
    const told = dialog.getByRole('region', { name: 'What becomes of the values' });
    await expect(told.getByRole('status')).toContainText('120 records');
    await expectGoodAtBothWidths(page);
    await press(dialog.getByRole('button', { name: 'Change the type', exact: true }));
    await expect(page.getByText('The type of Freight is being changed')).toBeVisible();
    await press(page.getByRole('button', { name: 'Fields', exact: true }));
    const changes = page.getByRole('region', { name: 'Changes of data types' });
    await expect(changes).toContainText(/\d+ kept, \d+ changed, 0 lost/);
    await expect(changes).toContainText('Currency to Whole number');
    await expectGoodAtBothWidths(page, changes);

    await press(changes.getByRole('button', { name: 'Undo for Freight…' }));
    const undo = page.getByRole('dialog', { name: 'Undo the change of Freight?' });
    await expect(undo).toContainText('Nobody has written a value of it since.');
    await expectGoodAtBothWidths(page);
    await press(undo.getByRole('button', { name: /^Undo/ }));
    await expect(page.getByText('Freight gets its former type and values back')).toBeVisible();
    await expect(changes).toHaveCount(0);
  });

  test('a quantity of lines takes decimals, told before with its records, and gets its values back', async ({
    page,
  }) => {
    await enterCompany(page, ada, 'northwind', 'administration/data/record-types');
    await press(page.getByRole('button', { name: /^Orders/ }));
    await page.getByRole('tab', { name: /^Line items/ }).press('Enter');
    await openField(page, 'Quantity', 'Fields of Order details');
    await press(page.getByRole('button', { name: 'Change type…' }));
    const dialog = page.getByRole('dialog', { name: 'Change the type of Quantity' });
    await dialog.getByLabel('New data type').selectOption('Decimal');
    const told = dialog.getByRole('region', { name: 'What becomes of the values' });
    await expect(told.getByRole('status')).toContainText(/\d+ records were looked at/);
    const kept = told.getByRole('region', { name: /^[\d,]+ values are kept$/ });
    await expect(kept.getByRole('link', { name: /grid$/ })).toBeVisible();
    await expect(kept.getByRole('columnheader', { name: 'Record' })).toBeVisible();
    await expectGoodAtBothWidths(page);
    await press(dialog.getByRole('button', { name: 'Change the type', exact: true }));
    const impact = page.getByRole('dialog', { name: 'Change the type of Quantity?' });
    await expect(impact).toContainText('1 formula is computed from it');
    await press(impact.getByRole('button', { name: 'Change to Decimal', exact: true }));
    await expect(page.getByText('The type of Quantity is being changed')).toBeVisible();
    await press(page.getByRole('button', { name: 'Fields of Order details', exact: true }));
    const changes = page.getByRole('region', { name: 'Changes of data types' });
    await expect(changes).toContainText(/[\d,]+ kept, 0 changed, 0 lost/);
    await expect(changes).toContainText('Whole number to Decimal');
    await expectGoodAtBothWidths(page, changes);

    await press(changes.getByRole('button', { name: 'Undo for Quantity…' }));
    const undo = page.getByRole('dialog', { name: 'Undo the change of Quantity?' });
    await expect(undo).toContainText('every line has the value that it had before');
    await expect(undo.getByRole('status')).toBeVisible();
    await expectGoodAtBothWidths(page);
    await press(undo.getByRole('button', { name: /^Undo/ }));
    await expect(page.getByText('Quantity gets its former type and values back')).toBeVisible();
    await expect(changes).toHaveCount(0);
  });
});
