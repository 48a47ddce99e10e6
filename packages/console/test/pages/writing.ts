import { describe, expect, it } from 'vitest';
import { callService, waitUntil } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';
import { sizes } from '../support/sizes.ts';

/** What a content owner writes without any file. */
export function testWriting({ console, session }: PageTools): void {
  /** A document of a draft; returns its id once it is read. */
  const addDocument = async (packId: string): Promise<string> => {
    const path = `/v1/content-packs/${packId}/documents`;
    const body = { source: 'hours.md', title: 'Hours', text: 'We open at nine.' };
    await callService(console(), 'POST', path, body);
    const { data } = await waitUntil(
      () => callService(console(), 'GET', path),
      (found) => found.data.length > 0,
    );
    return data[0].id;
  };

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
      await expect.poll(() => page.getByLabel('Path').inputValue()).toBe('opening-hours.md');
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
      await expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
        .toBeLessThanOrEqual(size.width);
      expect(faults).toEqual([]);
    });

    it('asks before typed words are left behind, on the pages of documents and pairs', async () => {
      const { page, faults } = session();
      await page.setViewportSize(size);
      const call = (path: string, body: object) =>
        callService(console(), 'POST', `/v1/content-packs${path}`, body);
      const { id: packId } = await call('', { name: `Left ${size.name}` });
      const { id: pairId } = await call(`/${packId}/qna`, { question: 'Who opens?', answer: 'The porter.' });
      const documentId = await addDocument(packId);
      await signIn(session(), console().owner, `/console/content/${packId}`);
      const pages: [path: string, field: string, open?: string][] = [
        ['pairs/new', 'Answer'],
        [`pairs/${pairId}`, 'Answer'],
        ['documents/new', 'Text'],
        [`documents/${documentId}`, 'Text', 'Edit text'],
      ];
      for (const [path, field, open] of pages) {
        await page.goto(`/console/content/${packId}/${path}`);
        if (open !== undefined) await page.getByRole('button', { name: open }).click();
        await page.getByRole('textbox', { name: field }).fill('Typed for an hour.');
        await page.getByRole('link', { name: `Left ${size.name}` }).click();
        const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
        await dialog.getByRole('listitem').filter({ hasText: field }).waitFor();
        await expectAccessible(session());
        await dialog.getByRole('button', { name: 'Stay here' }).click();
        const closing = page.waitForEvent('dialog');
        await page.close({ runBeforeUnload: true });
        const asked = await closing;
        expect(asked.type()).toBe('beforeunload');
        await asked.dismiss();
        await expect
          .poll(() => page.getByRole('textbox', { name: field }).inputValue())
          .toBe('Typed for an hour.');
        await page.getByRole('link', { name: `Left ${size.name}` }).click();
        await dialog.getByRole('button', { name: 'Discard changes and leave' }).click();
        await page.getByRole('heading', { name: `Left ${size.name}` }).waitFor();
      }
      expect(faults).toEqual([]);
    });

    it('writes over nothing that somebody else saved meanwhile, and keeps what was typed', async () => {
      const { page, faults } = session();
      await page.setViewportSize(size);
      const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) =>
        callService(console(), method, `/v1/content-packs${path}`, body);
      const { id: packId } = await call('POST', '', { name: `Two tabs ${size.name}` });
      const path = `/${packId}/documents/${await addDocument(packId)}`;
      await signIn(session(), console().owner, `/console/content${path}`);
      await page.getByRole('button', { name: 'Edit text' }).click();
      await page.getByRole('textbox', { name: 'Text' }).fill('We open at ten.');
      await call('PATCH', path, { text: 'We open at eight.', title: 'Hours of the office' });
      await page.getByRole('button', { name: 'Save text to the draft' }).click();
      await page.getByText('Somebody else has saved this since you opened it').waitFor();
      await expectAccessible(session());
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue())
        .toBe('We open at ten.');
      expect((await call('GET', path)).text).toBe('We open at eight.');
      await page.getByRole('button', { name: 'See what is stored now' }).click();
      await page.locator('.diff .gone', { hasText: 'We open at eight.' }).waitFor();
      await page.getByText('Also changed meanwhile, and kept if you go on: Title.').waitFor();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Go on with what I typed' }).click();
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Hours of the office');
      await page.getByRole('button', { name: 'Save text to the draft' }).click();
      await page.locator('.document-text', { hasText: 'We open at ten.' }).waitFor();
      expect(await call('GET', path)).toMatchObject({
        text: 'We open at ten.',
        title: 'Hours of the office',
      });

      const pair = { question: 'Who opens?', answer: 'The porter.' };
      const { id: pairId } = await call('POST', `/${packId}/qna`, pair);
      await page.goto(`/console/content/${packId}/pairs/${pairId}`);
      await page.getByRole('textbox', { name: 'Answer' }).fill('The guard.');
      await call('PUT', `/${packId}/qna/${pairId}`, { ...pair, answer: 'The cook.' });
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByRole('button', { name: 'See what is stored now' }).click();
      await page.locator('.diff .gone', { hasText: 'The cook.' }).waitFor();
      await page.getByRole('button', { name: 'Discard what I typed' }).click();
      await expect.poll(() => page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('The cook.');
      await page.getByRole('textbox', { name: 'Answer' }).fill('The guard.');
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('Saved to the draft.').waitFor();
      expect((await call('GET', `/${packId}/qna/${pairId}`)).answer).toBe('The guard.');
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
      await expect.poll(() => page.url()).toContain('owner=Ada');
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
      await expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
        .toBeLessThanOrEqual(size.width);
      expect(faults).toEqual([]);
    });
  });
}
