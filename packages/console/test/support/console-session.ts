import type { SignedIn } from '@avow/server/testing';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { outlinePage } from './outline-page.ts';

/** A window of the console, and everything that went wrong in it. */
export interface ConsoleSession {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, and what the content security policy stopped. */
  readonly faults: readonly string[];
  /** Waits until nothing is asked of the service any more, and what came is drawn. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** As long as everything else that tests wait for. */
const timeoutMs = 300_000;

export async function openConsoleSession(browser: Browser, url: string): Promise<ConsoleSession> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A refusal that a page shows is also reported by the browser, and is not a fault.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  const requests = { begun: 0, ended: 0 };
  page.on('request', () => (requests.begun += 1));
  const onEnd = () => (requests.ended += 1);
  page.on('requestfinished', onEnd).on('requestfailed', onEnd);
  const settled = async () => {
    for (;;) {
      await expect.poll(() => requests.begun - requests.ended).toBe(0);
      const { begun } = requests;
      await page.evaluate(twoFrames);
      await page.locator('#main .spinner').first().waitFor({ state: 'detached' });
      if (requests.begun === begun) return;
    }
  };
  return { page, context, faults, settled, close: () => context.close() };
}

/** What has arrived is drawn in the first, and what that asks for has been asked in the second. */
const twoFrames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/** Opens a page as somebody who has signed in before. */
export async function signIn(
  { page, context }: ConsoleSession,
  { cookie }: Pick<SignedIn, 'cookie'>,
  path = '/console',
): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/' }]);
  await page.goto(path);
  await page.locator('#main').waitFor();
}

/** The parts of pages that were found free of faults: to examine one takes longer than everything else that is done on it. */
const examined = new Set<string>();

/**
 * WCAG 2.2 A and AA, as far as a program can tell. What is found on a page that is being drawn again is a fault only if it
 * stays.
 */
export async function expectAccessible({ page }: ConsoleSession): Promise<void> {
  const parts = await outlinePage(page);
  if (parts.every((part) => examined.has(part))) return;
  let found = await listViolations(page);
  for (let before: readonly string[] = []; found.join() !== before.join(); ) {
    before = found;
    found = await listViolations(page);
  }
  expect(found).toEqual([]);
  for (const part of parts) examined.add(part);
}

async function listViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Evaluated in the page itself, and without a description of everything that is right: a third of the time. Frames of other
    // origins are reached from outside alone.
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

/** Moves the focus to something with the tabulator alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the tabulator does not lead there');
}
