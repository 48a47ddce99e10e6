import { signInAs } from '@avow/server/testing';
import { describe, expect, it } from 'vitest';
import { callService } from '../support/call-service.ts';
import { expectAccessible, signIn } from '../support/console-session.ts';
import type { PageTools } from '../support/page-tools.ts';

const password = 'correct horse battery staple';

export function testPeople({ console, session, issuer }: PageTools): void {
  describe('people', () => {
    it('follows a one-time link, sets a password, and signs in with it where they wanted to go', async () => {
      const { page, faults } = session();
      const invited = { email: 'grace@example.com', name: '<i>Grace</i>', role: 'editor' };
      const { link } = await callService(console(), 'POST', '/v1/users', invited);
      const path = `/console/link#${link.url.split('#')[1]}`;
      await page.goto(path);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('You signed in with a one-time link.').waitFor();
      await expect.poll(() => page.url()).not.toContain('avl_');
      await page.getByLabel('New password').fill('short');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('alert').first().waitFor();
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText('Your password is set.').waitFor();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('E-mail address').waitFor();
      await page.goto('/console/content');
      await page.getByLabel('E-mail address').fill(invited.email);
      await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('This did not work.').waitFor();
      await expectAccessible(session());
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Content', exact: true }).first().waitFor();
      await page.getByText('<i>Grace</i>').first().waitFor();
      await page.goto(path);
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
      expect(faults).toEqual([]);
    });

    it('adds a passkey, and signs in with it instead of a password', async () => {
      const { page, context, faults } = session();
      const authenticator = await context.newCDPSession(page);
      await authenticator.send('WebAuthn.enable');
      await authenticator.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
          ...{ isUserVerified: true, automaticPresenceSimulation: true },
        },
      });
      const invited = { email: 'hedy@example.com', name: 'Hedy', role: 'editor' };
      const { link } = await callService(console(), 'POST', '/v1/users', invited);
      // A passkey belongs to a name: browsers make none for the number of an address.
      const url = console().url.replace('127.0.0.1', 'localhost');
      await page.goto(`${url}/console/link#${link.url.split('#')[1]}`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Name of the device').fill('<b>laptop</b>');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText(/<b>laptop<\/b>, /).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
      await page.getByText('Hedy').first().waitFor();
      expect(faults).toEqual([]);
    });

    it('signs in with the provider of the organisation, and says when it refuses', async () => {
      const { page, faults } = session();
      const url = console().url.replace('127.0.0.1', 'localhost');
      issuer().claims = { email: 'nobody@example.com', email_verified: true, sub: 'nobody' };
      await page.goto(`${url}/console`);
      await page.getByRole('link', { name: 'Example SSO' }).click();
      await page.getByRole('alert').waitFor();
      await callService(console(), 'POST', '/v1/users', {
        email: 'mary@example.com',
        name: 'Mary',
        role: 'auditor',
      });
      issuer().claims = { email: 'mary@example.com', email_verified: true, sub: 'mary' };
      await page.getByRole('link', { name: 'Example SSO' }).click();
      await page.getByRole('navigation').getByText('Mary').first().waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe('/console/');
      expect(faults).toEqual([]);
    });

    it('offers what a role includes, and says what it does not', async () => {
      const { page } = session();
      const { service, tenantId } = console();
      const reviewer = await signInAs(service, tenantId, 'reviewer');
      await signIn(session(), reviewer, '/console/');
      const navigation = page.getByRole('navigation').first();
      await navigation.getByRole('link', { name: 'Review queue' }).waitFor();
      await expect.poll(() => navigation.getByRole('link', { name: 'Guardrails' }).count()).toBe(0);
      await page.goto('/console/guardrails');
      await page.getByText('Your role does not include this').waitFor();
      await page.getByText('It needs the permission to manage guardrails.').waitFor();
    });

    it('opens pages, packs and tabs from the command palette with the keyboard alone', async () => {
      const { page, faults } = session();
      await signIn(session(), console().owner, '/console/account');
      const find = async (words: string) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
        await page.keyboard.type(words);
      };
      await find('Office hand');
      await page.getByRole('menuitem', { name: 'Open the pack Office handbook' }).waitFor();
      await expectAccessible(session());
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Office handbook' }).waitFor();
      await find('legal ho');
      await page.getByRole('menuitem', { name: 'Go to Legal holds' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: 'Legal holds', selected: true }).waitFor();
      await expect.poll(() => page.url()).toContain('/console/records?tab=holds');
      expect(faults).toEqual([]);
    });

    it('asks for a new sign-in when a session has ended, and stays at the same page', async () => {
      const { page } = session();
      const { service, tenantId } = console();
      const auditor = await signInAs(service, tenantId, 'auditor');
      await signIn(session(), auditor, '/console/records');
      await page.getByRole('tab', { name: 'Messages' }).waitFor();
      await service.app.http.inject({
        method: 'DELETE',
        url: `/v1/users/${auditor.userId}/sessions`,
        headers: { authorization: `Bearer ${console().key}` },
      });
      // Sessions are looked up again every second at the latest; by then the page may have read something itself.
      await page.waitForTimeout(1_200);
      const ended = page.getByText('Your session has ended.');
      const tab = page.getByRole('tab', { name: 'Legal holds' });
      await ended.or(tab).first().waitFor();
      if (await tab.isVisible()) await tab.click();
      await ended.waitFor();
      await expect.poll(() => page.url()).toContain('/console/records');
    });

    it('offers an operator only what an operator may do to other people', async () => {
      const { page } = session();
      const { service, tenantId } = console();
      await signInAs(service, tenantId, 'owner', { name: 'Olga Owner' });
      const operator = await signInAs(service, tenantId, 'operator', { name: 'Otto Operator' });
      await signIn(session(), operator, '/console/settings?tab=people');
      const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) });
      await rowOf('Otto Operator').getByRole('button', { name: 'New link: Otto Operator' }).waitFor();
      await expect.poll(() => rowOf('Olga Owner').getByRole('button').count()).toBe(0);
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      const roles = page.getByRole('dialog').getByLabel('Role').locator('option');
      await expect.poll(() => roles.allTextContents()).toEqual(['Operator']);
    });
  });
}
