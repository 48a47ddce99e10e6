import { describe, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

export function testGuardrails({ console, session }: PageTools): void {
  describe('guardrails by form', () => {
    it('says what is wrong with a policy by the names of its fields', async () => {
      const { page } = session();
      await signIn(session(), console().owner, '/console/guardrails');
      await page.getByLabel('Add a check').selectOption('topic');
      await page.getByRole('button', { name: 'Add a check' }).click();
      await page.getByRole('button', { name: 'Save changes…' }).click();
      await page.getByRole('button', { name: 'Save policy' }).click();
      await page.getByText(/^Topics › Denied topics › 1 › name: /).waitFor();
    });
  });
}
