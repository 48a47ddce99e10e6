import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { openOtherSite } from '../support/other-site.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** Two lines in a web page, and its visitors are answered from what is meant for them. */
export function testWebsite({ gym, session, openWindow }: TaskTools): void {
  it('designs a chat for a page, whose visitors are answered from the chosen pack alone', async () => {
    const { page, faults } = session();
    const { url, owner } = gym();
    const site = await openOtherSite(url);
    await signIn(session(), owner);
    await goTo(page, 'Settings');
    await page.getByRole('tab', { name: 'Widget' }).click();
    await page.getByRole('button', { name: 'New widget' }).click();
    await page.getByLabel('Name').fill('Our web site');
    await page.getByLabel('Websites where it may be used').fill(site.url);
    await page.getByLabel('Riverside Gym').check();
    await page.getByLabel('Heading', { exact: true }).fill('Ask the gym');
    // It is seen as it will look before there is any.
    await page.locator('avow-chat-preview').getByRole('heading', { name: 'Ask the gym' }).waitFor();
    await expectUsable(session());
    await page.getByRole('button', { name: 'Create the widget' }).click();
    const lines = await page.getByLabel('HTML').inputValue();

    // They are put into the page; a visitor comes by.
    site.show(lines);
    const visit = await openWindow();
    await visit.page.goto(site.url);
    await visit.page.getByRole('button', { name: 'Open the chat' }).click();
    await visit.page.getByRole('heading', { name: 'Ask the gym' }).waitFor();
    const log = visit.page.getByRole('log');
    const ended = log.getByText('Was this helpful?');
    const ask = async (question: string) => {
      const before = await ended.count();
      await visit.page.getByPlaceholder('Type your question').fill(question);
      await visit.page.keyboard.press('Enter');
      await ended.nth(before).waitFor();
      return await log.locator('.turn').last().locator('.answer').textContent();
    };
    expect(await ask('How much do guests pay?')).toContain('15 euros');
    expect(await ask('For how long is a trainer who is ill paid?')).not.toContain('six weeks');
    await log.getByRole('button', { name: 'No', exact: true }).last().click();
    await log.getByText('Thank you for your feedback.').last().waitFor();
    await expectUsable(visit);

    // What visitors asked and said arrives where the owner looks.
    await goTo(page, 'Unanswered');
    await page
      .getByRole('button', { name: /a trainer who is ill/ })
      .first()
      .waitFor();
    await site.close();
    expect([...faults, ...visit.faults]).toEqual([]);
  });
}
