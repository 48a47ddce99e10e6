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
      expect(
        await session().page.evaluate<number>('document.documentElement.scrollWidth'),
      ).toBeLessThanOrEqual(size.width);

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
      expect(await page.getByRole('link', { name: 'May I pick the zinnias in the yard?' }).count()).toBe(0);
      await page.getByLabel('Content pack').selectOption('');
      await page.getByLabel('Person').fill('visitor-7');
      await page.getByLabel('Channel').selectOption('chat');
      await page.getByRole('link', { name: 'May I pick the zinnias in the yard?' }).first().waitFor();
      expect(page.url()).toContain('person=visitor-7');

      await page
        .getByRole('row', { name: /May I pick/ })
        .first()
        .getByRole('link', { name: 'Conversation' })
        .click();
      await page.getByRole('heading', { name: 'Flowers in the yard' }).waitFor();
      const turns = page.locator('.turn');
      await turns.nth(1).getByText('Where is the canteen?', { exact: true }).waitFor();
      expect(await turns.nth(0).getByText('Ines <b>Moreau</b>').count()).toBe(1);
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
  });
}
