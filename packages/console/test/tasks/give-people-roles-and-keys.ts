import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { callWith } from '../support/follow-link.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** What each role is offered, by the names in the navigation. */
const offered = {
  Editor: ['Home', 'Ask and inspect', 'Content', 'Unanswered', 'Feedback', 'Quality', 'Operations'],
  Reviewer: ['Home', 'Ask and inspect', 'Review queue', 'Handovers'],
  Auditor: ['Home', 'Records', 'Audit', 'Operations'],
} as const;

/** Colleagues come in with a link, and programs with a key. */
export function testPeople({ gym, session, openWindow }: TaskTools): void {
  it('invites an editor, a reviewer and an auditor, who each find what they came for', async () => {
    const { page, faults } = session();
    await signIn(session(), gym().owner);
    for (const [role, pages] of Object.entries(offered)) {
      await goTo(page, 'Settings');
      await page.getByRole('tab', { name: 'People' }).click();
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(`New ${role}`);
      await dialog.getByLabel('E-mail address').fill(`new-${role.toLowerCase()}@example.com`);
      await dialog.getByLabel('Role').selectOption({ label: role });
      await dialog.getByRole('button', { name: 'Invite somebody' }).click();
      const link = await page.getByText(/\/console\/link#avl_/).textContent();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

      // In their own browser, they follow the link.
      const other = await openWindow();
      await other.page.goto(`${gym().url}/console/link#${link?.split('#')[1]?.trim()}`);
      await other.page.getByRole('button', { name: 'Sign in' }).click();
      await other.page.getByText('You signed in with a one-time link.').waitFor();
      const links = other.page
        .getByRole('navigation', { name: 'Main navigation', includeHidden: true })
        .first();
      const names = async () => {
        const texts = await links.locator('.nav a').allTextContents();
        return texts.map((name) => name.replace(/\d.*$/, '').trim());
      };
      await expect.poll(names).toEqual(pages);
      await expectUsable(other);
      expect(other.faults).toEqual([]);
    }
    // The auditor has left.
    await page.getByRole('button', { name: 'Disable: New Auditor' }).click();
    await page.getByRole('button', { name: 'Enable: New Auditor' }).waitFor();
    await expectUsable(session());
    expect(faults).toEqual([]);
  });

  it('creates a key for a program, and revokes it', async () => {
    const { page, faults } = session();
    const { url, owner } = gym();
    await signIn(session(), owner);
    await goTo(page, 'Settings');
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('What it is for').fill('The turnstile');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    const key = await page.getByText(/^avw_live_/).textContent();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const ask = () =>
      callWith(url, { authorization: `Bearer ${key}` })('POST', '/v1/query', { prompt: 'Are lockers free?' });
    expect(await ask()).toMatchObject({ status: 'delivered' });
    await page.getByRole('button', { name: 'Revoke The turnstile' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('row', { name: /The turnstile/ })
      .getByText('Revoked')
      .waitFor();
    await expectUsable(session());
    await expect
      .poll(() => ask().catch(({ message }: Error) => message))
      .toMatch(/revoked|unauthorized|key/i);
    expect(faults).toEqual([]);
  });
}
