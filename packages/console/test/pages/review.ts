import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn, tabTo } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

export function testReview({ console, session }: PageTools): void {
  /** Asks while answers that score below this are reviewed. */
  async function askForReview(prompt: string): Promise<string> {
    const { service, key } = console();
    const { policy } = await callService(console(), 'GET', '/v1/guardrails');
    await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: 1 } });
    const { message_id: id } = (await service.post(key, { prompt, end_user_id: 'ada' })).json();
    await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: null } });
    return id;
  }

  describe('asking while answers are reviewed', () => {
    it('says that a person decides, and shows the answer once they have', async () => {
      const { page, faults } = session();
      const { policy } = await callService(console(), 'GET', '/v1/guardrails');
      await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: 1 } });
      await signIn(session(), console().owner, '/console/ask');
      await page.getByLabel('Question').fill('Where do visitors sign in?');
      await page.keyboard.press('Enter');
      await page.getByText('A person decides about this answer before anybody sees it.').waitFor();
      await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: null } });
      const id = new URL(page.url()).pathname.split('/').at(-1);
      await expectAccessible(session());
      await callService(console(), 'POST', `/v1/review/${id}`, { decision: 'deliver' });
      await page
        .getByText(/reception/)
        .first()
        .waitFor();
      expect(faults).toEqual([]);
    });
  });

  describe('the review queue', () => {
    it('is worked through with the keyboard alone', async () => {
      const { page, faults } = session();
      const first = await askForReview('When does the office in Rotterdam open?');
      const second = await askForReview('Where do visitors sign in?');
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

    it.each([1440, 390])(
      'sends what a reviewer wrote, and shows both texts in the record, at %i px',
      async (width) => {
        const { page, faults } = session();
        const id = await askForReview('Where do visitors sign in?');
        await page.setViewportSize({ width, height: 900 });
        await signIn(session(), console().owner, `/console/review?message=${id}`);
        await page.getByRole('button', { name: 'Edit' }).click();
        const answer = page.getByLabel('Answer to send');
        const proposed = await answer.inputValue();
        expect(await page.getByRole('button', { name: 'Send the edited answer' }).isDisabled()).toBe(true);
        await answer.fill(`${proposed} Please bring a passport.`);
        await expectAccessible(session());
        await page.getByRole('button', { name: 'Send the edited answer' }).click();
        await page.getByText('Delivered as you edited it.').waitFor();
        await page.goto(`/console/records/${id}`);
        await page.getByText('edited and delivered by a reviewer').waitFor();
        await page.getByText('The proposed answer, and as it was delivered').click();
        await page.locator('.diff .added', { hasText: 'Please bring a passport.' }).waitFor();
        await page.locator('.diff .gone', { hasText: proposed.slice(0, 20) }).waitFor();
        expect(faults).toEqual([]);
      },
    );
  });
}
