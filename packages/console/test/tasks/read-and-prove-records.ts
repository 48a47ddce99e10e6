import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** What was said to whom, and that nobody changed it since. */
export function testRecords({ gym, session }: TaskTools): void {
  it('finds a record by its words, reads its conversation, proves it untouched, and exports it', async () => {
    const { page, faults } = session();
    const { ask, call, auditor } = gym();
    const person = { end_user_id: `m-${Date.now()}`, metadata: { end_user_name: 'Ines Moreau' } };
    const first = await ask('May I bring a guest to the gym?', { ...person, channel_type: 'chat' });
    await ask('Are lockers free?', { ...person, channel_type: 'chat', thread_id: first.thread_id });
    await call('POST', `/v1/messages/${first.message_id}/feedback`, {
      ...{ verdict: 'right', end_user_id: person.end_user_id, comment: 'Thank you' },
    });
    await signIn(session(), auditor);
    await goTo(page, 'Records');
    await page.getByLabel('Words').fill('bring guest');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]text=/);
    await page.getByLabel('Person').fill(person.end_user_id);
    const found = page.getByRole('row', { name: /May I bring a guest to the gym/ }).first();
    await found.waitFor();
    await expectUsable(session());

    // As a conversation: who asked, what was answered, and what they thought of it.
    await found.getByRole('link', { name: 'Conversation' }).click();
    const turns = page.locator('.turn');
    await turns.nth(1).getByText('Are lockers free?', { exact: true }).waitFor();
    await turns
      .nth(0)
      .getByText(/^Ines Moreau/)
      .first()
      .waitFor();
    await turns
      .nth(0)
      .getByText(/judged right.*Thank you/)
      .waitFor();
    await expectUsable(session());

    // One of them as a record: what happened, and the proof.
    await turns
      .nth(0)
      .getByRole('link', { name: /^Open the record/ })
      .click();
    for (const step of ['Asked', 'Found', 'Checked', 'Said'])
      await page.getByRole('heading', { name: step, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Check the proof in this browser' }).click();
    await page.getByText('The record is in the log, unchanged.').waitFor();
    await expectUsable(session());
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download record and proof' }).click();
    expect((await saved).suggestedFilename()).toBe(`${first.message_id}.json`);

    // And all of this person, for a spreadsheet and for somebody who checks.
    await page.goto(`/console/records?person=${person.end_user_id}`);
    const table = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const rows = (await text(await (await table).createReadStream())).trim().split('\r\n');
    expect(rows).toHaveLength(3);
    expect(rows.join()).toContain('May I bring a guest to the gym?');
    const bundle = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export these records' }).click();
    expect((await bundle).suggestedFilename()).toMatch(/\.jsonl$/);
    expect(faults).toEqual([]);
  });
}
