import { startTestService } from '@avow/server/testing';
import { describe, expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

export function testUnderPath({ console, session }: PageTools): void {
  describe('a service under a path', () => {
    it('loads its pages, their parts and what they show from there', async () => {
      const env = { AVOW_BASE_URL: 'http://127.0.0.1:1/help' };
      const service = await startTestService({ beside: console().service, env });
      await service.app.listen();
      const address = service.app.http.server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const { page, faults } = session();
      const outside = new Set<string>();
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (!pathname.startsWith('/help/')) outside.add(pathname);
      });
      const url = `http://127.0.0.1:${port}/help`;
      await signIn(session(), console().owner, `${url}/console`);
      await page.getByRole('link', { name: 'Records' }).first().click();
      await page.waitForURL(/\/help\/console\/records/);
      await page.reload();
      await page.locator('#main').waitFor();
      await page.goto(`${url}/docs`);
      await page.getByRole('heading', { name: 'API reference' }).waitFor();
      expect([...outside]).toEqual([]);
      expect(faults).toEqual([]);
      await service.close();
    });
  });
}
