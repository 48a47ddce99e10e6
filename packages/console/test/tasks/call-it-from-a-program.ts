import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { expectUsable, type TaskTools } from '../support/task-tools.ts';

/** What a programmer who is handed the address finds without help. */
export function testReference({ gym, session }: TaskTools): void {
  it('finds the request in the reference, sends it as the person signed in, and copies it', async () => {
    const { page, faults } = session();
    await signIn(session(), gym().owner, '/console/');
    await page.getByRole('link', { name: 'API reference' }).first().click();
    await page.getByRole('heading', { name: 'API reference' }).waitFor();
    await page.goto('/docs#executeQuery');
    await page.getByRole('heading', { name: 'Ask a question' }).waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByRole('region', { name: 'Request' }).getByText('requests.post').waitFor();
    await page.getByLabel('Body').fill('{"prompt": "Are lockers free?"}');
    await page.getByRole('button', { name: 'Send POST request' }).click();
    await page.locator('.try-result').getByText(/^200/).waitFor();
    await page
      .locator('.try-result')
      .getByText(/Lockers are free/)
      .first()
      .waitFor();
    await expectUsable(session());
    expect(faults).toEqual([]);
  });
}
