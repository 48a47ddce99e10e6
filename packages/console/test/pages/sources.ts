import { startFakeConfluence } from '@avow/connectors/testing';
import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

const hostile = '<img src=x onerror="document.title=1">';

export function testSources({ console, session }: PageTools): void {
  describe('sources', () => {
    it('adds a wiki by its form, plans and runs a sync, lists what was left out, and removes it', async () => {
      const { page, faults } = session();
      const wiki = await startFakeConfluence('cloud');
      await wiki.put('Returns', '<p>A lamp can be returned within 30 days.</p>');
      await wiki.put(hostile, '<p>For directors alone.</p>');
      wiki.restrictions.set(hostile, ['directors']);
      try {
        const { id: packId } = await callService(console(), 'POST', '/v1/content-packs', { name: 'Synced' });
        await signIn(session(), console().owner, `/console/content/${packId}?tab=sources`);
        await page.getByRole('link', { name: 'Add source' }).click();
        await page.getByLabel('Kind').selectOption('confluence');
        await page.getByLabel('Name', { exact: true }).fill('Not A Name');
        await page.getByLabel('Address').fill(wiki.url);
        await page.getByLabel('Key of the space').fill('DOCS');
        await page.getByLabel('Permissions of the source').selectOption('mapped');
        await page.getByLabel('Groups that stand for its readers').fill('nonsense');
        await page.getByLabel('User name').fill('reader@example.com');
        await page.getByLabel('Token').fill('secret');
        await page.getByLabel('Read it').selectOption('');
        const submit = page.getByRole('button', { name: 'Add source' });
        await submit.click();
        await page.getByText('must be a principal').waitFor();
        await page.getByLabel('Groups that stand for its readers').fill('space:DOCS = *');
        await submit.click();
        await page.getByText('Must be 1 to 64 lower-case letters').first().waitFor();
        await expectAccessible(session());
        await page.getByLabel('Name', { exact: true }).fill('wiki');
        await submit.click();
        await page.getByRole('heading', { name: 'wiki', level: 1 }).waitFor();
        await page.getByText('Published', { exact: true }).waitFor();
        await page.getByText('no group stands for').waitFor();
        // A title with markup is drawn as text.
        await page.getByText(`wiki/${hostile}.html`).first().waitFor();
        await expect.poll(() => page.locator('img[src="x"]').count()).toBe(0);
        await wiki.put('Repairs', '<p>Repairs take 12 working days.</p>');
        await page.getByRole('button', { name: 'Plan' }).click();
        await page.getByRole('heading', { name: 'What a sync would change' }).waitFor();
        await page.getByText('wiki/Repairs.html').waitFor();
        await expectAccessible(session());
        await page.getByRole('button', { name: 'Sync now' }).click();
        await page.getByText('Version 2').waitFor();
        await page.getByLabel('Read it').selectOption('60');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Saved.').waitFor();
        const path = `/v1/content-packs/${packId}/sources`;
        const [source] = (await callService(console(), 'GET', path)).data;
        expect(source).toMatchObject({ sync_every_minutes: 60, credentials: ['username', 'token'] });
        await page.getByRole('button', { name: 'Remove source' }).click();
        await page.getByLabel('Remove its documents from the draft, too').check();
        await page.getByRole('dialog').getByRole('button', { name: 'Remove source' }).click();
        await page.getByText('No sources yet').waitFor();
        expect((await callService(console(), 'GET', `/v1/content-packs/${packId}/documents`)).data).toEqual(
          [],
        );
        // Its last version would be near the questions of other tests.
        await callService(console(), 'DELETE', `/v1/content-packs/${packId}`);
        expect(faults).toEqual([]);
      } finally {
        await wiki.close();
      }
    });
  });
}
