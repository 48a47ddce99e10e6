import { signInAs } from '@avow/server/testing';
import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

const hostile = '<img src=x onerror="document.title=1">';

export function testContent({ console, session }: PageTools): void {
  describe('content', () => {
    it('creates a key on the first page, for a request that works as it is copied', async () => {
      const { page } = session();
      await signIn(session(), console().owner, '/console/');
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByText('This key is shown once').waitFor();
      await expectAccessible(session());
      const [key = ''] = /avw_live_\w+/.exec((await page.locator('pre.code').textContent()) ?? '') ?? [];
      expect((await console().service.ask(key, { prompt: 'Who approves travel?' })).status).toBe('delivered');
    });

    it('creates a pack, adds a pair, publishes it and serves it, with hostile text in every field', async () => {
      const { page, faults } = session();
      const { service, key } = console();
      await signIn(session(), console().owner, '/console/content');
      await page.getByRole('button', { name: 'New pack' }).click();
      await page.getByLabel('Name').fill(hostile);
      await page.getByLabel('Description').fill(hostile);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: hostile }).waitFor();
      await page.getByText('No documents in the draft').waitFor();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('There is nothing to publish yet').waitFor();
      await expect
        .poll(() => page.getByRole('dialog').getByRole('button', { name: 'Publish' }).isDisabled())
        .toBe(true);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'New pair' }).click();
      await page.getByRole('textbox', { name: 'Question' }).fill('What is the code of the gate?');
      await page.getByLabel('Other phrasings').fill(`gate code?\n${hostile}`);
      await page.getByRole('textbox', { name: 'Answer' }).fill(`Ask the porter. ${hostile}`);
      await page.getByLabel('Source').fill(hostile);
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('Saved to the draft.').waitFor();
      await page.getByRole('link', { name: hostile }).click();
      await page.getByRole('link', { name: 'What is the code of the gate?' }).waitFor();
      await page.getByRole('tab', { name: 'Changes' }).click();
      await page.getByRole('button', { name: /^Show how What is the code/ }).click();
      await page.locator('.diff .added', { hasText: `Ask the porter. ${hostile}` }).waitFor();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Note').fill(hostile);
      await dialog.getByRole('button', { name: 'Publish' }).press('Space');
      await page.getByText('Version 1 is published.').first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Versions' }).click();
      await page.getByRole('cell', { name: hostile }).waitFor();
      const { answer } = await service.ask(key, { prompt: 'What is the code of the gate?' });
      expect(answer).toContain('Ask the porter.');
      await expect.poll(() => page.title()).toContain(hostile);
      await expect.poll(() => page.locator('img[src="x"]').count()).toBe(0);
      expect(faults).toEqual([]);
    });

    it('says that the demonstration ends with content of one’s own, and serves it again', async () => {
      const { page, faults } = session();
      const { service } = console();
      const tenantId = await service.createTenant('try');
      const owner = await signInAs(service, tenantId, 'owner');
      await service.loadPack(
        tenantId,
        { 'leave.md': '# Leave\n\nThere are 27 days.\n' },
        'larkfield-handbook',
      );
      await service.loadPack(tenantId, { 'bread.md': '# Bread\n\nRye bread is 4 euros.\n' }, 'Our bakery');
      await signIn(session(), owner, '/console/content');
      await page.getByText('no longer from the demonstration (larkfield-handbook)').waitFor();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Answer from it too' }).click();
      await page.getByText('no longer from the demonstration').waitFor({ state: 'detached' });
      await expect.poll(() => page.getByText('Version 1').count()).toBe(2);
      expect(faults).toEqual([]);
    });

    it('shows which past questions a pair would answer, before and after saving, and what is wrong with one', async () => {
      const { page } = session();
      const { service, key } = console();
      const packs = (await service.get(key, '/v1/content-packs')).json();
      const { id } = packs.data.find(({ name }: { name: string }) => name === 'Office handbook');
      await service.ask(key, { prompt: 'May I bring my parrot to work?' });
      await signIn(
        session(),
        console().owner,
        `/console/content/${id}/pairs/new?question=May+I+bring+my+parrot+to+work`,
      );
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Question' }).inputValue())
        .toBe('May I bring my parrot to work');
      await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, on Fridays.');
      await page.getByRole('button', { name: 'Compare with past questions' }).click();
      await page.getByRole('cell', { name: 'May I bring my parrot to work?' }).waitFor();
      await page.getByLabel('Valid from').fill('2026-02-02');
      await page.getByLabel('Valid until').fill('2026-02-01');
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('Must be later than valid_from').first().waitFor();
      // Saving it compares it again, without being asked.
      await page.reload();
      await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, on Fridays.');
      await expect
        .poll(() => page.getByRole('cell', { name: 'May I bring my parrot to work?' }).count())
        .toBe(0);
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('Saved to the draft.').waitFor();
      await page.getByRole('cell', { name: 'May I bring my parrot to work?' }).waitFor();
      await expect.poll(() => page.url()).toMatch(/\/pairs\/qna_/);
    });

    it('uploads files with their faults, and changes who gets answers from a document', async () => {
      const { page } = session();
      const { service, key } = console();
      const created = await service.app.http.inject({
        method: 'POST',
        url: '/v1/content-packs',
        headers: { authorization: `Bearer ${key}` },
        payload: { name: 'Uploads' },
      });
      const packId: string = created.json().id;
      await signIn(session(), console().owner, `/console/content/${packId}`);
      await page.getByRole('button', { name: 'Upload files' }).click();
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'long.md', mimeType: 'text/markdown', buffer: Buffer.alloc(26_000_000, ' ') });
      await page.getByText('“long.md” has 26 MB. A file may have at most 20 MB').waitFor();
      const upload = page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true });
      await expect.poll(() => upload.isDisabled()).toBe(true);
      await page.locator('input[type=file]').setInputFiles([
        { name: 'good.md', mimeType: 'text/markdown', buffer: Buffer.from('# Good\n\nThis is read.\n') },
        { name: 'bad.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 not really') },
      ]);
      await upload.click();
      await page.getByText('Files that could not be read').waitFor();
      await page.getByText('bad.pdf').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('link', { name: 'Good' }).click();
      await page.getByLabel('Groups').fill('finance, board');
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('Saved to the draft.').waitFor();
      await expectAccessible(session());
      const { data } = (await service.get(key, `/v1/content-packs/${packId}/documents`)).json();
      expect(data[0].groups).toEqual(['board', 'finance']);
    });

    it('imports a table of questions and answers as pairs, which is offered where files are uploaded', async () => {
      const { page, faults } = session();
      const { service, key } = console();
      const { id: packId } = await callService(console(), 'POST', '/v1/content-packs', { name: 'Our FAQ' });
      const file = (text: string) => ({
        ...{ name: 'faq.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
      });
      await signIn(session(), console().owner, `/console/content/${packId}`);
      await page.getByRole('button', { name: 'Upload files' }).click();
      await page
        .locator('input[type=file]')
        .setInputFiles([
          file('question,answer,colour\nWhere is the pool?,On the roof.,blue\nAnd the bar?,,\n'),
        ]);
      await page.getByText('These look like questions and answers.').waitFor();
      await page.getByRole('button', { name: 'Import them as pairs' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import questions and answers' });
      await dialog.getByText('Columns that are imported: question, answer.').waitFor();
      await dialog.getByText('left out: colour.').waitFor();
      await dialog.getByText('Row 3: The answer is missing.').waitFor();
      await expectAccessible(session());
      await dialog.getByRole('button', { name: 'Import 1 pair' }).click();
      await dialog.getByText('What could not be imported').waitFor();
      await dialog.getByText(/1 added/).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('tab', { name: 'Curated pairs' }).click();
      await page.getByRole('link', { name: 'Where is the pool?' }).waitFor();
      // What is imported again is replaced, and what is not in the file stays.
      await page.getByRole('button', { name: 'Import a file' }).click();
      await dialog
        .getByLabel('Choose a file')
        .setInputFiles([file('question,answer\nWhen does it open?,At nine.\n')]);
      await dialog.getByRole('button', { name: 'Import 1 pair' }).click();
      await dialog.getByText(/1 added/).waitFor();
      const { data } = (await service.get(key, `/v1/content-packs/${packId}/qna`)).json();
      expect(data.map(({ question }: { question: string }) => question)).toEqual([
        'Where is the pool?',
        'When does it open?',
      ]);
      expect(faults).toEqual([]);
    });
  });
}
