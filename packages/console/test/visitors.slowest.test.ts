import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callService } from './support/call-service.ts';
import { type ConsoleService, startConsoleService } from './support/console-service.ts';
import {
  type ConsoleSession,
  expectAccessible,
  openConsoleSession,
  signIn,
} from './support/console-session.ts';
import { inBrowser } from './support/in-browser.ts';
import { openBrowser } from './support/open-browser.ts';
import { type OtherSite, openOtherSite } from './support/other-site.ts';

const widths = [1440, 390];
const waits = 'A person reviews the answer first.';
const decided = 'A person has reviewed this answer.';

let browser: Browser;
let console: ConsoleService;
let session: ConsoleSession;
let site: OtherSite;

beforeAll(async () => {
  // Mail is offered wherever a server for it is set; nothing of these tests waits for it to arrive.
  const mail = { AVOW_SMTP_URL: 'smtp://127.0.0.1:9', AVOW_MAIL_FROM: 'Acme <answers@acme.example>' };
  const settings = { ...mail, AVOW_VISITOR_BURST: '1000', AVOW_PUBLISHABLE_BURST: '1000' };
  [browser, console] = await Promise.all([
    openBrowser(),
    startConsoleService(undefined, undefined, settings),
  ]);
  site = await openOtherSite(console.url);
  const { data } = await callService(console, 'GET', '/v1/content-packs');
  const content_pack_ids = data.map(({ id }: { readonly id: string }) => id);
  const wanted = { name: 'site', origins: [site.url], content_pack_ids };
  const { key } = await callService(console, 'POST', '/v1/api-keys', wanted);
  site.show(`<script src="${console.url}/widget.js" defer></script><avow-chat api-key="${key}"></avow-chat>`);
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await console.close();
});
beforeEach(async () => {
  session = await openConsoleSession(browser, console.url);
});
afterEach(() => session.close());

async function reviewBelow(below: number | null): Promise<void> {
  const { policy } = await callService(console, 'GET', '/v1/guardrails');
  await callService(console, 'PUT', '/v1/guardrails', { ...policy, review: { below } });
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByPlaceholder('Type your question').fill(question);
  await page.keyboard.press('Enter');
}

/** The decision of a reviewer on the answer that waits for one. */
async function deliverPending(): Promise<void> {
  const { data } = await callService(console, 'GET', '/v1/review');
  for (const { message_id: id } of data)
    await callService(console, 'POST', `/v1/review/${id}`, { decision: 'deliver' });
}

describe('an answer that a person reviews', inBrowser, () => {
  it.each(widths)('arrives in the open chat, and waits for the next visit, at %i pixels', async (width) => {
    const { page, context, faults } = session;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.url);
    const log = page.getByRole('log');
    await reviewBelow(1);
    await ask(page, 'Where do visitors sign in?');
    await log.getByText(waits).waitFor();
    await log.getByLabel('Your e-mail address').fill('ada@example.org');
    await expectAccessible(session);
    await log.getByRole('button', { name: 'Send' }).click();
    await log.getByText('It will be sent to ada@example.org.').waitFor();
    await deliverPending();
    await log.getByText(decided).waitFor();
    await log
      .getByText(/reception/)
      .first()
      .waitFor();
    await expect.poll(() => log.getByText(waits).count()).toBe(0);
    await page.reload();
    await log
      .getByText(/reception/)
      .first()
      .waitFor();
    // It stays true.
    await log.getByText(decided).waitFor();
    await ask(page, 'Who approves travel?');
    await log.getByText(waits).waitFor();
    await page.reload();
    await log.getByText(waits).waitFor();
    await page.close();
    await deliverPending();
    const next = await context.newPage();
    await next.setViewportSize({ width, height: 900 });
    await next.goto(site.url);
    await next.getByText(decided).nth(1).waitFor();
    await next.getByText('team lead approves travel up to 500 euros').first().waitFor();
    await expect.poll(() => next.locator('.turn .question').count()).toBe(2);
    await reviewBelow(null);
    await next.getByRole('button', { name: 'New conversation' }).click();
    await ask(next, 'Where is the canteen?');
    await next.locator('.answer', { hasText: 'On the second floor' }).waitFor();
    await expect.poll(() => next.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(faults).toEqual([]);
  });

  it.each(widths)('reaches a visitor who has begun a new conversation, at %i pixels', async (width) => {
    const { page, faults } = session;
    await callService(console, 'PUT', '/v1/handover-settings', { chat: true });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.url);
    const log = page.getByRole('log');
    await ask(page, 'Where is the elevator?');
    await log.getByRole('button', { name: 'Ask a person' }).click();
    await log.getByRole('button', { name: 'Send' }).click();
    await log.getByText('Your request is with a person.').waitFor();
    await reviewBelow(1);
    await ask(page, 'Where do visitors sign in?');
    await log.getByText(waits).waitFor();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await reviewBelow(null);
    await ask(page, 'Where is the canteen?');
    await log.locator('.answer', { hasText: 'On the second floor' }).waitFor();
    await deliverPending();
    const lines = log.getByText('An earlier question of yours has an answer.');
    await lines.waitFor();
    await expectAccessible(session);
    // It was not opened: the next visit shows it again, and the reply of a person.
    const { data } = await callService(console, 'GET', '/v1/handovers?state=waiting');
    const { message_id: id } = data.find(({ question }: { readonly question: string }) =>
      question.includes('elevator'),
    );
    await callService(console, 'POST', `/v1/messages/${id}/handover/replies`, { text: 'Behind the stairs.' });
    await page.reload();
    await lines.nth(1).waitFor();
    await log.getByRole('button', { name: 'Show it' }).first().click();
    await log.getByText(decided).waitFor();
    await log
      .getByText(/reception/)
      .first()
      .waitFor();
    await log.getByRole('button', { name: 'Show it' }).click();
    await log.getByText('Behind the stairs.').waitFor();
    await expect.poll(() => lines.count()).toBe(0);
    await expectAccessible(session);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.reload();
    await log.locator('.answer', { hasText: 'On the second floor' }).waitFor();
    await expect.poll(() => page.evaluate('Object.values(localStorage).join()')).not.toContain(id);
    expect(faults).toEqual([]);
  });

  it('is not waited for by others, and nothing is stored on a page that does not want it', async () => {
    const { page } = session;
    await page.goto(site.url);
    await page.evaluate(`document.querySelector('avow-chat').remove(); localStorage.clear();`);
    await page.evaluate(`{
      const chat = document.createElement('avow-chat');
      chat.setAttribute('storage', 'none');
      document.querySelector('main').append(chat);
    }`);
    await page.getByPlaceholder('Type your question').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });
});

describe('a visitor who asks for a person', inBrowser, () => {
  it.each(widths)(
    'is answered by one in the chat, live and on the next visit, at %i pixels',
    async (width) => {
      const { page, context, faults } = session;
      await callService(console, 'PUT', '/v1/handover-settings', { chat: false });
      await page.setViewportSize({ width, height: 900 });
      await signIn(session, console.owner, '/console/settings?tab=handover');
      await page.getByText('Visitors may ask for a person in the chat').click();
      await page.getByLabel('Address of a contact page (optional)').fill('https://www.example.com/contact');
      await expectAccessible(session);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      const visit = await context.newPage();
      await visit.setViewportSize({ width, height: 900 });
      await visit.goto(site.url);
      const log = visit.getByRole('log');
      await ask(visit, `Where is my parcel ${width}?`);
      await log.getByText('Was this helpful?').waitFor();
      await expect
        .poll(() => log.getByRole('link', { name: 'Contact us' }).getAttribute('href'))
        .toBe('https://www.example.com/contact');
      await log.getByRole('button', { name: 'Ask a person' }).click();
      await log.getByLabel('What should the person know? (optional)').fill('It was to be here <b>today</b>.');
      await log.getByLabel('Your e-mail address (optional)').fill('ada@example.org');
      await expectAccessible({ ...session, page: visit });
      await log.getByRole('button', { name: 'Send' }).click();
      await log.getByText('Your request is with a person. The reply appears here.').waitFor();
      // The navigation says that somebody waits, and the record of the message what was said.
      await page.goto('/console/');
      const menu = page.getByRole('button', { name: 'Open navigation' });
      const waiting = page.getByRole('link', { name: /^Handovers.*1 waiting$/ });
      await menu.or(waiting).locator('visible=true').first().waitFor();
      if (await menu.isVisible()) await menu.click();
      await waiting.locator('visible=true').first().click();
      await page.getByRole('heading', { name: `Where is my parcel ${width}?` }).waitFor();
      await page.getByRole('link', { name: 'Record', exact: true }).click();
      const ofRecord = page.getByRole('region', { name: 'Handed over to a person' });
      await ofRecord.getByText('It was to be here <b>today</b>.').waitFor();
      await expectAccessible(session);
      await page.getByRole('link', { name: 'Conversation', exact: true }).click();
      await ofRecord.getByText('It was to be here <b>today</b>.').waitFor();
      await expectAccessible(session);
      await ofRecord.getByRole('link', { name: 'Open the handover' }).click();
      await page.getByRole('heading', { name: `Where is my parcel ${width}?` }).waitFor();
      await page.getByText('It was to be here <b>today</b>.').last().waitFor();
      await page.getByLabel('Your reply').fill('It arrives\ntomorrow at noon.');
      await page.getByLabel('Your name, as the visitor sees it (optional)').fill('Grace');
      await expectAccessible(session);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Sent.').waitFor();
      await page.getByText('tomorrow at noon.').first().waitFor();
      await log.getByText('tomorrow at noon.').waitFor();
      await log.getByText('Grace').waitFor();
      await visit.reload();
      await log.getByText('tomorrow at noon.').waitFor();
      await log.getByLabel('Write to the person').fill('Thank you!');
      await log.getByRole('button', { name: 'Send' }).click();
      await log.getByText('Thank you!').waitFor();
      await expectAccessible({ ...session, page: visit });
      await expect
        .poll(() => visit.evaluate('document.documentElement.scrollWidth <= innerWidth'))
        .toBe(true);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.getByRole('button', { name: 'Nothing more to do' }).click();
      await page.getByText('Closed.').waitFor();
      expect(faults).toEqual([]);
    },
  );
});

describe('a streamed answer', inBrowser, () => {
  it('ends as a request that succeeded', async () => {
    const { page } = session;
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(`${request.url()} ${request.failure()?.errorText}`));
    await page.goto(site.url);
    const log = page.getByRole('log');
    for (const [at, question] of [
      'Where is the canteen?',
      'Who approves travel?',
      'Where is the canteen?',
    ].entries()) {
      await ask(page, question);
      await log.getByText('Was this helpful?').nth(at).waitFor();
    }
    // A later request is reported after all earlier ones.
    await log.getByRole('button', { name: 'Yes' }).last().click();
    await log.getByText('Thank you for your feedback.').waitFor();
    expect(failed).toEqual([]);
  });
});
