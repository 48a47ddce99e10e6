import { signInAs } from '@avow/server/testing';
import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn, tabTo } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

export function testReview({ console, session }: PageTools): void {
  /** Asks while answers that score below this are reviewed. */
  async function askForReview(prompt: string, person = 'ada'): Promise<string> {
    const { service, key } = console();
    const { policy } = await callService(console(), 'GET', '/v1/guardrails');
    await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: 1 } });
    const { message_id: id } = (await service.post(key, { prompt, end_user_id: person })).json();
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
      'is shared by reviewers, who see what waits, leave notes and read the source, at %i px',
      async (width) => {
        const { page, faults } = session();
        const { service, tenantId } = console();
        const ada = await signInAs(service, tenantId, 'reviewer', { name: `Ada at ${width}` });
        await signInAs(service, tenantId, 'reviewer', { name: `Bob at ${width}` });
        const id = await askForReview('Where do visitors sign in?');
        await page.setViewportSize({ width, height: 900 });
        await signIn(session(), ada, '/console/');
        const waits = page.getByRole('region', { name: 'Waiting for your decision' });
        await waits.getByRole('link', { name: 'Where do visitors sign in?' }).waitFor();
        await expectAccessible(session());
        if (width < 800) await page.getByRole('button', { name: 'Open navigation' }).click();
        await page
          .getByRole('link', { name: /Review queue 1 waiting/ })
          .first()
          .click();
        await page.getByText('Nobody has taken this yet.').waitFor();
        await page.getByRole('region', { name: 'Sources' }).locator('mark.current').waitFor();
        await page.getByRole('button', { name: 'Take' }).click();
        await page.getByText('Assigned to you').first().waitFor();
        await page.getByRole('textbox', { name: 'Note' }).fill('Is the desk still open at noon?');
        await page.getByRole('button', { name: 'Add note' }).click();
        await page.getByText('Is the desk still open at noon?').last().waitFor();
        await page.getByText('1 note').waitFor();
        await expectAccessible(session());
        await page.getByLabel('Show').selectOption('nobody');
        await page.getByText('Nothing pending is shown by this filter').waitFor();
        await page.getByLabel('Show').selectOption('me');
        await page.getByLabel('Assign to').selectOption({ label: `Bob at ${width}` });
        await page.getByText('Nothing pending is shown by this filter').waitFor();
        await page.getByLabel('Show').selectOption('');
        await page.getByText(`Assigned to Bob at ${width}`).first().waitFor();
        await page.getByRole('button', { name: 'Deliver' }).click();
        await page.getByText('Nothing is waiting for you').waitFor();
        await page.getByRole('tab', { name: 'Decided' }).click();
        await page.getByLabel('Decided by').selectOption('me');
        const row = page.getByRole('row', { name: /Where do visitors sign in/ });
        await row.getByText('Delivered').waitFor();
        await expectAccessible(session());
        await page.getByLabel('Outcome').selectOption('block');
        await page.getByText('No decision matches these filters').waitFor();
        const notes = await callService(console(), 'GET', `/v1/review/${id}/notes`);
        expect(notes.data).toMatchObject([{ created_by: ada.userId }]);
        expect(faults).toEqual([]);
      },
    );

    it('sends an edited answer, whose record says what was found and that a person wrote the rest', async () => {
      const { page, faults } = session();
      const visitor = `visitor_${'_W'.repeat(21)}x`;
      const id = await askForReview('Where do visitors sign in?', visitor);
      await page.setViewportSize({ width: 390, height: 844 });
      await signIn(session(), console().owner, `/console/review?message=${id}`);
      await page.getByText(/^Visitor \d{4}$/).waitFor();
      await expect.poll(() => page.getByText(visitor).filter({ visible: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Answer to send').fill('At the desk.');
      await page.getByRole('button', { name: 'Send the edited answer' }).click();
      await page.getByText('Nothing is waiting for you').waitFor();
      await page.goto(`/console/records/${id}`);
      await page.getByText('Found, and proposed to a reviewer, who wrote another answer').waitFor();
      await page.locator('blockquote', { hasText: 'reception' }).first().waitFor();
      await page.getByText('A person wrote this in place of the proposed answer.').waitFor();
      await page.getByText(/^Proposed answer: (High|Medium|Low) 0\.\d\d$/).waitFor();
      await expect.poll(() => page.getByText('Nothing that answers it.').count()).toBe(0);
      await page.getByText(/^Visitor \d{4} asked through/).waitFor();
      await page.getByText('Ids', { exact: true }).first().click();
      await page.getByText(visitor).filter({ visible: true }).first().waitFor();
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await expectAccessible(session());
      await page.getByRole('link', { name: 'Conversation' }).click();
      await page.getByText(/edited and delivered by a reviewer/).waitFor();
      await page.getByText(/^Proposed answer: /).waitFor();
      await expect.poll(() => page.getByText(visitor).count()).toBe(0);
      const { service, key } = console();
      const named = { prompt: 'Where is the canteen?', end_user_id: 'n'.repeat(100) };
      const { message_id: other } = await service.ask(key, named);
      await page.goto(`/console/records/${other}`);
      await page.getByText(/^n+ asked through/).waitFor();
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(faults).toEqual([]);
    });

    it('asks a reviewer what they want to be sent by e-mail', async () => {
      const { page, faults } = session();
      const { service, tenantId } = console();
      const reviewer = await signInAs(service, tenantId, 'reviewer');
      await signIn(session(), reviewer, '/console/review');
      await page.getByRole('button', { name: 'Notify me' }).click();
      await page.getByLabel('when an answer has waited too long').check();
      await page.getByText(reviewer.email).waitFor();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      const notices = await service.data.store.reviews.readReviewNotices(tenantId, reviewer.userId);
      expect(notices).toEqual({ pending: false, overdue: true, assigned: false });
      expect(faults).toEqual([]);
    });
  });
}
