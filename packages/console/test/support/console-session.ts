import type { SignedIn } from '@avow/server/testing';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A window of the console, and everything that went wrong in it. */
export interface ConsoleSession {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, and what the content security policy stopped. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export async function openConsoleSession(browser: Browser, url: string): Promise<ConsoleSession> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A refusal that a page shows is also reported by the browser, and is not a fault.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  return { page, context, faults, close: () => context.close() };
}

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

/** WCAG 2.2 A and AA, as far as a program can tell. */
export async function expectAccessible({ page }: ConsoleSession): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Evaluated in the page itself, and without a description of everything that is right: a third of the time. Frames of other
    // origins are reached from outside alone.
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

/** Moves the focus to something with the tabulator alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the tabulator does not lead there');
}
