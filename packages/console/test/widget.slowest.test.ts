import type { Browser, Locator } from 'playwright-core';
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

const prices = [
  'Class,Teacher,Room,Weekdays,Price for members,Price for visitors',
  'Yoga,Alexandra Papadopoulou,Northern practice room,Monday and Thursday,12 euros,18 euros',
  'Pilates,Bartholomew Featherstone,Southern practice room,Tuesday and Friday,14 euros,21 euros',
].join('\n');
const gym = {
  'prices.csv': prices,
  'sauna.csv': 'Sauna,Opens,Closes\nFinnish sauna,10:00,22:00\n',
  'rules.md': '# Rules\n\nGuests of the gym bring **indoor shoes** and a towel.\n',
};
const widths = [1440, 390];

let browser: Browser;
let console: ConsoleService;
let session: ConsoleSession;
let site: OtherSite;

beforeAll(async () => {
  [browser, console] = await Promise.all([openBrowser(), startConsoleService()]);
  site = await openOtherSite(console.url);
  await console.service.loadPack(console.tenantId, gym, 'Gym');
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

async function packNamed(name: string): Promise<string> {
  const { data } = await callService(console, 'GET', '/v1/content-packs');
  return data.find((pack: { readonly name: string }) => pack.name === name)?.id;
}

/** The narrowest word of a table is wider than a letter: nothing was broken to make the table fit. */
async function expectWholeWords(table: Locator): Promise<void> {
  const heights = await table
    .locator('th')
    .evaluateAll((cells) => cells.map(({ clientHeight }) => clientHeight));
  expect(Math.max(...heights)).toBeLessThan(100);
}

describe('answers with Markdown and tables', inBrowser, () => {
  it.each(widths)(
    'are drawn in the widget, and its visitors ask the packs of its key alone, at %i pixels',
    async (width) => {
      const { page, faults } = session;
      await page.setViewportSize({ width, height: 900 });
      const wanted = { name: 'site', origins: [site.url], content_pack_ids: [await packNamed('Gym')] };
      const { key } = await callService(console, 'POST', '/v1/api-keys', wanted);
      site.show(
        `<script src="${console.url}/widget.js" defer></script><avow-chat api-key="${key}"></avow-chat>`,
      );
      await page.goto(site.url);
      const log = page.getByRole('log');
      const ended = log.getByText('Was this helpful?');
      const ask = async (question: string) => {
        const before = await ended.count();
        await page.getByPlaceholder('Type your question').fill(question);
        await page.keyboard.press('Enter');
        await ended.nth(before).waitFor();
        return log.locator('.turn').last().locator('.answer');
      };
      const sentence = await ask('When does the Finnish sauna open?');
      await expect
        .poll(() => sentence.textContent())
        .toBe('Sauna: Finnish sauna; Opens: 10:00; Closes: 22:00.');
      const table = await ask('What is the price of Pilates for visitors?');
      await table.getByRole('cell', { name: 'Bartholomew Featherstone' }).waitFor();
      await expect.poll(() => table.textContent()).not.toContain('---');
      await expectWholeWords(table);
      await expectAccessible(session);
      const shoes = await ask('What do guests of the gym bring?');
      await shoes.locator('strong', { hasText: 'indoor shoes' }).waitFor();
      const other = await ask('How many days of paid holiday are there?');
      await expect.poll(() => other.textContent()).not.toContain('27 days');
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(faults).toEqual([]);
    },
  );

  it.each(widths)('are drawn in records and in lists, at %i pixels', async (width) => {
    const { page, faults } = session;
    const { service, key, owner } = console;
    await page.setViewportSize({ width, height: 900 });
    const { message_id: id } = await service.ask(key, { prompt: 'When does the Finnish sauna open?' });
    await service.ask(key, { prompt: 'What is the price of Pilates for visitors?' });
    await signIn(session, owner, `/console/records/${id}`);
    const said = page.locator('.story > li').last().locator('.answer-text');
    await said.waitFor();
    await expect.poll(() => said.textContent()).toBe('Sauna: Finnish sauna; Opens: 10:00; Closes: 22:00.');
    await expectAccessible(session);
    await page.goto('/console/records');
    await page
      .getByRole('link', { name: 'Sauna: Finnish sauna; Opens: 10:00; Closes: 22:00.' })
      .first()
      .waitFor();
    await expect.poll(() => page.locator('#main').textContent()).not.toContain('---');
    await page.goto('/console/ask');
    await page.getByLabel('Question').fill('What is the price of Pilates for visitors?');
    await page.keyboard.press('Enter');
    const table = page.locator('.answer-text table');
    await table.waitFor();
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    await expectWholeWords(table);
    await expectAccessible(session);
    expect(faults).toEqual([]);
  });
});

describe('the mark of automatic answers', inBrowser, () => {
  it.each(widths)(
    'is below each answer, or once below the chat, and always in the markup, at %i pixels',
    async (width) => {
      const { page, faults } = session;
      await page.setViewportSize({ width, height: 900 });
      const wanted = { name: 'marks', origins: [site.url], content_pack_ids: [await packNamed('Gym')] };
      const widget = await callService(console, 'POST', '/v1/widgets', wanted);
      site.show(
        `<script src="${console.url}/widget.js" defer></script><avow-chat api-key="${widget.key}" storage="none"></avow-chat>`,
      );
      const ask = async () => {
        await page.goto(site.url);
        await page.getByPlaceholder('Type your question').fill('When does the Finnish sauna open?');
        await page.keyboard.press('Enter');
        await page.getByText('Was this helpful?').waitFor();
        await expect.poll(() => page.locator('.answer').getAttribute('data-avow-generated')).toBe('quoted');
      };
      const mark = page.getByText('Answered automatically, in the words of the sources.');
      const once = page.getByText('This chat answers automatically.');
      await ask();
      await expect.poll(async () => [await mark.isVisible(), await once.count()]).toEqual([true, 0]);
      await expectAccessible(session);
      const settings = { ...widget.settings, mark: 'chat' };
      await callService(console, 'PATCH', `/v1/widgets/${widget.widget_id}`, { settings });
      // Browsers keep the settings for a minute, unless they are asked anew.
      await page.route('**/v1/widget-settings', async (route) => {
        await route.continue({ headers: { ...route.request().headers(), 'cache-control': 'no-cache' } });
      });
      await ask();
      await expect.poll(async () => [await mark.isVisible(), await once.isVisible()]).toEqual([false, true]);
      await expectAccessible(session);
      expect(faults).toEqual([]);
    },
  );
});
