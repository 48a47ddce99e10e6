import { text } from 'node:stream/consumers';
import { signInAs } from '@avow/server/testing';
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
      await page.keyboard.type('zinnias');
      await page.getByRole('menuitem', { name: 'Search for “zinnias”' }).click();
      await page.getByRole('link', { name: 'Who tends the zinnias?' }).first().waitFor();
      await page.getByRole('link', { name: 'May I pick the zinnias in the yard?' }).first().waitFor();
      await expectAccessible(session());
      await expectFits();

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

    it('filters conversations and records, and saves them as a table', async () => {
      const { page, faults } = session();
      const { service, key } = console();
      await page.setViewportSize(size);
      const person = `caller ${size.width}`;
      for (const prompt of ['Where is the canteen?', 'Who approves travel?'])
        await service.ask(key, { prompt, channel_type: 'voice', end_user_id: person });
      const auditor = await signInAs(service, console().tenantId, 'auditor', { name: 'Auditor' });
      await signIn(session(), auditor, '/console/records?tab=threads');
      await page.getByLabel('Channel').selectOption('voice');
      await page.getByLabel('Person').fill(person);
      await page.getByRole('link', { name: /second floor/ }).waitFor();
      await expectAccessible(session());
      await page.getByRole('tab', { name: 'Messages' }).click();
      await page.getByLabel('Words').fill('CANTEEN floor');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByLabel('Person').fill(person);
      await page.getByRole('link', { name: 'Where is the canteen?', exact: true }).waitFor();
      await expectFits();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export as CSV' }).click();
      expect((await download).suggestedFilename()).toBe('records.csv');
      const table = await text(await (await download).createReadStream());
      expect(table.split('\r\n')).toHaveLength(3);
      expect(table).toContain(`Where is the canteen?`);
      expect(table).toContain(`${person},voice,delivered`);
      await page.getByText('1 record is downloaded.').waitFor();
      expect(faults).toEqual([]);
    });
  });
}
