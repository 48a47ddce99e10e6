import { scopes } from '@avow/contract/roles';
import { signInAs } from '@avow/server/testing';
import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';
import { sizes } from '../support/sizes.ts';

const question = 'Where is the canteen?';
const pairs = JSON.stringify([{ question, answer: 'On the second floor.' }]);
const drawn = 60;

export function testGuarantee({ console, session }: PageTools): void {
  /** A tenant of its own, whose answers have all been drawn by nobody yet. */
  async function createTenant(name: string) {
    const { service } = console();
    const tenantId = await service.createTenant(name);
    const key = await service.createKey(tenantId, {
      scopes: scopes.filter((scope) => scope !== 'tenants:manage'),
    });
    await service.loadPack(tenantId, { 'pairs.qna.json': pairs }, 'Canteen');
    for (let asked = 0; asked < drawn; asked += 1) await service.ask(key, { prompt: question });
    return { service, key, owner: await signInAs(service, tenantId, 'owner') };
  }

  describe('the guarantee for high confidence', () => {
    it.each(sizes)('is drawn for, checked, put in force and ended, $name', async ({ width, height }) => {
      const { page, faults } = session();
      const tenant = await createTenant(`guarantee-${width}`);
      await page.setViewportSize({ width, height });
      await signIn(session(), tenant.owner, '/console/quality?tab=guarantee');
      await page.getByText(/nobody has drawn answers to check yet/).waitFor();
      await page.getByRole('cell', { name: '63', exact: true }).waitFor();
      await expectAccessible(session());
      await page.getByLabel('At most this share may be wrong').selectOption({ label: '10 %' });
      await page.getByLabel('How many answers to draw').fill('20');
      await page.getByRole('button', { name: 'Draw answers to check' }).click();
      await page.getByText(/At least 31 of them have to be drawn/).waitFor();
      await page.getByLabel('How many answers to draw').fill(String(drawn));
      await page.getByRole('button', { name: 'Draw answers to check' }).click();
      await page.getByText(`0 of ${drawn} checked`, { exact: true }).waitFor();
      await page.getByText(question, { exact: true }).waitFor();
      await page.getByText('On the second floor.').first().waitFor();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Right', exact: true }).click();
      await page.getByText(`1 of ${drawn} checked`, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Wrong', exact: true }).click();
      await page.getByText(`2 of ${drawn} checked`, { exact: true }).waitFor();
      const { data } = await callService(tenant, 'GET', '/v1/confidence/checks?limit=100');
      for (const { message_id: id } of data)
        await callService(tenant, 'POST', `/v1/confidence/checks/${id}`, { right: true });
      await page.reload();
      await page.getByText(/The checks show a line/).waitFor();
      await page.getByRole('button', { name: 'Put it in force' }).click();
      await page.getByText('At most 10 % of the answers with high confidence are wrong.').waitFor();
      await page.getByText('Nothing seen since speaks against it.').waitFor();
      await expectAccessible(session());
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'))
        .toBe(true);
      await page.getByRole('button', { name: 'End the guarantee' }).click();
      await page.getByText('The guarantee was ended.', { exact: false }).waitFor();
      expect(faults).toEqual([]);
    });
  });
}
