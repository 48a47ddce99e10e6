import { describe, expect, it } from 'vitest';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

export function testGuide({ console, session }: PageTools): void {
  describe('the guide', () => {
    it.each([1440, 390])('is a step away from a page, and is searched, at %i pixels', async (width) => {
      const { page, faults } = session();
      await page.setViewportSize({ width, height: 900 });
      await signIn(session(), console().owner, '/console/records');
      const link = page.locator('#main').getByRole('link', { name: 'Guide' });
      await expect.poll(() => link.getAttribute('href')).toBe('/guide/audit-records');
      await expect.poll(() => page.evaluate('document.fonts.check(\'14px "Inter Variable"\')')).toBe(true);
      await page.goto('/guide/audit-records');
      await page.getByRole('heading', { name: 'Audit records', level: 1 }).waitFor();
      await expectAccessible(session());
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth'))
        .toBeLessThanOrEqual(width);
      await page.getByLabel('Search the guide').fill('legal hold');
      await page.getByText(/^\d+ sections$/).waitFor();
      await expectAccessible(session());
      await page
        .getByRole('link', { name: /Legal holds/ })
        .first()
        .click();
      await page.getByRole('heading', { name: /Legal holds/ }).waitFor();
      await expect.poll(() => page.url()).toContain('/guide/erasure-and-retention');
      await page.getByLabel('Search the guide').fill('xylophone');
      await page.getByText('Nothing in the guide has any of these words.').waitFor();
      expect(faults).toEqual([]);
    });
  });
}
