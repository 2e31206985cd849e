// A property of objects gets another data type: what becomes of its values is told before, and they come back. By keyboard, at
// both widths.
import type { Locator } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodAtBothWidths, test } from './journey.ts';

async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('the moment of a packaging becomes a day, told before with what holds it, and gets its values back', async ({
    page,
  }) => {
    await enter(page, 'ada', 'administration/data/custom-objects');
    await press(
      page.getByRole('navigation', { name: 'Objects' }).getByRole('button', { name: /^Packaging/ }),
    );
    const properties = page.getByRole('table', { name: 'Properties of Packaging' });
    const sealed = properties.getByRole('row', { name: /Sealed at/ });
    await press(page.getByRole('button', { name: 'Change type…: Sealed at' }));
    const dialog = page.getByRole('dialog', { name: 'Change the type of Sealed at' });
    await dialog.getByLabel('New data type').selectOption('Date');
    const told = dialog.getByRole('region', { name: 'What becomes of the values' });
    await expect(told.getByRole('status')).toContainText(/\d+ records and values of lists were looked at/);
    const changed = told.getByRole('region', { name: /^[\d,]+ values are changed$/ });
    await expect(changed.getByRole('link', { name: /^Show .* in Purchase orders$/ })).toBeVisible();
    await expect(changed.getByRole('columnheader', { name: 'Held by' })).toBeVisible();
    await expect(changed.getByRole('rowheader', { name: /^Purchase orders \d+$/ }).first()).toBeVisible();
    await expectGoodAtBothWidths(page);
    await press(dialog.getByRole('button', { name: 'Change the type', exact: true }));
    await expect(page.getByText('The type of Sealed at is being changed')).toBeVisible();
    const changes = page.getByRole('region', { name: 'Changes of data types' });
    await expect(changes).toContainText(/0 kept, [\d,]+ changed, 0 lost/);
    await expect(changes).toContainText('Date and time to Date');
    await expect(sealed).not.toContainText('Date and time');
    await expect(page.getByRole('button', { name: 'Change type…: Sealed at' })).toHaveCount(0);
    await expectGoodAtBothWidths(page);

    await press(changes.getByRole('button', { name: 'Undo for Sealed at…' }));
    const undo = page.getByRole('dialog', { name: 'Undo the change of Sealed at?' });
    await expect(undo).toContainText('every object has the value that it had before');
    await expect(undo.getByRole('status')).toContainText('Nobody has written a value of it since.');
    await expectGoodAtBothWidths(page);
    await press(undo.getByRole('button', { name: /^Undo/ }));
    await expect(page.getByText('Sealed at gets its former type and values back')).toBeVisible();
    await expect(changes).toHaveCount(0);
    await expect(sealed).toContainText('Date and time');
  });
});
