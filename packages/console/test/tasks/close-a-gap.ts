import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** What nothing answered is answered, so that the next of those who ask get an answer. */
export function testGap({ gym, session }: TaskTools): void {
  it('finds what nothing answered, writes an answer, and sees that it helps', async () => {
    const { page, faults } = session();
    const { ask, editor } = gym();
    for (const prompt of ['Is there a sauna?', 'Do you have a sauna?', 'Is there a sauna here?'])
      await ask(prompt, { end_user_id: `member of ${prompt.length}` });
    await signIn(session(), editor);
    await goTo(page, 'Unanswered');
    await page.getByRole('button', { name: /sauna/ }).first().click();
    await page.getByRole('heading', { name: 'As people asked' }).waitFor();
    await expectUsable(session());
    await page
      .getByRole('textbox', { name: 'Answer' })
      .fill('Yes. The sauna is on the roof, and open from 16:00.');
    await page.getByLabel('Into the draft of').selectOption({ label: 'Riverside Gym' });
    await page.getByRole('button', { name: 'How many would it have helped?' }).click();
    await page.getByText(/^It would have answered \d+ of the last \d+ messages\./).waitFor();
    await page.getByRole('button', { name: 'Save to the draft' }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page
      .getByText(/^Version \d+ is published\.$/)
      .first()
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    for (const prompt of ['Do you have a sauna?', 'Where is the sauna?'])
      expect((await ask(prompt)).answer).toContain('on the roof');
    await page.goto('/console/unanswered?state=published');
    await page.getByRole('button', { name: /sauna/ }).first().waitFor();
    await expectUsable(session());
    expect(faults).toEqual([]);
  });

  it('accepts the better answer that a member proposed', async () => {
    const { page, faults } = session();
    const { ask, call, editor } = gym();
    const { message_id: id } = await ask('When does the gym open on weekdays?');
    await call('POST', `/v1/messages/${id}/feedback`, {
      ...{ verdict: 'wrong', end_user_id: 'Ines', better_answer: 'At 5:30 since October.' },
    });
    await signIn(session(), editor);
    await goTo(page, 'Feedback');
    await page
      .getByRole('button', { name: /When does the gym open/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Answer' }).fill('At 5:30, since October.');
    await page.getByLabel('Into the draft of').selectOption({ label: 'Riverside Gym' });
    await page.getByRole('button', { name: 'Accept as edited' }).click();
    await page.getByRole('link', { name: 'Open the pair' }).waitFor();
    await expectUsable(session());
    expect(faults).toEqual([]);
  });
}
