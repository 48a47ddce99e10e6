import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn, tabTo } from '../support/console-session.ts';
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

  describe('the review queue', () => {
    it('is worked through with the keyboard alone', async () => {
      const { page, faults } = session();
      const { service, tenantId, key } = console();
      const { policy } = await callService(console(), 'GET', '/v1/guardrails');
      await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: 1 } });
      const ask = async (prompt: string): Promise<string> =>
        (await service.post(key, { prompt, end_user_id: 'ada' })).json().message_id;
      const first = await ask('When does the office in Rotterdam open?');
      const second = await ask('Where do visitors sign in?');
      await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: null } });
      expect(tenantId).toMatch(/^ten_/);
      await signIn(session(), console().owner, '/console/');
      await page.keyboard.press('g');
      await page.keyboard.press('r');
      await page.getByRole('heading', { name: 'When does the office in Rotterdam open?' }).waitFor();
      await expectAccessible(session());
      await page.keyboard.press('j');
      await page.getByRole('heading', { name: 'Where do visitors sign in?' }).waitFor();
      await page.keyboard.press('b');
      await page.getByRole('dialog').waitFor();
      await tabTo(page, page.getByLabel('Reason'));
      await page.keyboard.type('Outdated');
      await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Block' }));
      await page.keyboard.press('Enter');
      await page.getByText('Blocked.').waitFor();
      await page.getByRole('heading', { name: 'When does the office in Rotterdam open?' }).waitFor();
      await page.keyboard.press('d');
      await page.getByText('Nothing is waiting for you').waitFor();
      const ended = await Promise.all(
        [first, second].map(
          async (id) => (await callService(console(), 'GET', `/v1/messages/${id}/audit`)).review,
        ),
      );
      expect(ended).toMatchObject([{ outcome: 'deliver' }, { outcome: 'block' }]);
      expect(faults).toEqual([]);
    });
  });
}
