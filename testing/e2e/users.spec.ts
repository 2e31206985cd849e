import { test as loudTest, type Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { expect, expectAccessible, expectGoodAtBothWidths, test } from './journey.ts';
import { ownCompaniesStand, ownPassword } from './own-people.ts';
import { openElsewhere, signInAs } from './sign-in-as.ts';

const users = 'administration/people/users';

test.beforeAll(ownCompaniesStand);
loudTest.beforeAll(ownCompaniesStand);

async function openUsers(page: Page): Promise<void> {
  await enterAs(page, 'olga', 'harbor', users);
  await expect(page.getByRole('heading', { name: 'Open invitations' })).toBeVisible();
}

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 720 } });

  test('an administrator invites somebody, sends the link again, and revokes it', async ({ page }) => {
    const email = `zoe@elsewhere.example`;
    await openUsers(page);
    await expect(page.getByText('6 members')).toBeVisible();
    await expectGoodAtBothWidths(page);
    await act(page, 'Tara Vance', 'Sign out everywhere');
    await expect(page.getByRole('dialog', { name: 'Sign Tara Vance out everywhere?' })).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Email is a required field');
    await expect(dialog.getByLabel('Role')).toHaveAccessibleDescription('Role is a required field');
    await expectGoodAtBothWidths(page);

    await dialog.getByLabel('Email').fill('tara@harbor.example');
    await dialog.getByLabel('Role').selectOption('Stock keeper');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(dialog.getByText('tara@harbor.example is a member of this company already.')).toBeVisible();
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('First name').fill('Zoe');
    await dialog.getByLabel('Role').selectOption('Administrator');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const proof = page.getByRole('dialog', { name: 'Show that it is you' });
    await expect(proof.getByLabel('Your password')).toBeFocused();
    await expectGoodAtBothWidths(page);
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('alert')).toContainText('Enter your password once more to do this.');
    await expect(dialog.getByLabel('Email')).toHaveValue(email);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(proof.getByLabel('Your password')).toBeFocused();
    await page.keyboard.type(ownPassword);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(row(page, email)).toContainText('Pending');
    await expect(row(page, email)).toContainText('Olga Marsh');

    await page.getByRole('button', { name: `Resend the invitation of ${email}` }).click();
    await expectGoodAtBothWidths(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
    await expect(page.getByText(`${email} was sent a new link`)).toBeVisible();
    await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await expect(row(page, email)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Open invitations' })).toBeFocused();
  });

  test('who is no administrator reads who belongs to the company', async ({ page }) => {
    await enterAs(page, 'pete', 'harbor', users);
    await expect(page.getByText('Only an administrator invites and changes them.')).toBeVisible();
    await expect(row(page, 'Olga Marsh')).toContainText('Administrator');
    // Of no use to a role that opens no records.
    await expect(page.getByText('olga@harbor.example')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
    await page.getByLabel('Find by name or email').fill('SVEN');
    await expect(page.getByRole('rowheader')).toHaveText([/Sven Thorn/]);
    await page.getByLabel('Find by name or email').fill('nobody at all');
    await expect(page.getByText('Nobody found')).toBeVisible();
    await expectGoodAtBothWidths(page);
  });
});

loudTest(
  'a changed role and a disabled member are in force at the next action',
  async ({ page, browser }) => {
    const other = await openElsewhere(browser);
    await signInAs(other, 'tara');
    await expect(other).toHaveURL(/\/harbor/);
    await openUsers(page);

    await act(page, 'Tara Vance', 'Change role');
    const dialog = page.getByRole('dialog', { name: 'Change the role of Tara Vance' });
    await expect(dialog.getByLabel('Role')).toBeFocused();
    await dialog.getByLabel('Role').selectOption('Stock keeper');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'tara@harbor.example')).toContainText('Stock keeper');
    await expect(page.getByRole('button', { name: 'Actions for Tara Vance' })).toBeFocused();

    await other.reload();
    await other
      .getByRole('alertdialog', { name: 'Session Expired' })
      .getByRole('button', { name: 'Ok' })
      .click();
    await signInAs(other, 'tara');
    await expect(other.getByText('Stock keeper').first()).toBeAttached();

    await act(page, 'Tara Vance', 'Sign out everywhere');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByText(/^Tara Vance is signed out of \d sessions?$/)).toBeVisible();
    await other.reload();
    await other
      .getByRole('alertdialog', { name: 'Session Expired' })
      .getByRole('button', { name: 'Ok' })
      .click();
    await signInAs(other, 'tara');
    await expect(other).toHaveURL(/\/harbor/);

    await act(page, 'Tara Vance', 'Disable access');
    await expect(page.getByRole('dialog').getByText('They are out at once')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(row(page, 'tara@harbor.example')).toContainText('Disabled');
    await other.reload();
    await expect(other.getByText(/^Good \w+, /)).toHaveCount(0);
    await expect(
      other.getByRole('heading', { name: 'No tenants found' }).or(other.getByText('Session Expired')),
    ).toBeVisible({ timeout: 5000 });
  },
);

loudTest(
  'who changes what somebody else has changed meanwhile is told, and sees what it is now',
  async ({ page, browser }) => {
    const other = await openElsewhere(browser);
    await openUsers(page);
    await openUsers(other);
    await act(page, 'Uma West', 'Change role');
    await act(other, 'Uma West', 'Change role');
    await other.getByRole('dialog').getByLabel('Role').selectOption('Stock keeper');
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(row(other, 'uma@harbor.example')).toContainText('Stock keeper');

    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Role').selectOption('Administrator');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Somebody else changed this member');
    await expect(dialog.getByText('Now')).toBeVisible();
    await expect(dialog.getByRole('paragraph').filter({ hasText: 'Now' })).toContainText('Stock keeper');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, 'uma@harbor.example')).toContainText('Stock keeper');

    await page.getByRole('button', { name: 'Actions for Olga Marsh' }).click();
    await expect(page.getByRole('menuitem', { name: 'Disable access' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await act(page, 'Olga Marsh', 'Change role');
    await dialog.getByLabel('Role').selectOption('Clerk');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This is the last administrator of this company.');
  },
);
