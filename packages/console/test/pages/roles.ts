import { roles } from '@avow/contract/roles';
import { signInAs } from '@avow/server/testing';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

/** Names that programs have for things: of people, keys, permissions, operations, and places in a document. */
const codePattern =
  /\b(?:usr|key|ten)_[0-9a-z]{20,}|\b[a-z]+:(?:read|write|manage|decide|export|erase)\b|\b(?:get|list|set|create|update|replace|delete|give|decide)[A-Z]\w+|(?<=\s)\/[a-z_]+\/\d+/g;

const phone = { width: 390, height: 844 };

/** What a page says, without what is there for programs to be copied. */
const wordsOf = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.querySelector('#main'), NodeFilter.SHOW_TEXT);
    const words = [];
    while (texts.nextNode())
      if (texts.currentNode.parentElement.closest('pre, code, .mono') === null) words.push(texts.currentNode.data);
    return words.join(' ');
  })()`);

/** The addresses in the navigation. */
async function listOffered(page: Page): Promise<readonly string[]> {
  const links = page.locator('nav a');
  await links.first().waitFor({ state: 'attached' });
  return await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
}

export function testRoles({ console, session }: PageTools): void {
  describe('roles', () => {
    it.each(roles)('an %s can use every page and every tab that is offered, on a phone', async (role) => {
      const { page, faults } = session();
      const { service, tenantId, key } = console();
      const { message_id: id } = await service.ask(key, { prompt: 'Who approves travel?' });
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(`${page.url()} ${response.url()}`);
      });
      await signIn(session(), await signInAs(service, tenantId, role, { name: role }), '/console/account');
      const offered = await listOffered(page);
      const also = [
        ...(role === 'operator' ? [] : [`/console/ask/${id}`]),
        ...(role === 'owner' || role === 'auditor' ? [`/console/records/${id}`] : []),
      ];
      await page.setViewportSize({ width: phone.width, height: phone.height });
      const wide: string[] = [];
      const codes = new Set<string>();
      const measure = async () => {
        for (const code of (await wordsOf(page)).match(codePattern) ?? []) codes.add(`${page.url()} ${code}`);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (width > phone.width) wide.push(`${page.url()} ${width}`);
      };
      for (const path of [...offered, ...also]) {
        await page.goto(path);
        await page.locator('#main h1').waitFor();
        await session().settled();
        const tabs = page.getByRole('tab');
        for (let index = 0; index < (await tabs.count()); index += 1) {
          await tabs.nth(index).click();
          await session().settled();
          await measure();
        }
        await measure();
        await expectAccessible(session());
      }
      expect([refused, wide, [...codes], faults]).toEqual([[], [], [], []]);
    });

    it.each([
      ['dark', 390],
      ['light', 1440],
      ['dark', 1440],
    ] as const)('every page of an owner is accessible in the %s theme at %i pixels', async (theme, width) => {
      const { page, faults } = session();
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      await signIn(session(), console().owner, '/console/account');
      const offered = await listOffered(page);
      for (const path of offered) {
        await page.goto(path);
        await page.locator('#main h1').waitFor();
        await session().settled();
        await expectAccessible(session());
      }
      expect(faults).toEqual([]);
    });
  });
}
