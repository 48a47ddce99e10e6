import { expect, it } from 'vitest';
import { expectUsable, type TaskTools } from '../support/task-tools.ts';

/** The first hour of an owner: from a link to questions that are answered from one's own files. */
export function testStart({ product, session }: TaskTools): void {
  it('starts with a one-time link, loads three files, and gets answers from them', async () => {
    const { page, faults } = session();
    const link = await product().newTenant(`bakery-${Date.now().toString(36)}`);

    // The owner follows the link and chooses a password.
    await page.goto(`${product().url}/console/link#${link.split('#')[1]}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('New password').fill('a bakery in the old town');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your password is set.').waitFor();

    // Home begins with the first steps, because nobody has asked anything yet. Files may be chosen before that is known.
    const known = Promise.withResolvers<void>();
    await page.route(/\/v1\/messages\?/, async (route) => {
      await known.promise;
      await route.continue();
    });
    await page.goto('/console/');
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    const file = (name: string, text: string) => ({
      ...{ name, mimeType: 'text/plain', buffer: Buffer.from(text) },
    });
    await page
      .locator('input[type=file]')
      .setInputFiles([
        file('opening.md', '# Opening hours\n\nThe bakery opens at 6:30 and closes at 14:00 on Sundays.\n'),
        file('prices.csv', 'Bread,Weight,Price\nRye bread,1 kg,4.20 euros\nBaguette,250 g,1.60 euros\n'),
        file('orders.txt', 'Cakes are ordered two days ahead, by phone or in the shop.\n'),
      ]);
    await page.getByText('3 files chosen').waitFor();
    known.resolve();
    await page.getByText('Nobody has asked yet.').waitFor();
    await expectUsable(session());
    await page.getByLabel('Name of the pack').fill('Our bakery');
    await page.getByRole('button', { name: 'Upload and publish' }).click();
    await page.getByText('Your content is published.').waitFor();

    // And asks what customers ask: about a sentence, and about a row of a table.
    await page.getByRole('link', { name: 'Ask something that it answers' }).click();
    await page.getByRole('heading', { name: 'Ask and inspect', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Question' }).fill('How far ahead are cakes ordered?');
    await page.keyboard.press('Enter');
    await page.locator('.answer-text', { hasText: 'two days ahead' }).waitFor();
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    await page.goto('/console/ask');
    await page.getByRole('textbox', { name: 'Question' }).fill('What does rye bread cost?');
    await page.keyboard.press('Enter');
    await page.locator('.answer-text', { hasText: '4.20 euros' }).waitFor();
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    await expectUsable(session());
    expect(faults).toEqual([]);
  });
}
