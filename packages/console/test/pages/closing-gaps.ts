import { describe, expect, it } from 'vitest';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

export function testClosingGaps({ console, session }: PageTools): void {
  describe('unanswered questions', () => {
    it('answers a group with a pair for some people, counts whom it helps, and publishes it', async () => {
      const { page, faults } = session();
      const { service, key } = console();
      for (const prompt of ['Is there a swimming pool at work?', 'Is there a swimming pool at work'])
        await service.ask(key, { prompt, end_user_id: 'swimmer' });
      await signIn(session(), console().owner, '/console/unanswered');
      await page.getByRole('button', { name: /swimming pool/ }).click();
      await page.getByRole('heading', { name: 'As people asked' }).waitFor();
      await page.getByRole('textbox', { name: 'Answer' }).fill('No. The one in town gives a discount.');
      await page.getByLabel('Into the draft of').selectOption({ label: 'Office handbook' });
      await page.getByRole('button', { name: 'How many would it have helped?' }).click();
      await page
        .getByText(/It would have answered 2 of the last \d+ messages. 1 person has asked this./)
        .waitFor();
      await page.getByLabel('Who gets the answer').selectOption('groups');
      await page.getByLabel('Groups', { exact: true }).fill('swimmers, divers');
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByRole('button', { name: 'Publish now' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await page
        .getByText(/Version \d+ is published/)
        .first()
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      const answerOf = async (groups: readonly string[]) =>
        (await service.ask(key, { prompt: 'Is there a swimming pool at work?', groups })).answer;
      expect(await answerOf(['divers'])).toContain('discount');
      expect(await answerOf([])).not.toContain('discount');
      await page.getByRole('link', { name: 'Open the pack' }).click();
      await page.getByRole('link', { name: /swimming pool/ }).waitFor();
      expect(faults).toEqual([]);
    });
  });
}
