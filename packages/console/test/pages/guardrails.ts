import { afterAll, describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

export function testGuardrails({ console, session }: PageTools): void {
  describe('guardrails by form', () => {
    afterAll(() => callService(console(), 'DELETE', '/v1/guardrails'));

    it.each(widths)('switches a check off and on again without losing it, at $width pixels', async (size) => {
      const { page, faults } = session();
      await callService(console(), 'DELETE', '/v1/guardrails');
      await page.setViewportSize(size);
      await signIn(session(), console().owner, '/console/guardrails');
      const profanity = page.getByRole('switch', { name: 'Profanity, Question' });
      const flip = () => page.locator('label', { has: profanity }).click();
      await flip();
      await page.getByText('Off. It keeps its settings.').waitFor();

      // Somebody who goes elsewhere is asked first.
      await page.locator('a.brand:visible').click();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
      await page.getByText('Profanity: switched off. It keeps its settings.').waitFor();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Stay here' }).click();

      await page.getByRole('button', { name: 'Save changes…' }).click();
      await page.getByRole('dialog', { name: 'Save these changes?' }).waitFor();
      await page.getByText('Profanity: switched off. It keeps its settings.').waitFor();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Save policy' }).click();
      await page.getByText('The policy is in force.').waitFor();
      const { policy } = await callService(console(), 'GET', '/v1/guardrails');
      expect(policy.guardrails.find(({ name }: { name: string }) => name === 'Profanity')).toMatchObject({
        enabled: false,
      });

      // It is still in its place, and can be switched on again.
      await page.reload();
      await flip();
      await page.getByRole('button', { name: 'Save changes…' }).click();
      await page.getByText('Profanity: switched on.').waitFor();
      await page.getByRole('button', { name: 'Save policy' }).click();
      await page.getByText('The policy is in force.').waitFor();
      const after = await callService(console(), 'GET', '/v1/guardrails');
      expect(after.policy.guardrails).toEqual(
        policy.guardrails.map((each: object) => ({ ...each, enabled: true })),
      );
      expect(faults).toEqual([]);
    });

    it.each(widths)(
      'denies a topic in plain fields, tries a sentence, and reads what was blocked, at $width pixels',
      async (size) => {
        const { page, faults } = session();
        const { service, key } = console();
        await callService(console(), 'DELETE', '/v1/guardrails');
        await page.setViewportSize(size);
        await signIn(session(), console().owner, '/console/guardrails');
        await page.getByLabel('Add a check').selectOption('words');
        await page.getByText('Finds words and phrases of your list').last().waitFor();
        await page.getByRole('button', { name: 'Add a check' }).click();
        await page.getByLabel('Mode').selectOption('enforce');
        await page.getByLabel('On a finding').selectOption('block');
        await page.getByRole('textbox', { name: 'Words', exact: true }).fill('heron\nproject falcon');

        await page.getByLabel('Add a check').selectOption('topic');
        await page.getByRole('button', { name: 'Add a check' }).click();
        await page.getByRole('button', { name: 'Add to: Denied topics' }).click();
        await page.getByLabel('Name of the topic').fill('Legal advice');
        await page.getByLabel('What it is about').fill('Questions about lawsuits, contracts and the law.');
        await page
          .getByLabel('Questions of this kind')
          .fill('Can I sue my landlord?\nIs this contract valid?');
        await expectAccessible(session());

        // This installation has no model that compares meanings: the topic is kept for later, switched off.
        await page.locator('label', { has: page.getByRole('switch', { name: 'Topics, Question' }) }).click();
        await page.getByRole('textbox', { name: 'Sentence' }).fill('When does the heron fly?');
        await page.getByRole('button', { name: 'Check it' }).click();
        await page.getByText('It is blocked.').waitFor();
        await expectAccessible(session());

        await page.getByRole('button', { name: 'Save changes…' }).click();
        await page.getByText('Words: added.').waitFor();
        await page.getByRole('button', { name: 'Save policy' }).click();
        await page.getByText('The policy is in force.').waitFor();
        const { policy } = await callService(console(), 'GET', '/v1/guardrails');
        expect(policy.guardrails.at(-1)).toMatchObject({
          check: 'topic',
          settings: {
            denied: [
              { name: 'Legal advice', examples: ['Can I sue my landlord?', 'Is this contract valid?'] },
            ],
          },
        });

        // What is blocked from now on is counted, and the count leads to it.
        const { message_id: id } = await service.ask(key, { prompt: 'When does the heron fly?' });
        await page.getByRole('tab', { name: 'Results' }).click();
        await page.reload();
        await page.getByRole('link', { name: 'Words, blocked' }).first().click();
        await page.getByText('Only messages in which “Words” blocked.').waitFor();
        await page.goto(`/console/records/${id}`);
        await page.getByText('When does the heron fly?').first().waitFor();
        expect(faults).toEqual([]);
      },
    );

    it('says what is wrong with a policy by the names of its fields', async () => {
      const { page } = session();
      await signIn(session(), console().owner, '/console/guardrails');
      await page.getByLabel('Add a check').selectOption('topic');
      await page.getByRole('button', { name: 'Add a check' }).click();
      await page.getByRole('button', { name: 'Add to: Denied topics' }).click();
      await page.getByRole('button', { name: 'Save changes…' }).click();
      await page.getByRole('button', { name: 'Save policy' }).click();
      await page.getByText(/^Topics › Denied topics › 1 › name: /).waitFor();
    });
  });
}
