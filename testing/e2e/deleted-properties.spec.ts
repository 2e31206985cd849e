// A property of an object that has values: deleted, gone, and put back with all of them.
import type { Locator, Page } from '@playwright/test';
import { enter } from './enter.ts';
import { expect, expectGoodAtBothWidths, test } from './journey.ts';

const property = 'Remark';

const properties = (page: Page, object: string): Locator =>
  page.getByRole('table', { name: `Properties of ${object}` });
const deleted = (page: Page): Locator => page.getByRole('region', { name: 'Deleted properties' });

/** An object of the journey's own, of which a list has two values. */
async function makeObject(page: Page, name: string): Promise<void> {
  const plain = { dataType: 'string', isRequired: false, enabled: true };
  const { id, properties: made } = await write<{ id: number; properties: { id: number; name: string }[] }>(
    page,
    'createObjectDefinition(data: $data) { id properties { id name } }',
    'CreateObjectDefinitionInput',
    {
      name,
      properties: [
        { ...plain, name: 'Town', isDisplayable: true },
        { ...plain, name: property, isDisplayable: false },
      ],
    },
  );
  const list = await write<{ id: number; valuesVersion: number }>(
    page,
    'createList(data: $data) { id valuesVersion }',
    'CreateListInput',
    {
      name: `List of ${name}`,
      description: 'Of the journey',
      backofficeManaged: false,
      listType: 'Object',
      objectDefinitionId: id,
    },
  );
  await write(page, 'updateListValues(data: $data) { id }', 'UpdateListValuesInput', {
    listId: list.id,
    valuesVersion: list.valuesVersion,
    values: ['Oslo', 'Turku'].map((town) => ({
      enabled: true,
      objectValues: made.map((one) => ({
        propertyId: one.id,
        value: one.name === property ? 'wet' : town,
      })),
    })),
  });
}

async function write<Made>(page: Page, field: string, input: string, data: object): Promise<Made> {
  const answer = await page.evaluate(
    async (body) => {
      const response = await fetch('/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('serviceToken') ?? ''}`,
          backend_jwt: localStorage.getItem('backend_jwt') ?? '',
          tenant_id: localStorage.getItem('tenant_id') ?? '',
        },
        body,
      });
      return (await response.json()) as { data?: Record<string, unknown>; errors?: unknown };
    },
    JSON.stringify({ query: `mutation ($data: ${input}!) { made: ${field} }`, variables: { data } }),
  );
  expect(answer.errors).toBeUndefined();
  return answer.data?.['made'] as Made;
}

async function openObject(page: Page, object: string): Promise<void> {
  await enter(page, 'ada', 'administration/data/custom-objects');
  await expect(page.getByRole('button', { name: 'Add object' })).toBeEnabled();
  await makeObject(page, object);
  await page.reload();
  await page
    .getByRole('navigation', { name: 'Objects' })
    .getByRole('button', { name: new RegExp(`^${object}`) })
    .press('Enter');
  await expect(page.getByText(/^Used by/)).toBeVisible();
}

/** Disabled or enabled, as any other change of the object. */
async function turn(page: Page, object: string, from: 'Active' | 'Inactive'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Change ${object}` });
  await page.getByRole('button', { name: 'Change', exact: true }).press('Enter');
  await dialog.getByRole('button', { name: `${property}: ${from}` }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();
}

/** How many objects have a value, as the dialog of the deletion says before it does anything. */
async function heldBy(page: Page): Promise<string> {
  const words = page.getByRole('dialog', { name: `Delete ${property}?` }).getByText(/a value of it\./);
  await expect(words).toBeVisible();
  return (await words.innerText()).replace(/ a value of it\.[\s\S]*/, '');
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('a property with values is deleted and put back, and they are there', async ({ page }) => {
    const object = 'Depot';
    await openObject(page, object);
    await expect(page.getByRole('button', { name: `Delete ${property}` })).toHaveCount(0);
    await turn(page, object, 'Active');
    await page.getByRole('button', { name: `Delete ${property}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Delete ${property}?` });
    const before = await heldBy(page);
    expect(before).toBe('2 values of lists have');
    await expectGoodAtBothWidths(page);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(properties(page, object)).toContainText(property);

    await page.getByRole('button', { name: `Delete ${property}` }).press('Enter');
    // It is said for a second.
    await Promise.all([
      expect(page.getByText(`${property} is deleted`)).toBeVisible(),
      dialog.getByRole('button', { name: `Delete ${property}` }).press('Enter'),
    ]);
    await expect(properties(page, object)).not.toContainText(property);
    await expect(deleted(page)).toContainText(/Its values are deleted after \d\d\/\d\d\/\d{4}\./);
    await expectGoodAtBothWidths(page);
    await page.reload();

    await Promise.all([
      expect(page.getByText(`${property} is back, disabled`)).toBeVisible(),
      deleted(page)
        .getByRole('button', { name: `Put ${property} back` })
        .press('Enter'),
    ]);
    await expect(deleted(page)).toHaveCount(0);
    await page.getByRole('button', { name: `Delete ${property}` }).press('Enter');
    expect(await heldBy(page)).toBe(before);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await turn(page, object, 'Inactive');
    await expect(properties(page, object).getByText('Inactive')).toHaveCount(0);
  });
});
