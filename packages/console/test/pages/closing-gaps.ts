import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
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
      // Once it is published, the group is in a draft no longer.
      await page.goto('/console/unanswered?state=published');
      await page.getByRole('button', { name: /swimming pool/ }).waitFor();
      await page.getByText('3 questions of the last 30 days, in 1 group.').waitFor();
      await page.goto('/console/unanswered?state=drafted');
      await page.getByText('Nothing here').waitFor();
      expect(faults).toEqual([]);
    });
  });

  describe('the inbox of feedback', () => {
    it.each([1440, 390])(
      'accepts a better answer as edited, answers a verdict and dismisses another, at %i px',
      async (width) => {
        const { page, faults } = session();
        const { service, key } = console();
        const give = async (prompt: string, body: object): Promise<string> => {
          const { message_id: id } = await service.ask(key, { prompt });
          await callService(console(), 'POST', `/v1/messages/${id}/feedback`, {
            end_user_id: `at ${width}`,
            ...body,
          });
          return id;
        };
        await give('Who approves travel?', { verdict: 'wrong', comment: 'Not any more.' });
        await give('Where do visitors sign in?', { verdict: 'partly', reason: 'incomplete' });
        const asked = await give('Where is the canteen?', {
          verdict: 'wrong',
          better_answer: 'On the third floor since May.',
        });
        await page.setViewportSize({ width, height: 900 });
        // From the record of the message to the inbox.
        await signIn(session(), console().owner, `/console/records/${asked}`);
        await page.getByRole('link', { name: 'Decide in the inbox' }).first().click();
        await page.getByRole('heading', { name: 'Edit the pair that answered' }).waitFor();
        await expectAccessible(session());
        const answer = page.getByRole('textbox', { name: 'Answer' });
        await expect.poll(() => answer.inputValue()).toBe('On the third floor since May.');
        await answer.fill('On the third floor, since May 2026.');
        await page.getByRole('button', { name: 'Accept as edited' }).click();
        await page.getByRole('link', { name: 'Open the pair' }).waitFor();
        await page.goto('/console/feedback');
        await page
          .getByRole('button', { name: /Where do visitors sign in/ })
          .first()
          .click();
        await page.getByRole('textbox', { name: 'Answer' }).fill('At the reception, with a passport.');
        await page.getByLabel('Into the draft of').selectOption({ label: 'Office handbook' });
        await page.getByRole('button', { name: 'Save to the draft' }).click();
        await page.getByRole('link', { name: 'Open the pair' }).waitFor();
        await page
          .getByRole('button', { name: /Who approves travel/ })
          .first()
          .click();
        await page.getByText('Not any more.').last().waitFor();
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await page.getByText('Dismissed. The verdict still counts.').waitFor();
        const open = await callService(console(), 'GET', '/v1/feedback?state=open');
        expect(open.data).toEqual([]);
        expect(faults).toEqual([]);
      },
    );

    it.each([1440, 390])('offers to edit the pair that answered first, at %i px', async (width) => {
      const { page, faults } = session();
      const { service, key, tenantId } = console();
      const name = `Bicycles ${width}`;
      const question = `Is there a bicycle room in building ${width}?`;
      await service.loadPack(
        tenantId,
        { 'pairs.qna.json': JSON.stringify([{ question, answer: `In the yard behind building ${width}.` }]) },
        name,
      );
      const prompt = `Is there a bicycle room in the building ${width}?`;
      const { message_id: id, citations } = await service.ask(key, { prompt });
      const pairId = citations[0]?.document_id ?? '';
      expect(pairId).toMatch(/^qna_/);
      const given = { verdict: 'wrong', better_answer: 'In the cellar.', end_user_id: `rider ${width}` };
      await callService(console(), 'POST', `/v1/messages/${id}/feedback`, given);
      await page.setViewportSize({ width, height: 900 });
      await signIn(session(), console().owner, '/console/feedback');
      await page
        .getByRole('button', { name: new RegExp(`building ${width}`) })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Edit the pair that answered' }).waitFor();
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Question of the pair' }).inputValue())
        .toBe(question);
      await expect
        .poll(() => page.getByRole('textbox', { name: 'As people asked' }).inputValue())
        .toBe(prompt);
      await expect.poll(() => page.getByLabel('Who gets the answer').count()).toBe(0);
      await expectAccessible(session());
      // Or a new one, which has the words that were asked, too.
      await page.getByLabel('What gets the answer').selectOption('A new pair');
      await page.getByRole('heading', { name: 'Accept the better answer' }).waitFor();
      await expect
        .poll(() => page.getByRole('textbox', { name: 'As people asked' }).inputValue())
        .toBe(prompt);
      await page.getByLabel('Who gets the answer').waitFor();
      await page.getByLabel('What gets the answer').selectOption({ index: 0 });
      await page.getByRole('button', { name: 'Accept into the draft' }).click();
      await page.getByRole('link', { name: 'Open the pair' }).click();
      await page.getByRole('heading', { name: question }).waitFor();
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Other phrasings' }).inputValue())
        .toBe(prompt);
      await expect.poll(() => page.url()).toContain(pairId);
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth'))
        .toBeLessThanOrEqual(width);
      expect(faults).toEqual([]);
    });

    it('names no sources for an answer that has none', async () => {
      const { page } = session();
      const { service, key } = console();
      const { message_id: id } = await service.ask(key, { prompt: 'Is there a submarine?' });
      await callService(console(), 'POST', `/v1/messages/${id}/feedback`, { verdict: 'wrong' });
      await signIn(session(), console().owner, '/console/feedback');
      await page
        .getByRole('button', { name: /submarine/ })
        .first()
        .click();
      await page.getByLabel('Who gets the answer').waitFor();
      await expect.poll(() => page.getByText('Who may read the quoted sources').count()).toBe(0);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByText('Dismissed. The verdict still counts.').waitFor();
    });
  });
}
