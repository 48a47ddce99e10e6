import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';
import { sizes } from '../support/sizes.ts';

/** Finding what was written, asked and answered. */
export function testFinding({ console, session }: PageTools): void {
  describe.each(sizes)('finding things $name', (size) => {
    /** No wider than the window. */
    const expectFits = async () =>
      await expect
        .poll(() => session().page.evaluate<number>('document.documentElement.scrollWidth'))
        .toBeLessThanOrEqual(size.width);

    it('finds content, pairs, records and their conversation from one box', async () => {
      const { page, faults } = session();
      const { service, key } = console();
      await page.setViewportSize(size);
      const { id: packId } = await callService(console(), 'POST', '/v1/content-packs', {
        name: `Searched ${size.name}`,
      });
      const pair = { question: 'Who tends the zinnias?', answer: 'The gardener tends them.' };
      await callService(console(), 'POST', `/v1/content-packs/${packId}/qna`, pair);
      const asked = await service.ask(key, {
        prompt: 'May I pick the zinnias in the yard?',
        channel_type: 'chat',
        end_user_id: 'visitor-7',
        metadata: { end_user_name: 'Ines <b>Moreau</b>', thread_name: 'Flowers in the yard' },
      });
      await service.ask(key, {
        prompt: 'Where is the canteen?',
        thread_id: asked.thread_id,
        end_user_id: 'visitor-7',
        metadata: { end_user_name: 'Ines <b>Moreau</b>' },
      });
      const verdict = { verdict: 'wrong', comment: 'It should say no.' };
      await callService(console(), 'POST', `/v1/messages/${asked.message_id}/feedback`, verdict);

      await signIn(session(), console().owner, '/console/');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('searchbox').fill('zinnias');
      await page.getByRole('menuitem', { name: 'Search for “zinnias”' }).click();
      await page.getByRole('link', { name: 'Who tends the zinnias?' }).first().waitFor();
      await page.getByRole('link', { name: 'May I pick the zinnias in the yard?' }).first().waitFor();
      await expectAccessible(session());
      await expectFits();

      // Narrowed to a pack without these words, then to what one person asked.
      await page.getByLabel('Content pack').selectOption({ label: 'Office handbook' });
      await page.getByText('No document or pair has these words').waitFor();
      await expect
        .poll(() => page.getByRole('link', { name: 'May I pick the zinnias in the yard?' }).count())
        .toBe(0);
      await page.getByLabel('Content pack').selectOption('');
      await page.getByLabel('Person').fill('visitor-7');
      await page.getByLabel('Channel').selectOption('chat');
      await page.getByRole('link', { name: 'May I pick the zinnias in the yard?' }).first().waitFor();
      await expect.poll(() => page.url()).toContain('person=visitor-7');

      await page
        .getByRole('row', { name: /May I pick/ })
        .first()
        .getByRole('link', { name: 'Conversation' })
        .click();
      await page.getByRole('heading', { name: 'Flowers in the yard' }).waitFor();
      const turns = page.locator('.turn');
      await turns.nth(1).getByText('Where is the canteen?', { exact: true }).waitFor();
      await expect.poll(() => turns.nth(0).getByText('Ines <b>Moreau</b>').count()).toBe(1);
      await turns
        .nth(1)
        .getByText(/second floor/)
        .first()
        .waitFor();
      await turns
        .nth(0)
        .getByText(/judged wrong/)
        .waitFor();
      await turns
        .nth(0)
        .getByText(/It should say no/)
        .waitFor();
      await expectAccessible(session());
      await expectFits();
      expect(faults).toEqual([]);
    });

    it('finds records of the last hour, and between two times, by an address that can be passed on', async () => {
      const { page, faults } = session();
      const { service, key } = console();
      await page.setViewportSize(size);
      const person = `timed-${size.width}`;
      await service.ask(key, { prompt: 'Where is the canteen?', end_user_id: person });
      await signIn(session(), console().owner, `/console/records?person=${person}`);
      const found = page.getByRole('link', { name: /second floor/ });
      const none = page.getByText('No messages match');
      for (const [name, time] of [
        ['Last hour', '1h'],
        ['Last 24 hours', '24h'],
        ['Last 7 days', '7d'],
      ] as const) {
        await page.getByLabel('Time', { exact: true }).selectOption(name);
        await page.waitForURL(new RegExp(`[?&]time=${time}`));
        await found.waitFor();
      }

      // Up to a minute of today, then from the next one on.
      await page.getByLabel('Time', { exact: true }).selectOption('Between');
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('Before', { exact: true }).fill(tomorrow);
      await page.getByLabel('Before, time of day').fill('09:30');
      await page.waitForURL(/[?&]before=[^&]*T09%3A30/);
      await found.waitFor();
      await page.getByLabel('From', { exact: true }).fill(tomorrow);
      await page.getByLabel('From, time of day').fill('09:15');
      await none.waitFor();
      await expectAccessible(session());
      await expectFits();

      // Somebody else opens the address and sees the same.
      await page.goto(page.url());
      await none.waitFor();
      await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe(tomorrow);
      await expect.poll(() => page.getByLabel('From, time of day').inputValue()).toBe('09:15');
      await expect.poll(() => page.getByLabel('Before, time of day').inputValue()).toBe('09:30');
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByLabel('From', { exact: true }).waitFor({ state: 'detached' });

      // The search takes the same times.
      await page.goto(`/console/search?q=canteen&person=${person}&time=1h`);
      await page.getByRole('link', { name: 'Where is the canteen?' }).first().waitFor();
      await page.getByLabel('Time', { exact: true }).selectOption('Between');
      await page.getByLabel('From', { exact: true }).fill(tomorrow);
      await none.waitFor();
      await expectAccessible(session());
      await expectFits();
      expect(faults).toEqual([]);
    });
  });
}
