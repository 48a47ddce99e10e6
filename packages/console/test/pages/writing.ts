import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';
import { sizes } from '../support/sizes.ts';

/** What a content owner writes without any file. */
export function testWriting({ console, session }: PageTools): void {
  describe.each(sizes)('writing $name', (size) => {
    it('writes a document with a preview, edits it, and refuses to write over another', async () => {
      const { page, faults } = session();
      await page.setViewportSize(size);
      const { id: packId } = await callService(console(), 'POST', '/v1/content-packs', {
        name: `Written ${size.name}`,
      });
      await signIn(session(), console().owner, `/console/content/${packId}`);
      await page.getByRole('link', { name: 'New document' }).click();
      await page.getByLabel('Title').fill('Opening hours');
      expect(await page.getByLabel('Path').inputValue()).toBe('opening-hours.md');
      await page.getByRole('textbox', { name: 'Text' }).fill('# Hours\n\n- We open at **nine**.\n');
      await page.getByRole('region', { name: 'Preview of Text' }).getByRole('listitem').waitFor();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('Saved to the draft.').first().waitFor();
      await page.getByRole('link', { name: 'Opening hours' }).click();

      await page.getByRole('button', { name: 'Edit text' }).click();
      await page.getByRole('textbox', { name: 'Text' }).fill('# Hours\n\n- We open at **eight**.\n');
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Save text to the draft' }).click();
      await page.locator('.document-text', { hasText: 'We open at eight.' }).waitFor();

      await page.goto(`/console/content/${packId}/documents/new`);
      await page.getByLabel('Title').fill('Opening hours');
      await page.getByRole('textbox', { name: 'Text' }).fill('We never open.');
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('The draft already has a document with the path opening-hours.md.').waitFor();
      const { data } = await callService(console(), 'GET', `/v1/content-packs/${packId}/documents`);
      expect(data).toMatchObject([{ title: 'Opening hours', source: 'opening-hours.md' }]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        size.width,
      );
      expect(faults).toEqual([]);
    });
  });
}
