import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** What the chat keeps out of, without a line of JSON. */
export function testGuardrails({ gym, session }: TaskTools): void {
  it('denies a topic by form, tries sentences on it, and reads what was blocked', async () => {
    const { page, faults } = session();
    const { ask, owner } = gym();
    await ask('Are lockers free?');
    await signIn(session(), owner);
    await goTo(page, 'Guardrails');
    await page.getByLabel('Add a check').selectOption('topic');
    await page.getByRole('button', { name: 'Add a check' }).click();
    // It begins by stopping what it finds, and says so; without examples it says what is missing, and proposes some.
    await page.getByText('A question in which it finds something gets no answer').waitFor();
    await page.getByLabel('Name of the topic').fill('Legal advice');
    await page.getByLabel('What it is about').fill('Questions about lawsuits, contracts and the law.');
    await page.getByText('It has no examples').waitFor();
    await page.getByRole('button', { name: 'Add “Can I sue my landlord?”' }).click();
    await page.getByText('It has one example').waitFor();
    await page
      .getByLabel('Questions of this kind')
      .fill('Can I sue my landlord?\nIs my contract void?\nDo I need a lawyer for a lawsuit?');
    await page.getByText(/^It has/).waitFor({ state: 'detached' });
    await expectUsable(session());

    // Two sentences: one of the topic, and one that members ask.
    const sentence = page.getByRole('textbox', { name: 'Sentence' });
    await sentence.fill('Can I sue my employer?');
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('It is blocked.').waitFor();
    await sentence.fill('Are lockers free?');
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('It passes every check.').waitFor();

    // What it would have done to the past, then in force, said in words.
    await page.getByRole('button', { name: 'Try on the last 100 messages' }).click();
    await page.getByText(/^\d+ messages? tried: \d+ would have ended differently\./).waitFor();
    // Somebody who goes elsewhere is asked first.
    await page.locator('a.brand:visible').click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Save changes…' }).click();
    await page.getByText('Topics: added.').waitFor();
    // Somebody who forgot to try it is offered to once more.
    const saving = page.getByRole('dialog', { name: 'Save these changes?' });
    await saving.getByRole('button', { name: 'Try on the last 100 messages' }).click();
    await saving.getByText(/^\d+ messages? tried: /).waitFor();
    await expectUsable(session());
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('The policy is in force.').waitFor();
    expect((await ask('Can I sue my employer?')).status).toBe('blocked');

    // The count leads to the question, which can be read.
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.reload();
    await page
      .getByRole('link', { name: /Topics, blocked/ })
      .first()
      .click();
    await page.getByText('Only messages in which “Topics” blocked.').waitFor();
    await page.getByRole('button', { name: 'Show questions' }).click();
    await page.getByRole('link', { name: 'Can I sue my employer?' }).first().waitFor();
    await expectUsable(session());

    // Off, and it keeps everything; on again.
    const flip = async (to: 'off' | 'on') => {
      await goTo(page, 'Guardrails');
      await page.locator('label', { has: page.getByRole('switch', { name: /^Topics, / }) }).click();
      await page.getByRole('button', { name: 'Save changes…' }).click();
      await page
        .getByText(to === 'off' ? 'Topics: switched off. It keeps its settings.' : 'Topics: switched on.')
        .waitFor();
      // That a policy is in force may still be said of the one before.
      const saved = page.waitForResponse(
        (response) => response.request().method() === 'PUT' && response.url().endsWith('/v1/guardrails'),
      );
      await page.getByRole('button', { name: 'Save policy' }).click();
      await saved;
      await page.getByText('The policy is in force.').last().waitFor();
    };
    await flip('off');
    expect((await ask('Can I sue my employer?')).status).not.toBe('blocked');
    await page.reload();
    await flip('on');
    expect((await ask('Can I sue my employer?')).status).toBe('blocked');
    expect(faults).toEqual([]);
  });

  it('denies a topic that is ready, and one of which examples were asked', async () => {
    const { page, faults } = session();
    const { ask, owner } = gym();
    await ask('Can I bet on the football match at the bar?');
    await signIn(session(), owner);
    await goTo(page, 'Guardrails');
    await page.getByLabel('Add a check').selectOption('topic');
    await page.getByRole('button', { name: 'Add a check' }).click();
    await page.getByRole('button', { name: 'Medical advice' }).click();
    const sentence = page.getByRole('textbox', { name: 'Sentence' });
    await sentence.fill('which painkiller should I take?');
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('It is blocked.').waitFor();

    await page.getByRole('button', { name: 'Add to: Denied topics' }).click();
    const second = page.getByRole('group').filter({ has: page.getByText('Topic 2', { exact: true }) });
    await second.getByLabel('Name of the topic').fill('Bets');
    const bets = page.getByRole('group', { name: 'Bets' });
    await bets.getByLabel('What it is about').fill('Betting on matches and races.');
    await bets.getByRole('button', { name: 'Find some in what was asked' }).click();
    await bets.getByRole('button', { name: 'Add “Can I bet on the football match at the bar?”' }).click();
    await expect
      .poll(() => bets.getByLabel('Questions of this kind').inputValue())
      .toBe('Can I bet on the football match at the bar?');
    await expectUsable(session());
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(faults).toEqual([]);
  });
}
