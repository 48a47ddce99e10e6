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

    it('discards one change of the draft, then all of them', async () => {
      const { page, faults } = session();
      await page.setViewportSize(size);
      const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
        callService(console(), method, `/v1/content-packs${path}`, body);
      const { id: packId } = await call('POST', '', { name: `Discarded ${size.name}` });
      const pairs = ['Who has the key?', 'Who has the map?', 'Who has the lamp?'];
      for (const question of pairs) await call('POST', `/${packId}/qna`, { question, answer: 'The porter.' });
      await signIn(session(), console().owner, `/console/content/${packId}?tab=changes`);
      await page.getByRole('button', { name: 'Discard the change of Who has the key?' }).click();
      await expectAccessible(session());
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await page.getByText('1 change is discarded.').waitFor();
      await page.getByRole('button', { name: 'Discard all changes' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await page.getByText('2 changes are discarded.').waitFor();
      await page.getByText('The draft is as published').waitFor();
      expect((await call('GET', `/${packId}`)).draft).toEqual({
        ...{ document_count: 0, qna_count: 0, changed: false },
      });
      expect(faults).toEqual([]);
    });

    it('gives several documents and pairs an owner and tags, filters by them, and deletes some', async () => {
      const { page, faults } = session();
      await page.setViewportSize(size);
      const call = (method: 'GET' | 'POST', path: string, body?: object) =>
        callService(console(), method, `/v1/content-packs${path}`, body);
      const { id: packId } = await call('POST', '', { name: `Many ${size.name}` });
      for (const question of ['Who opens?', 'Who closes?', 'Who cleans?'])
        await call('POST', `/${packId}/qna`, { question, answer: 'The porter.' });
      await signIn(session(), console().owner, `/console/content/${packId}?tab=pairs`);
      await page.getByLabel('Select Who opens?').check();
      await page.getByLabel('Select Who closes?').check();
      await page.getByText('2 selected').waitFor();
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByLabel('Owner').fill('Ada Wong');
      await page.getByLabel('Add tags').fill('keys, doors');
      await expectAccessible(session());
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('2 entries are changed.').waitFor();
      await page.getByLabel('Owner', { exact: true }).selectOption('Ada Wong');
      await page.getByRole('link', { name: 'Who cleans?' }).waitFor({ state: 'detached' });
      expect(page.url()).toContain('owner=Ada');
      await expectAccessible(session());
      await page.getByLabel('Select Who opens?').check();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('1 entry is deleted from the draft.').waitFor();
      await page.getByRole('link', { name: 'Who closes?' }).click();
      await page.getByRole('region', { name: 'Owner' }).getByLabel('Owner').fill('Grace');
      await page.getByRole('region', { name: 'Owner' }).getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.', { exact: true }).waitFor();
      const { data } = await call('GET', `/${packId}/qna`);
      expect(data).toMatchObject([{ owner: 'Grace', tags: ['keys', 'doors'] }, { owner: null }]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        size.width,
      );
      expect(faults).toEqual([]);
    });
  });
}
