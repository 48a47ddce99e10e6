import { describe, expect, it } from 'vitest';
import { expectAccessible, signIn, tabTo } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

export function testReference({ console, session }: PageTools): void {
  describe('the API reference', () => {
    it('finds an operation with the keyboard, shows it in three languages, and tries it with a key', async () => {
      const { page, faults } = session();
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).host));
      await page.goto('/docs');
      await page.getByRole('heading', { name: 'API reference' }).waitFor();
      await expectAccessible(session());
      await page.keyboard.press('/');
      await page.keyboard.type('ask a question');
      await page
        .getByRole('link', { name: /Ask a question/ })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Ask a question' }).waitFor();
      await expect.poll(() => page.url()).toContain('/docs#executeQuery');
      const request = page.getByRole('region', { name: 'Request' });
      await request.getByText(/^curl/).waitFor();
      await page.getByRole('tab', { name: 'TypeScript' }).click();
      await request.getByText('await fetch').first().waitFor();
      await page.getByRole('tab', { name: 'Python' }).click();
      await request.getByText('requests.post').waitFor();
      await page.getByRole('button', { name: 'Send POST request' }).click();
      await page.getByText('Enter an API key first.').waitFor();
      await page.getByLabel('API key').fill(console().key);
      const prompt = '<img src=x onerror=alert(1)> Who approves travel?';
      await page.getByLabel('Body').fill(JSON.stringify({ prompt }));
      await expect.poll(() => request.textContent()).toContain('<img src=x onerror=alert(1)>');
      await tabTo(page, page.getByRole('button', { name: 'Send POST request' }));
      await page.keyboard.press('Enter');
      const response = page.locator('.try-result');
      await response.getByText(/^200/).waitFor();
      await response
        .getByText(/"message_id"/)
        .first()
        .waitFor();
      await expectAccessible(session());
      await page.getByLabel('Body').fill('{"prompt": ""}');
      await page.getByRole('button', { name: 'Send POST request' }).click();
      await response
        .getByText(/validation_failed/)
        .first()
        .waitFor();
      await page.getByLabel('Body').fill('{"prompt": ');
      await page.getByRole('button', { name: 'Send POST request' }).click();
      await page
        .getByRole('alert')
        .getByText(/not valid JSON/)
        .waitFor();
      expect([...hosts]).toEqual([new URL(console().url).host]);
      expect(faults).toEqual([]);
    });

    it('sends as the person who is signed in, streams, and leads to schemas and problems', async () => {
      const { page, faults } = session();
      await signIn(session(), console().owner, '/docs#executeQuery');
      await page.getByLabel('Send as').waitFor();
      await page.getByLabel('Body').fill('{"prompt": "Who approves travel?", "stream": true}');
      await page.getByRole('button', { name: 'Send POST request' }).click();
      await page
        .getByText(/message\.delivered/)
        .last()
        .waitFor();
      await page.getByRole('link', { name: 'QueryRequest' }).first().click();
      await page.getByRole('heading', { name: 'QueryRequest' }).waitFor();
      await expectAccessible(session());
      await page.goBack();
      await page.getByRole('link', { name: /validation_failed/ }).click();
      await page.locator('tr.chosen', { hasText: 'validation_failed' }).waitFor();
      await expectAccessible(session());
      await page.goto('/docs');
      await page.locator('a[href^="#group-"]').first().click();
      await page.waitForURL(/#group-/);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(session());
      await page.goto('/docs#nothing-like-this');
      await page.getByText('The reference has no such entry').waitFor();
      expect(faults).toEqual([]);
    });
  });
}
