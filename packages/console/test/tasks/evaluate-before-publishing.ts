import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** Questions with expected answers, asked before each publication, so that nothing gets worse unseen. */
export function testEvaluation({ gym, session }: TaskTools): void {
  it('collects questions, asks the draft, and is stopped by the gate that names what got worse', async () => {
    const { page, faults } = session();
    const { call, editor } = gym();
    const pack = await call('POST', '/v1/content-packs', { name: 'Opening' });
    const path = `/v1/content-packs/${pack.id}`;
    const pair = { question: 'When does the pool open?', answer: 'The pool opens at nine.' };
    const { id: pairId } = await call('POST', `${path}/qna`, pair);
    await signIn(session(), editor, `/console/content/${pack.id}`);
    const publish = async () => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    };
    await publish();
    await page.getByText('Version 1 is published.').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    // One question of one's own, of which the wording is improved afterwards.
    await page.goto(`/console/quality?tab=golden&pack=${pack.id}`);
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill('When does the pool open?');
    await page.getByLabel('Must say').fill('at ten');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Edit When does the pool open?' }).click();
    await page.getByLabel('Must say').fill('at nine | at 9');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'When does the pool open? at nine' }).waitFor();
    await expectUsable(session());

    // All of them are asked, and from now on before each publication.
    await page.getByRole('tab', { name: 'Runs' }).click();
    await page.getByRole('button', { name: 'Ask the draft' }).click();
    await page.getByRole('cell', { name: 'Right', exact: true }).waitFor();
    await expectUsable(session());
    await page.getByRole('tab', { name: 'Gate' }).click();
    await page.getByText('Nothing can be published with a gate until the golden set has 10').waitFor();
    const questions = Array.from({ length: 9 }, (_, index) => ({
      question: `Who has key ${index}?`,
      expects: { kind: 'not_covered' },
    }));
    await call('POST', `${path}/golden-questions`, { questions });
    await page.reload();
    await page.getByText('There is no gate.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The gate is on.').waitFor();

    // A change that breaks it is not published, and the question is named.
    await call('PUT', `${path}/qna/${pairId}`, { ...pair, answer: 'The pool is closed.' });
    await page.goto(`/console/content/${pack.id}`);
    await publish();
    await page
      .getByRole('dialog')
      .getByText(/When does the pool open\?/)
      .first()
      .waitFor();
    await expectUsable(session());
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    expect((await call('GET', path)).published_version ?? (await call('GET', path)).published).toBeTruthy();
    await goTo(page, 'Quality');
    expect(faults).toEqual([]);
  });
}
