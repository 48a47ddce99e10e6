import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { followLink } from '../support/follow-link.ts';
import { startModelServer } from '../support/start-model-server.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** Models of a provider, with a form and a key that nobody reads again. */
export function testModels({ gym, product, session, openWindow }: TaskTools): void {
  it('adds two language models, checks, prices, orders and budgets them, and removes them', async () => {
    const { page, faults } = session();
    const server = await startModelServer();
    await signIn(session(), product().operator, '/console/settings?tab=models');
    await page.getByText('The models are set here.').waitFor();
    const open = async (name: string) => {
      await page.getByRole('button', { name: 'Add a model' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Provider').selectOption('openai_compatible');
      await dialog.getByLabel('Name of the model').fill(name);
      await dialog.getByLabel('Address of the server').fill(server.address);
      await dialog.getByLabel('API key').fill('sk-of-the-gym');
      await dialog.getByLabel('Currency').fill('EUR');
      await dialog.getByLabel('Price of a million tokens read').fill('1');
      await dialog.getByLabel('Price of a million tokens written').fill('2');
      return dialog;
    };
    // One that does not work is seen before it is saved.
    const large = await open('large-model');
    server.failNext();
    await large.getByRole('button', { name: 'Check' }).click();
    await large.getByText('It does not work').waitFor();
    await large.getByRole('button', { name: 'Check' }).click();
    await large.getByText('It works.').waitFor();
    expect(server.keys()).toContain('Bearer sk-of-the-gym');
    await large.getByLabel('At most per day').fill('5');
    await expectUsable(session());
    await large.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 and 2 EUR a million tokens · at most 5 EUR a day').waitFor();
    await (await open('small-model')).getByRole('button', { name: 'Save' }).click();

    // A check that fails is seen where its health is, with the reason, until one works.
    await page.getByRole('button', { name: 'Edit large-model' }).click();
    server.failNext();
    await large.getByRole('button', { name: 'Check' }).click();
    await large.getByText('It does not work').waitFor();
    await large.getByRole('button', { name: 'Close' }).click();
    await page.getByText('openai_compatible/large-model: Does not work').waitFor();
    await page.getByText(/^The last check failed, .+: .+\.$/).waitFor();
    await expectUsable(session());
    await page.getByRole('button', { name: 'Edit large-model' }).click();
    await large.getByRole('button', { name: 'Check' }).click();
    await large.getByText('It works.').waitFor();
    await large.getByRole('button', { name: 'Close' }).click();
    await page.getByText(/^The last check worked, /).waitFor();
    await page.getByText('openai_compatible/large-model: Available').waitFor();
    await page.getByText('Not checked since the service was started.').waitFor();

    // What fails its check can be set all the same, and this is said.
    await page.getByRole('button', { name: 'Edit small-model' }).click();
    server.failNext();
    await large.getByRole('button', { name: 'Check' }).click();
    await large.getByText('It does not work').waitFor();
    await large.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^The models are set, but the check of small-model failed: .+\.$/).waitFor();

    // The small one is asked first.
    await page.getByRole('button', { name: 'Ask small-model earlier' }).click();
    await page.getByRole('button', { name: 'Ask small-model later' }).waitFor();
    await page.getByRole('button', { name: 'Set a model: Guardrails' }).waitFor();
    await page.getByRole('button', { name: 'Set the budget' }).click();
    await page.getByRole('dialog').getByLabel('Per month').fill('50');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('At most 50 EUR a month. Once it is spent: Refuse questions.').waitFor();
    await expectUsable(session());
    expect(await page.content()).not.toContain('sk-of-the-gym');

    // An owner, who may not set them, learns who does.
    const other = await openWindow();
    await signIn(other, gym().owner);
    await goTo(other.page, 'Settings');
    await other.page.getByRole('tab', { name: 'Models' }).click();
    await other.page.getByText('Only people with the role Operator set the models').waitFor();
    await other.page.getByText('Nobody in this tenant has that role.').waitFor();
    await expect.poll(() => other.page.getByText('npx avow').isVisible()).toBe(false);
    await expectUsable(other);
    // Who runs the installation becomes an operator with the command that is shown, while it serves.
    await other.page.getByText('If you run this service').click();
    await expectUsable(other);
    const [, ...words] = (await other.page.getByText(/^npx avow/).innerText()).split(' ');
    const said = await product().run(...words.slice(1));
    const created = await followLink(product().url, /#(avl_[\w-]+)/.exec(said)?.[1] ?? '');
    const { user, tenant } = await created.call('GET', '/v1/me');
    expect(user.role).toBe('operator');
    await product().run('users', 'delete', user.email, '--tenant', tenant.name, '--yes');

    await page.getByRole('button', { name: 'Set the budget' }).click();
    await page.getByRole('dialog').getByLabel('Per month').fill('');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('No limit.').waitFor();
    for (const name of ['large-model', 'small-model']) {
      await page.getByRole('button', { name: `Remove ${name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor({ state: 'detached' });
    }
    await server.close();
    expect([...faults, ...other.faults]).toEqual([]);
  });
}
