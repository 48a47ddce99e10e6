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
  });
}
