import { signInAs } from '@avow/server/testing';
import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

/** Each with a channel of its own, whose questions can be counted. */
const views = [
  [1440, 'email'],
  [390, 'voice'],
] as const;

export function testHome({ console, session }: PageTools): void {
  describe('home', () => {
    it.each(views)('shows what is asked and what became of it, at %i pixels', async (width, channel) => {
      const { page, faults } = session();
      const { service, key } = console();
      const { message_id: id } = await service.ask(key, {
        prompt: 'Who approves travel?',
        channel_type: channel,
      });
      await callService(console(), 'POST', `/v1/messages/${id}/feedback`, { verdict: 'right' });
      await service.ask(key, { prompt: 'Is there a moon base?', channel_type: channel });
      await page.setViewportSize({ width, height: 900 });
      await signIn(session(), console().owner, '/console/');
      // Figures, in words and as bars with a unit, and the same as a table.
      await page.getByRole('link', { name: /^Declined/ }).waitFor();
      await page.getByRole('link', { name: /^Rated right/ }).waitFor();
      const chart = page.getByRole('figure', { name: 'What became of the questions' });
      await chart.getByText('Questions a day').waitFor();
      await chart.getByText(/^\d+ questions: \d+ answered, \d+ declined, \d+ blocked\.$/).waitFor();
      await chart.locator('.column').last().hover();
      await chart.getByText(/: Answered \d+, Declined \d+, Blocked \d+/).waitFor();
      await expectAccessible(session());
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth'))
        .toBeLessThanOrEqual(width);
      // One channel alone; the chart says what it is of while nothing in it is pointed at.
      await page.mouse.move(0, 0);
      await page.getByLabel('Channel', { exact: true }).selectOption(channel);
      await chart.getByText('2 questions: 1 answered, 1 declined, 0 blocked.').waitFor();
      await expect.poll(() => page.url()).toContain(`channel=${channel}`);
      await page.getByRole('link', { name: 'Who approves travel?' }).first().waitFor();
      // Behind each figure of today are as many records.
      const rows = page.locator('main tbody tr');
      const behind = async (title: string, name: string | null) => {
        const table = page.getByRole('figure', { name: title });
        await table.getByText('As a table').click();
        const today = table.getByRole('row').last();
        await today.getByRole('cell').first().waitFor();
        const heads = await table.getByRole('columnheader').allInnerTexts();
        const cells = await today.getByRole('cell').allInnerTexts();
        const at = name === null ? -1 : heads.indexOf(name);
        const wanted = name === null ? cells.slice(1).map(Number) : [Number(cells[at])];
        await (name === null
          ? today.getByRole('link').first()
          : today.getByRole('cell').nth(at).getByRole('link')
        ).click();
        await page.getByRole('heading', { name: 'Records', level: 1 }).waitFor();
        const count = wanted.reduce((sum, each) => sum + each, 0);
        expect(count).toBeGreaterThan(0);
        await expect.poll(() => rows.count()).toBe(count);
        await page.goBack();
        await chart.waitFor();
      };
      await behind('What became of the questions', null);
      await behind('What became of the questions', 'Declined');
      await behind('How sure the answers were', 'High');
      await page.getByRole('link', { name: /^Questions/ }).click();
      await expect.poll(() => rows.count()).toBe(2);
      await page.goBack();
      // What is behind the bar of today.
      await chart.getByText('As a table').click();
      await chart.getByRole('link').last().click();
      await page.getByRole('heading', { name: 'Records', level: 1 }).waitFor();
      const today = new Date().toISOString().slice(0, 10);
      await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe(today);
      await expect.poll(() => page.getByLabel('Channel', { exact: true }).inputValue()).toBe(channel);
      expect(faults).toEqual([]);
    });

    it('leads from a gap to where it is closed, and offers questions of the own content', async () => {
      const { page } = session();
      const { service, key } = console();
      for (const _ of [1, 2, 3]) await service.ask(key, { prompt: 'Which elevator plays music?' });
      await signIn(session(), console().owner, '/console/');
      await page.getByRole('button', { name: 'Who approves travel?' }).waitFor();
      await page.getByRole('link', { name: 'Which elevator plays music?' }).click();
      await page.getByRole('heading', { name: 'Answer it with a curated pair' }).waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Who approves travel?' }).click();
      await page.locator('.answer-text', { hasText: 'team lead' }).waitFor();
    });

    it('shows a reviewer what waits, and nobody what they cannot do', async () => {
      const { page, faults } = session();
      const { service, key, tenantId } = console();
      const { policy } = await callService(console(), 'GET', '/v1/guardrails');
      await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: 1 } });
      const { message_id: id } = (await service.post(key, { prompt: 'Who approves travel?' })).json();
      await callService(console(), 'PUT', '/v1/guardrails', { ...policy, review: { below: null } });
      await signIn(session(), await signInAs(service, tenantId, 'reviewer'), '/console/');
      const waiting = page.getByRole('region', { name: 'Waiting for your decision' });
      await waiting.getByRole('link', { name: 'Who approves travel?' }).click();
      await page.getByRole('heading', { name: 'Proposed answer' }).waitFor();
      await callService(console(), 'POST', `/v1/review/${id}`, { decision: 'deliver' });
      await page.goto('/console/');
      await waiting.getByText('Nothing is waiting for you.').waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
      await expectAccessible(session());
      expect(faults).toEqual([]);
    });
  });
}
