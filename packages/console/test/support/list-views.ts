import type { Page } from 'playwright-core';
import { addWiki } from './add-wiki.ts';
import type { ConsoleService } from './console-service.ts';

/** A page as somebody may find it. */
export interface View {
  readonly name: string;
  readonly path: string;
  /** Also what is below the edge of the window. */
  readonly isWhole?: boolean;
  /** What is done on it before it is looked at. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export async function listViews(console: ConsoleService): Promise<readonly View[]> {
  const { service, key } = console;
  const read = async (path: string) => (await service.get(key, path)).json();
  const packs = await read('/v1/content-packs');
  const { id: packId } = packs.data.at(-1);
  const documents = await read(`/v1/content-packs/${packId}/documents`);
  const pairs = await read(`/v1/content-packs/${packId}/qna`);
  const sourceId = await addWiki(console, packId);
  const answered = await service.ask(key, { prompt: 'Can I carry over unused holiday?' });
  return [
    { name: 'sign-in', path: '/console' },
    { name: 'docs', path: '/docs' },
    {
      name: 'docs-operation',
      path: '/docs#executeQuery',
      prepare: async (page) => {
        await page.reload();
        await page.getByLabel('Send as').waitFor();
        await page.getByRole('button', { name: 'Send POST request' }).click();
        await page.getByRole('region', { name: 'Response', exact: true }).waitFor();
      },
    },
    { name: 'docs-schema', path: '/docs#schema-QueryResponse' },
    { name: 'home', path: '/console/' },
    { name: 'ask', path: '/console/ask' },
    { name: 'answer', path: `/console/ask/${answered.message_id}`, isWhole: true },
    {
      name: 'proof',
      path: `/console/ask/${answered.message_id}`,
      isWhole: true,
      prepare: async (page) => {
        await page.getByRole('tab', { name: 'Record and proof' }).click();
        await page.getByRole('button', { name: 'Check the proof in this browser' }).click();
        await page.getByText('The record is in the log, unchanged.').waitFor();
      },
    },
    {
      name: 'palette',
      path: '/console/ask',
      prepare: async (page) => page.keyboard.press('Control+k'),
    },
    {
      name: 'content',
      path: '/console/content',
      prepare: async (page) => page.keyboard.press('Escape'),
    },
    { name: 'pack', path: `/console/content/${packId}` },
    { name: 'sources', path: `/console/content/${packId}?tab=sources` },
    { name: 'source', path: `/console/content/${packId}/sources/${sourceId}`, isWhole: true },
    {
      name: 'source-new',
      path: `/console/content/${packId}/sources/new`,
      isWhole: true,
      prepare: (page) => page.getByLabel('Kind').selectOption('sharepoint'),
    },
    { name: 'pack-pairs', path: `/console/content/${packId}?tab=pairs` },
    {
      name: 'unanswered',
      path: '/console/unanswered',
      prepare: (page) => page.locator('.choices button').first().click(),
    },
    { name: 'review', path: '/console/review' },
    { name: 'records', path: '/console/records' },
    { name: 'record', path: `/console/records/${answered.message_id}` },
    { name: 'log', path: '/console/records?tab=access' },
    { name: 'guardrails', path: '/console/guardrails' },
    { name: 'guardrail-results', path: '/console/guardrails?tab=results' },
    { name: 'quality', path: '/console/quality' },
    { name: 'golden', path: '/console/quality?tab=golden' },
    { name: 'operations', path: '/console/operations' },
    { name: 'settings', path: '/console/settings' },
    { name: 'people', path: '/console/settings?tab=people' },
    { name: 'keys-new', path: '/console/settings', prepare: openKeyForm },
    { name: 'webhooks', path: '/console/settings?tab=webhooks' },
    { name: 'widget', path: '/console/settings?tab=widget' },
    { name: 'models', path: '/console/settings?tab=models' },
    { name: 'account', path: '/console/account' },
    { name: 'pack-changes', path: `/console/content/${packId}?tab=changes` },
    { name: 'pack-versions', path: `/console/content/${packId}?tab=versions` },
    { name: 'pack-report', path: `/console/content/${packId}?tab=report` },
    { name: 'document', path: `/console/content/${packId}/documents/${documents.data[0].id}` },
    {
      name: 'pair',
      path: `/console/content/${packId}/pairs/${pairs.data[0].id}`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Compare with past questions' }).click();
        await page.getByText(/past messages would be answered/).waitFor();
      },
    },
  ];
}

/** With the origins of a publishable key. */
async function openKeyForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^For a web page/)
    .click();
}
