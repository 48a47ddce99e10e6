import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receiptKeyText } from '@avow/ledger-log/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

const guide = readFileSync(new URL('../../../../docs/guide/widget.md', import.meta.url), 'utf8');
/** The lines that the guide gives for a page. */
const lines = /^```html\n(.*?)^```$/ms.exec(guide)?.[1] ?? '';
const intro = 'intro="Questions about the office?"';

/** A page of another site, which allows the script and the requests of the service, and nothing else. */
export function testWidget({ console, session }: PageTools): void {
  describe('the widget on a page of another site', () => {
    let site: Server;
    let siteUrl: string;
    let key = '';
    let more = intro;

    beforeAll(async () => {
      site = createServer((_request, response) => {
        const service = console().url;
        const policy = `default-src 'none'; script-src ${service}; connect-src ${service}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`;
        response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
        const filled = lines.replace('http://127.0.0.1:8642', service).replace('avw_pub_…', key);
        response.end(`<!doctype html><html lang="en"><head><title>Shop</title>
          <link rel="icon" href="data:,"></head>
          <body><main><h1>Shop</h1>${filled.replace('></avow-chat>', ` ${more}$&`)}</main></body></html>`);
      });
      site.listen(0, '127.0.0.1');
      await once(site, 'listening');
      siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
      const { data: packs } = await callService(console(), 'GET', '/v1/content-packs');
      const content_pack_ids = packs.map(({ id }: { id: string }) => id);
      const wanted = { name: 'shop', origins: [siteUrl], content_pack_ids };
      ({ key } = await callService(console(), 'POST', '/v1/api-keys', wanted));
    });
    afterAll(() => new Promise((closed) => site.close(closed)));

    it('answers with sources, takes feedback, and follows up in the thread', async () => {
      const { page, context, faults } = session();
      const hosts = new Set<string>();
      const asked: Record<string, unknown>[] = [];
      page.on('request', (request) => {
        hosts.add(new URL(request.url()).origin);
        if (request.method() === 'POST' && request.url().endsWith('/v1/query'))
          asked.push(request.postDataJSON());
      });
      await page.goto(siteUrl);
      await page.getByText('Questions about the office?').waitFor();
      await expectAccessible(session());
      await page.getByPlaceholder('Type your question').fill('Who approves travel?');
      await page.keyboard.press('Enter');
      const log = page.getByRole('log');
      await log.getByText('team lead approves travel up to 500 euros').first().waitFor();
      await log.getByText('Was this helpful?').waitFor();
      await log.getByText('Answered automatically, with an answer that people wrote.').waitFor();
      await expect.poll(() => log.locator('.answer').getAttribute('data-avow-generated')).toBe('curated');
      await log.locator('summary').first().click();
      await log.locator('blockquote').first().waitFor();
      const link = log.getByRole('link', { name: 'Open the source' });
      await expect.poll(() => link.getAttribute('href')).toBe('https://intranet.example/travel');
      await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
      await log.getByRole('button', { name: 'Yes' }).click();
      await log.getByText('Thank you for your feedback.').waitFor();
      await expect
        .poll(() => log.getByRole('button', { name: 'Yes' }).getAttribute('aria-pressed'))
        .toBe('true');
      await expectAccessible(session());
      // A receipt that another key has signed than the one that the service publishes is not called checked.
      const settings = '**/v1/widget-settings';
      await page.route(settings, async (route) => {
        const response = await route.fetch({
          headers: { ...route.request().headers(), 'if-none-match': '' },
        });
        await route.fulfill({ response, json: { ...(await response.json()), log_key: receiptKeyText } });
      });
      await log.getByRole('button', { name: 'On record' }).click();
      await log.getByText('The receipt does not prove this answer.').waitFor();
      await page.unroute(settings);
      await log.getByRole('button', { name: 'On record' }).click();
      await log.getByText('Checked: on record, unchanged, since').waitFor();
      const saved = page.waitForEvent('download');
      await log.getByRole('button', { name: 'Save the receipt' }).click();
      expect((await saved).suggestedFilename()).toMatch(/^msg_\w+-receipt\.json$/);
      await page.getByPlaceholder('Type your question').fill('Where is the canteen?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await log.locator('.answer', { hasText: 'On the second floor, next to the library.' }).waitFor();
      expect(asked.map(({ thread_id }) => typeof thread_id)).toEqual(['undefined', 'string']);
      await page.getByRole('button', { name: 'New conversation' }).click();
      await page.getByText('Questions about the office?').waitFor();
      expect([...hosts].toSorted()).toEqual([console().url, siteUrl].toSorted());
      expect(await context.cookies()).toEqual([]);
      // The secret of the visitor, and that they have begun anew.
      const stored = await page.evaluate(() => Object.values({ ...localStorage, ...sessionStorage }));
      expect(stored.map((text) => JSON.parse(String(text)))).toEqual([
        { token: expect.stringMatching(/^[0-9a-f]{64}$/), thread: null, pending: [], replies: [] },
      ]);
      expect(faults).toEqual([]);
    });

    it('opens from a corner, is dark where people want it, and says what went wrong', async () => {
      const { page, faults } = session();
      await page.emulateMedia({ colorScheme: 'dark' });
      more = `${intro} floating`;
      await page.goto(siteUrl);
      await page.getByRole('button', { name: 'Open the chat' }).click();
      const heading = page.getByRole('heading', { name: 'Ask our handbook' });
      await heading.waitFor();
      const colour = await page.evaluate(
        `getComputedStyle(document.querySelector('avow-chat').shadowRoot.querySelector('h2')).color`,
      );
      expect(colour).toBe('rgb(230, 233, 238)');
      await expectAccessible(session());
      // The words of a visitor are never read as HTML.
      await page.getByPlaceholder('Type your question').fill('<img src=x onerror=alert(1)> zebra?');
      await page.keyboard.press('Enter');
      await page.getByRole('log').getByText('<img src=x onerror=alert(1)>').waitFor();
      await page.getByRole('log').getByText('Was this helpful?').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Open the chat' }).waitFor();
      await expect
        .poll(() =>
          page.getByRole('button', { name: 'Open the chat' }).evaluate((each) => each.matches(':focus')),
        )
        .toBe(true);
      const fitting = key;
      [key, more] = ['avw_pub_wrong', intro];
      await page.goto(siteUrl);
      await page.getByPlaceholder('Type your question').fill('Where is the canteen?');
      await page.keyboard.press('Enter');
      // The browser does not show the refusal of a stranger to the page.
      await page
        .getByRole('alert')
        .getByText(/cannot be (asked|reached)/)
        .waitFor();
      key = fitting;
      expect(faults.filter((fault) => !/status of 401/.test(fault))).toEqual([]);
    });
  });
}
