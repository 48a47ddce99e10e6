import { signInAs } from '@avow/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';
import { type ModelServer, startModelServer } from '../support/start-model-server.ts';

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

export function testModels({ console, session }: PageTools): void {
  describe('language models', () => {
    let server: ModelServer;
    beforeAll(async () => {
      server = await startModelServer();
    });
    afterAll(() => server.close());

    it.each(widths)(
      'are added, checked, priced, ordered, budgeted and removed, at $width pixels',
      async (size) => {
        const { page, faults } = session();
        const { service, tenantId } = console();
        const operator = await signInAs(service, tenantId, 'operator');
        await page.setViewportSize(size);
        await signIn(session(), operator, '/console/settings?tab=models');
        await page.getByText('The models are set here.').waitFor();
        const add = async (name: string) => {
          await page.getByRole('button', { name: 'Add a model' }).click();
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('Provider').selectOption('openai_compatible');
          await dialog.getByLabel('Name of the model').fill(name);
          await dialog.getByLabel('Address of the server').fill(server.address);
          await dialog.getByLabel('API key').fill('sk-console-secret');
          return dialog;
        };

        const large = await add('large-model');
        await large.getByLabel('Currency').fill('eur');
        await large.getByLabel('Price of a million tokens read').fill('1');
        await large.getByLabel('Price of a million tokens written').fill('2');
        await large.getByLabel('At most per day').fill('5');
        await large.getByRole('button', { name: 'Check' }).click();
        await large.getByText('It works.').waitFor();
        expect(server.keys()).toContain('Bearer sk-console-secret');
        await expectAccessible(session());
        await large.getByRole('button', { name: 'Save' }).click();
        await page.getByText('1 and 2 EUR a million tokens · at most 5 EUR a day').waitFor();

        // A second one that does not work is seen before it is saved.
        const small = await add('small-model');
        server.failNext();
        await small.getByRole('button', { name: 'Check' }).click();
        await small.getByText('It does not work').waitFor();
        await small.getByLabel('Currency').fill('EUR');
        await small.getByLabel('Price of a million tokens read').fill('0.1');
        await small.getByLabel('Price of a million tokens written').fill('0.2');
        await small.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('button', { name: 'Ask small-model earlier' }).click();
        await page.getByRole('button', { name: 'Ask small-model later' }).waitFor();

        await page.getByRole('button', { name: 'Set a model: Guardrails' }).waitFor();
        await page.getByRole('button', { name: 'Set the budget' }).click();
        await page.getByRole('dialog').getByLabel('Per month').fill('50');
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await page.getByText('At most 50 EUR a month. Once it is spent: Refuse questions.').waitFor();
        await expectAccessible(session());
        expect(await page.content()).not.toContain('sk-console-secret');

        await page.getByRole('button', { name: 'Set the budget' }).click();
        await page.getByRole('dialog').getByLabel('Per month').fill('');
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await page.getByText('No limit.').waitFor();
        for (const name of ['large-model', 'small-model']) {
          await page.getByRole('button', { name: `Remove ${name}` }).click();
          await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
          await page.getByRole('button', { name: `Remove ${name}` }).waitFor({ state: 'detached' });
        }
        expect(faults).toEqual([]);
      },
    );
  });
}
