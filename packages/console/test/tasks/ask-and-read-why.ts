import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** Whether to believe an answer: where it comes from, how sure it is, and that nobody changed it since. */
export function testAsk({ gym, session }: TaskTools): void {
  it('asks, reads where the answer comes from and why it scores as it does, and checks its proof', async () => {
    const { page, faults } = session();
    await signIn(session(), gym().owner);
    await goTo(page, 'Ask and inspect');
    await page.getByRole('textbox', { name: 'Question' }).fill('How much do guests pay?');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    await page.locator('.answer-text', { hasText: '15 euros' }).waitFor();

    // The words that it rests on are marked where they stand in the document.
    await page.locator('.source-text mark.current', { hasText: '15 euros' }).waitFor();
    // Its headings are drawn, not written.
    await page.locator('.source-text .markdown-heading', { hasText: 'Guests' }).first().waitFor();
    await expect.poll(() => page.locator('.source-text').textContent()).not.toContain('# ');
    // Why it scores as it does is said in words.
    await page.getByRole('heading', { name: 'What raised or lowered it' }).waitFor();
    await page
      .getByText(/^(Raises|Lowers)$/)
      .first()
      .waitFor();
    // What else was near.
    await page.getByRole('tab', { name: 'What nearly won' }).click();
    await page.locator('.candidates li').first().waitFor();
    // And the proof that it is what was said.
    await page.getByRole('tab', { name: 'Record and proof' }).click();
    await page.getByRole('button', { name: 'Check the proof in this browser' }).click();
    await page.getByText('The record is in the log, unchanged.').waitFor();
    await expect
      .poll(() => page.getByText(/^Compared: /).textContent())
      .toContain('the question, the answer');
    await expectUsable(session());

    // What no content answers is declined, with the reason.
    await goTo(page, 'Ask and inspect');
    await page.getByRole('textbox', { name: 'Question' }).fill('Who painted the ceiling of the chapel?');
    await page.keyboard.press('Enter');
    await page.getByText(/^No answer was given: /).waitFor();
    await expectUsable(session());
    expect(faults).toEqual([]);
  });

  it('lets a reviewer ask, who sees no record', async () => {
    const { page, faults } = session();
    await signIn(session(), gym().reviewer, '/console/ask');
    await page.getByRole('textbox', { name: 'Question' }).fill('Are lockers free?');
    await page.keyboard.press('Enter');
    await page.locator('.answer-text', { hasText: 'Lockers are free' }).waitFor();
    await page.getByRole('tab', { name: 'Why this score' }).waitFor();
    await expect.poll(() => page.getByRole('tab', { name: 'Record and proof' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
}
