import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ConsoleSession, expectAccessible } from './console-session.ts';
import type { Gym } from './open-gym.ts';
import type { Product } from './start-product.ts';

/** What the tests of every task share. */
export interface TaskTools {
  readonly product: () => Product;
  /** A tenant whose people do the tasks. */
  readonly gym: () => Gym;
  /** A window of the size that the tasks are done in, opened for each test. */
  readonly session: () => ConsoleSession;
  /** A window of the same size for somebody else; it is closed with the test. */
  readonly openWindow: () => Promise<ConsoleSession>;
}

/** Opens a page by its name in the navigation, which is behind a button on a phone. */
export async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open navigation' });
  // Behind the name may be a count of what waits there.
  const links = page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: new RegExp(`^${name}`) });
  // A page that has just been loaded anew may have drawn neither.
  await menu.or(links).locator('visible=true').first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await links.locator('visible=true').first().click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Nothing on the page bars anybody from it, and nothing sticks out of the window. */
export async function expectUsable(session: ConsoleSession): Promise<void> {
  await expect
    .poll(() => session.page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    .toBe(true);
  await expectAccessible(session);
}
