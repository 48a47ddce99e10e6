import type { QueryResponse } from '@avow/contract/query';
import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

export function testAsking({ console, session }: PageTools): void {
  describe('asking', () => {
    it('detects a record that is not what was logged', async () => {
      const { page } = session();
      const { service, key } = console();
      const { message_id: messageId } = await service.ask(key, { prompt: 'Where is the canteen?' });
      await page.route('**/v1/messages/*/audit', async (route) => {
        const response = await route.fetch();
        const record = await response.json();
        await route.fulfill({ response, json: { ...record, answer: 'On the third floor.' } });
      });
      await signIn(session(), console().owner, `/console/ask/${messageId}`);
      await page.getByRole('tab', { name: 'Record and proof' }).click();
      await page.getByRole('button', { name: 'Check the proof in this browser' }).click();
      await page.getByText('The proof does not hold.').waitFor();
    });

    it('resumes a stream that was cut, and shows the same answer', async () => {
      const { page } = session();
      await page.route('**/v1/query', async (route) => {
        const response = await route.fetch();
        // As if the connection had broken after the first event.
        const [begin = ''] = (await response.text()).split('event: message.processing');
        await route.fulfill({ response, body: begin });
      });
      await signIn(session(), console().owner, '/console/ask');
      await page.getByLabel('Question').fill('Who approves travel?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.locator('.answer-text', { hasText: 'team lead approves travel' }).waitFor();
      await page.getByText('Delivered').waitFor();
    });

    it('keeps a question that the service could not take, also when the page is loaded again', async () => {
      const { page } = session();
      await signIn(session(), console().owner, '/console/ask');
      await page.route('**/v1/query', (route) => route.abort());
      await page.getByLabel('Question').fill('Who approves travel?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByText('The service cannot be reached.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('The service cannot be reached.').waitFor();
      await expect.poll(() => page.getByText('Waiting for the first words').count()).toBe(0);
      await page.reload();
      await page.getByText('This question has not reached the service.').waitFor();
      await expect.poll(() => page.getByLabel('Question').inputValue()).toBe('Who approves travel?');
      await expectAccessible(session());
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.answer-text', { hasText: 'team lead approves travel' }).waitFor();
      // It is on record now.
      await page.goto('/console/ask');
      await page.getByText('Ask a question and see how it is answered').waitFor();
      await expect.poll(() => page.getByLabel('Question').inputValue()).toBe('');
    });

    it('answers what the service asks back, in the same conversation', async () => {
      const { page } = session();
      await page.route('**/v1/messages/msg_*', async (route) => {
        const response = await route.fetch();
        const message = await response.json();
        message.agent_context.clarifying_question = 'Is this about “Travel” or “Holiday”?';
        await route.fulfill({ response, json: message });
      });
      await signIn(session(), console().owner, '/console/ask?q=And%20the%20tariff%3F');
      await page.getByText('Is this about “Travel” or “Holiday”?').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      const asked = page.waitForRequest('**/v1/query');
      await page.getByRole('link', { name: 'Holiday', exact: true }).click();
      expect((await asked).postDataJSON()).toMatchObject({
        prompt: 'Holiday',
        thread_id: expect.stringMatching(/^thr_/),
      });
      await page.getByRole('heading', { name: 'Holiday', level: 1 }).waitFor();
    });

    it('says that a question is too long before it is sent, and waits for nothing that was refused', async () => {
      const { page } = session();
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/v1/query')) sent.push(request.url());
      });
      await signIn(session(), console().owner, '/console/ask');
      await page.getByLabel('Question').fill('Why? '.repeat(40_000));
      await page.getByText('This question has 199,999 characters. At most 32,000 can be asked').waitFor();
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      expect(sent).toEqual([]);
      await page.route('**/v1/query', (route) =>
        route.fulfill({ status: 422, json: { code: 'validation_failed', detail: 'Not like this.' } }),
      );
      await page.getByLabel('Question').fill('Who approves travel?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByText('Not like this.').waitFor();
      await page.getByText('Waiting for the first words').waitFor({ state: 'detached' });
    });

    it('says what an answer could not rest on yet, and why one that waits for a person has no score', async () => {
      const { page } = session();
      const { service, key } = console();
      const { message_id: messageId } = await service.ask(key, { prompt: 'Where is the canteen?' });
      const change: { current: (message: QueryResponse) => void } = { current: () => undefined };
      await page.route('**/v1/messages/msg_*', async (route) => {
        const response = await route.fetch();
        const message = await response.json();
        change.current(message);
        await route.fulfill({ response, json: message });
      });
      const open = async (as: (message: QueryResponse) => void) => {
        change.current = as;
        await page.goto(`/console/ask/${messageId}`);
      };
      await signIn(session(), console().owner, '/console/ask');
      await open(({ processing }) =>
        Object.assign(processing, { degraded_mode: true, embedded_share: 0.57 }),
      );
      await page.getByText('57 % of it can be found by its meaning').waitFor();
      await open(({ processing }) => Object.assign(processing, { degraded_mode: true, embedded_share: 1 }));
      await page.getByText('was not ready or had no time').waitFor();
      await open((message) =>
        Object.assign(message, {
          ...{ status: 'in_review', answer: '', confidence_explanation: null },
          confidence: { ...message.confidence, score: 0, band: 'none', tool_confidence_score: 0 },
        }),
      );
      await page.getByText('How it was scored is shown once they have.').waitFor();
      await expect.poll(() => page.getByText('There was no answer to score.').count()).toBe(0);
      await expect.poll(() => page.getByText('0.00').count()).toBe(0);
    });

    it('says that an answer is in review, and shows the decision without cutting its stream', async () => {
      const { page, faults } = session();
      const failed: string[] = [];
      page.on('requestfailed', (request) => {
        if (request.url().endsWith('/v1/query')) failed.push(request.failure()?.errorText ?? '');
      });
      const { policy } = await callService(console(), 'GET', '/v1/guardrails');
      await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: 1 } });
      await signIn(session(), console().owner, '/console/ask');
      const asked = page.waitForRequest('**/v1/query');
      await page.getByLabel('Question').fill('Who approves travel?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      const decide = page.getByRole('link', { name: 'Decide it in the review queue' });
      await decide.waitFor();
      await page.getByText('Pending review', { exact: true }).first().waitFor();
      // Elsewhere meanwhile, and back again.
      await decide.click();
      await page.getByRole('heading', { name: 'Review queue', level: 1 }).waitFor();
      await page.goBack();
      await decide.waitFor();
      const id = page.url().split('/').at(-1);
      await callService(console(), 'POST', `/v1/review/${id}`, { decision: 'deliver' });
      await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: null } });
      await page.locator('.answer-text', { hasText: 'team lead approves travel' }).waitFor();
      await decide.waitFor({ state: 'detached' });
      // The stream has ended with the decision, and not before.
      const response = await (await asked).response();
      expect(await response?.finished()).toBeNull();
      expect(failed).toEqual([]);
      expect(faults).toEqual([]);
    });

    it('takes a verdict with a better answer into the draft of a pack', async () => {
      const { page } = session();
      const { service, key } = console();
      const { message_id: messageId } = await service.ask(key, { prompt: 'When does the office close?' });
      await signIn(session(), console().owner, `/console/ask/${messageId}`);
      await page.getByRole('button', { name: 'This is wrong' }).click();
      await page.getByLabel('A better answer').fill('At eight in the evening, and at six on Fridays.');
      await page.getByLabel('Add it to the draft of').selectOption({ label: 'Office handbook' });
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Your verdict is on record.').waitFor();
      const feedback = await service.get(key, `/v1/messages/${messageId}/feedback`);
      expect(feedback.json().data[0]).toMatchObject({ verdict: 'wrong', proposal: { state: 'drafted' } });
    });
  });
}
