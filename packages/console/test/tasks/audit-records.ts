import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** Somebody from outside judges a sample, and says what for they read. */
export function testAudit({ gym, session }: TaskTools): void {
  it('says why, reads one record’s story, judges a sample, signs it off, and compares two moments', async () => {
    const { page, faults } = session();
    const { ask, call, auditor, owner } = gym();
    const { message_id: id } = await ask('Are lockers free?');
    await signIn(session(), owner);
    await page.goto('/console/records?tab=purposes');
    await page
      .getByRole('textbox', { name: 'Purposes' })
      .fill('annual_audit = Annual audit\ncomplaint = A complaint');
    await page.getByLabel('Show content of records only to those who name a purpose').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The purposes are saved.').waitFor();
    await expectUsable(session());
    try {
      await page.context().clearCookies();
      await signIn(session(), auditor, `/console/records/${id}`);
      const question = page.getByRole('dialog', { name: 'Why are you reading records?' });
      await question.getByLabel('Purpose').selectOption('A complaint');
      await expectUsable(session());
      await question.getByRole('button', { name: 'Read for this purpose' }).click();
      for (const step of ['Asked', 'Found', 'Checked', 'Said'])
        await page.getByRole('heading', { name: step, exact: true }).waitFor();
      await page
        .getByRole('row', { name: /Read the record.*purpose: A complaint/ })
        .first()
        .waitFor();
      await expectUsable(session());

      // Before anything was published, nobody could have answered it.
      await page.getByLabel('As of', { exact: true }).fill('2020-01-01');
      await page.getByRole('button', { name: 'Answer it again' }).click();
      await page.getByText('The answer differs from the one on record.').waitFor();
      await page.getByText('Of no content pack').waitFor();
      await page.getByRole('row', { name: /^Answer / }).waitFor();
      await expectUsable(session());

      // What happened lately, with the reading itself.
      await goTo(page, 'Audit');
      await page.getByLabel('Purpose').selectOption('A complaint');
      await page
        .getByRole('row', { name: /Read the record/ })
        .first()
        .waitFor();
      await expectUsable(session());

      await page.getByRole('tab', { name: 'Samples' }).click();
      await page.getByRole('button', { name: 'Draw a sample' }).click();
      const drawing = page.getByRole('dialog', { name: 'Draw a sample' });
      await drawing.getByLabel('Records', { exact: true }).fill('1');
      await expectUsable(session());
      await drawing.getByRole('button', { name: 'Draw a sample' }).click();
      await page.waitForURL(/\/audit\/samples\/smp_/);
      await page.getByRole('button', { name: /^Judge msg_/ }).click();
      const judging = page.getByRole('dialog', { name: /^Judge msg_/ });
      await judging.getByLabel('Finding').selectOption('Minor');
      await judging.getByLabel('Note').fill('It could name the page.');
      await judging.getByRole('button', { name: 'Save the finding' }).click();
      await page.getByText('It could name the page.').waitFor();
      await page.getByText('1 of 1: 2.5 % to 100.0 %').waitFor();
      await expectUsable(session());
      await page.getByRole('button', { name: 'Sign off' }).click();
      const signing = page.getByRole('dialog', { name: 'Sign this sample off?' });
      await signing.getByLabel('Conclusion').fill('Sound, but for one page.');
      await signing.getByRole('button', { name: 'Sign off' }).click();
      await page.getByText(/^Signed off by/).waitFor();
      await expect.poll(() => page.getByRole('button', { name: /^Judge / }).count()).toBe(0);
      await expectUsable(session());

      // What somebody else is to check without this service.
      await page.goto('/console/audit?tab=evidence');
      await page.getByLabel('First day (UTC)').fill('2025-01-01');
      await page.getByLabel('Last day (UTC)').fill('2020-01-01');
      await page.getByRole('button', { name: 'Write the evidence' }).click();
      await page.getByText('Must be greater than or equal to from').waitFor();
      await page.getByLabel('Last day (UTC)').fill('2029-12-31');
      await page.getByLabel('SOC 2').uncheck();
      await page.getByRole('button', { name: 'Write the evidence' }).click();
      await page.getByText('the log verifies').waitFor();
      await expectUsable(session());
      // Where they arrive says what is open, what was read, and that the log verifies.
      await page.goto('/console/');
      await page.getByRole('link', { name: /^The log verifies Verified on/ }).waitFor();
      await page.getByText('No sample is open').waitFor();
      await page.getByRole('heading', { name: 'Read last' }).waitFor();
      await page
        .getByRole('row', { name: /Read the record|Exported|exported/ })
        .first()
        .waitFor();
      await expectUsable(session());
      await page.getByRole('link', { name: /^Evidence ready/ }).click();
      await page.getByText('the log verifies').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^evidence-exp_\w{26}\.zip$/);
      const archive = await readFile(await download.path());
      // Whose directory names its files in clear text.
      expect(archive.includes('frameworks/eu-ai-act.json')).toBe(true);
      expect(archive.includes('frameworks/soc2.json')).toBe(false);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('No evidence is ready').waitFor();

      await page.goto('/console/audit?tab=moments');
      await page.getByLabel('First moment', { exact: true }).fill('2020-01-01');
      await page.getByLabel('Second moment', { exact: true }).fill('2999-01-01');
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByText('The log says nothing of that time').waitFor();
      await page
        .getByRole('row', { name: /version published/ })
        .first()
        .waitFor();
      await expectUsable(session());
    } finally {
      await call('PUT', '/v1/purposes', { required: false, purposes: [] });
    }
    expect(faults).toEqual([]);
  });
}
