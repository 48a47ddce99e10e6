import { signInAs } from '@avow/server/testing';
import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

export function testRunningIt({ console, session }: PageTools): void {
  describe('quality', () => {
    it('draws how reliable scores are', async () => {
      const { page } = session();
      const { service, key } = console();
      for (const prompt of ['Who approves travel?', 'Where is the canteen?']) {
        const { message_id: id } = await service.ask(key, { prompt });
        await callService(console(), 'POST', `/v1/messages/${id}/feedback`, { verdict: 'right' });
      }
      await page.route('**/v1/insights/confidence', async (route) => {
        const response = await route.fetch();
        const insight = await response.json();
        const figures = { labelled: 12_345, mean_score: 0.87, right_share: 0.9 };
        insight.methods = ['curated_exact', 'curated_similar', 'own_method_of_a_tool_with_a_long_name'].map(
          (method) => ({ method, ...figures }),
        );
        await route.fulfill({ response, json: insight });
      });
      await signIn(session(), console().owner, '/console/quality');
      await page.getByRole('img', { name: /\d %/ }).first().waitFor();
      await expectAccessible(session());
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('table', { name: 'By answer method' }).getByRole('row').nth(1).waitFor();
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });

    it('names the groups of a person beside their field on a phone', async () => {
      const { page } = session();
      await signInAs(console().service, console().tenantId, 'reviewer', { name: 'Phoebe' });
      await page.setViewportSize({ width: 390, height: 844 });
      await signIn(session(), console().owner, '/console/settings?tab=people');
      await page.getByLabel('Groups Phoebe').waitFor();
      const label = await page.evaluate(
        `getComputedStyle(document.querySelector('[aria-label="Groups Phoebe"]').closest('td'), '::before').content`,
      );
      expect(label).toContain('Groups');
    });

    it('shows a proposed change of scores, accepts it and undoes it', async () => {
      const { page, faults } = session();
      const { feedback } = console().service.data.store;
      const tenantId = console().tenantId;
      const { model } = await callService(console(), 'GET', '/v1/calibration');
      await feedback.putCalibrationProposal(tenantId, {
        ...{
          proposalId: 'cal_01jd7e4m6p8r0t2v4x6z8b0d2f',
          model,
          kind: 'fit',
          createdAtMs: Date.now(),
          createdBy: null,
        },
        fit: {
          ...{ parameters: { offset: -1, slope: 1, methods: {} }, exampleCount: 90, rightCount: 20 },
          ...{ authorCount: 12, callerCount: 2, logLoss: { with: 0.5, without: 0.6 } },
        },
      });
      await signIn(session(), console().owner, '/console/quality');
      await page
        .getByText(/90 judged answers, by 12 people, with 2 keys\..*It waits for your decision\./)
        .waitFor();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByText('Scores are as proposed from now on.').waitFor();
      expect(await callService(console(), 'GET', '/v1/calibration')).toMatchObject({
        active_revision: 1,
        proposal: null,
      });
      await page.getByRole('button', { name: 'Undo the last change' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo the last change' }).click();
      await page.getByText('The last change is undone.').waitFor();
      expect(await callService(console(), 'GET', '/v1/calibration')).toMatchObject({ active_revision: null });
      expect(faults).toEqual([]);
    });
  });

  describe('operations and settings', () => {
    it('shows health, times, the log and embeddings', async () => {
      const { page, faults } = session();
      await signIn(session(), console().owner, '/console/operations');
      await page.getByText('Ready', { exact: true }).waitFor();
      await page.getByRole('cell', { name: 'Built-in models' }).waitFor();
      await page.getByText(/^avow\/ten_/).waitFor();
      await page.getByRole('meter', { name: 'Used' }).waitFor();
      await page.getByText(/^[\d.]+ [kMGT]?B of [\d.]+ [kMGT]?B$/).waitFor();
      await expectAccessible(session());
      expect(faults).toEqual([]);
    });

    it('says that models without a price cost what is not known', async () => {
      const { page, faults } = session();
      await page.route('**/v1/insights/cost*', async (route) => {
        const response = await route.fetch();
        const cost = await response.json();
        const spent = { currency: 'XXX', amount: 0, input_tokens: 9, output_tokens: 9, per_answer: 0 };
        await route.fulfill({ response, json: { ...cost, total: { ...cost.total, spent: [spent] } } });
      });
      await signIn(session(), console().owner, '/console/operations');
      await page.getByText('no price set', { exact: true }).waitFor();
      await expect.poll(() => page.getByText('XXX').count()).toBe(0);
      expect(faults).toEqual([]);
    });

    it('shows the person of the first start how to become an operator', async () => {
      const { page, faults } = session();
      const { service } = console();
      const owner = await signInAs(service, await service.createTenant('first'), 'owner');
      await page.route('**/v1/me', async (route) => {
        const response = await route.fetch();
        const me = await response.json();
        await route.fulfill({ response, json: { ...me, user: { ...me.user, email: 'owner@localhost' } } });
      });
      await signIn(session(), owner, '/console/settings?tab=models');
      const command = page.getByText(/^npx avow users create/);
      await command.waitFor();
      await expect
        .poll(() => command.innerText())
        .toBe('npx avow users create operator@localhost --name Operator --role operator --tenant first');
      await page.getByText('in a private window or another browser').waitFor();
      await expectAccessible(session());
      expect(faults).toEqual([]);
    });

    it('shows operators whether collectors of security events take them, and nobody else', async () => {
      const { page, faults } = session();
      const { service, tenantId, owner } = console();
      const operator = await signInAs(service, tenantId, 'operator');
      await signIn(session(), operator, '/console/operations');
      const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await row('agent').getByText('Takes events').waitFor();
      await row('agent')
        .getByText(/^\d+ entr(?:y|ies) behind\. Last sent /)
        .waitFor();
      await row('siem').getByText('Takes nothing').waitFor();
      await row('siem')
        .getByText(/^Since .*: nothing listens there \(ECONNREFUSED\)\.$/)
        .waitFor();
      await expectAccessible(session());
      await signIn(session(), owner, '/console/operations');
      await page.getByText('Ready', { exact: true }).waitFor();
      await expect.poll(() => page.getByText('Streams of security events').count()).toBe(0);
      expect(faults).toEqual([]);
    });

    it('shows operators what was away, and nobody else', async () => {
      const { page, faults } = session();
      const { service, tenantId, owner } = console();
      const observed = {
        ...{ process: 'before', host: 'avow-1', fromMs: 1e12, untilMs: 1e12 + 120_000, refused: 0 },
        ...{ subject: '', cause: '' },
      };
      await service.data.store.outages.noteTimes([
        { ...observed, position: 0, kind: 'serving', state: 'cut' },
        {
          ...{ ...observed, position: 1, kind: 'model', state: 'over' },
          ...{ subject: 'a/b', cause: 'tier 1, unreachable' },
        },
      ]);
      const operator = await signInAs(service, tenantId, 'operator');
      await signIn(session(), operator, '/console/operations');
      const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await row('Language model suspended').getByText('a/b, tier 1, unreachable, avow-1').waitFor();
      await row('Language model suspended').getByText('2 min').waitFor();
      await row('Ended without being stopped').waitFor();
      await expectAccessible(session());
      await signIn(session(), owner, '/console/operations');
      await page.getByText('Ready', { exact: true }).waitFor();
      await expect.poll(() => page.getByText('Outages').count()).toBe(0);
      expect(faults).toEqual([]);
    });

    it('creates a tenant with its first owner, suspends it and resumes it', async () => {
      const { page, faults } = session();
      const { service, tenantId } = console();
      const operator = await signInAs(service, tenantId, 'operator');
      await signIn(session(), operator, '/console/settings?tab=tenants');
      await page.getByRole('button', { name: 'Create a tenant' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Not A Name');
      await dialog.getByLabel('Name of the owner').fill('<i>Joan</i>');
      await dialog.getByLabel('E-mail address of the owner').fill('joan@example.com');
      await dialog.getByRole('button', { name: 'Create a tenant' }).click();
      await dialog
        .getByText(/lower-case letters/)
        .last()
        .waitFor();
      await dialog.getByLabel('Name', { exact: true }).fill('globex');
      await dialog.getByRole('button', { name: 'Create a tenant' }).click();
      await page.getByText(/\/console\/link#avl_/).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Suspend globex' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
      await page.getByText('globex is suspended.').waitFor();
      await page.getByRole('button', { name: 'Resume globex' }).click();
      await page.getByText('globex is active again.').waitFor();
      expect(faults).toEqual([]);
    });

    it('creates a key for a web page, and shows which models are set up', async () => {
      const { page } = session();
      await signIn(session(), console().owner, '/console/settings');
      await page.getByRole('button', { name: 'Create a key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('What it is for').fill('Shop');
      await dialog.getByText(/^For a web page/).click();
      await dialog.getByLabel('Websites where it may be used').fill('our shop');
      await dialog.getByRole('button', { name: 'Create a key' }).click();
      await dialog.getByText('“our” is not the address of a website.').waitFor();
      await expectAccessible(session());
      await dialog.getByLabel('Websites where it may be used').fill('shop.example.com');
      await dialog.getByRole('button', { name: 'Create a key' }).click();
      await page.getByText(/^avw_pub_/).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('tab', { name: 'Models' }).click();
      await page.getByText('No language model is set up.').waitFor();
    });

    it('adds a webhook, shows its secret once, and deletes it', async () => {
      const { page } = session();
      await signIn(session(), console().owner, '/console/settings?tab=webhooks');
      await page.getByRole('button', { name: 'Add a webhook' }).click();
      await page.getByLabel('Address').fill('https://hooks.example.com/avow');
      await page.getByLabel('Description').fill('<script>alert(1)</script>');
      await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
      await page.getByText(/^whsec_/).waitFor();
      await expectAccessible(session());
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('<script>alert(1)</script>').waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No webhooks yet').waitFor();
    });

    it.each([1440, 390])(
      'notifies a channel of a chat of what waits for somebody, at %i px',
      async (width) => {
        const { page, faults } = session();
        await page.setViewportSize({ width, height: 900 });
        await signIn(session(), console().owner, '/console/settings?tab=webhooks');
        await page.getByRole('button', { name: 'Add a webhook' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Address').fill('https://hooks.slack.example/services/T0/B0/x');
        await dialog.getByLabel('Sent as').selectOption({ label: 'Messages in Slack' });
        await dialog.getByText(/It hears of reviews that begin to wait/).waitFor();
        await expect
          .poll(() => dialog.getByText('Send questions and answers with the events').count())
          .toBe(0);
        await expectAccessible(session());
        await dialog.getByRole('button', { name: 'Add' }).click();
        await page.getByText(/^whsec_/).waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
        await page.getByText('Messages in Slack').waitFor();
        await page.getByText(/Answer has waited too long for a reviewer/).waitFor();
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByText('No webhooks yet').waitFor();
        expect(faults).toEqual([]);
      },
    );
  });
}
