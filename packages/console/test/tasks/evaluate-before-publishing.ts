import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** Questions with expected answers, asked before each publication, so that nothing gets worse unseen. */
export function testEvaluation({ gym, session }: TaskTools): void {
  it('accepts suggestions together, but for those that somebody deselects', async () => {
    const { page, faults } = session();
    const { call, editor } = gym();
    const pack = await call('POST', '/v1/content-packs', { name: 'Suggested' });
    const path = `/v1/content-packs/${pack.id}`;
    for (const [question, answer] of [
      ['When does the pool open?', 'The pool opens at nine.'],
      ['What does a swim cost?', 'A swim costs five euros.'],
      ['Who teaches children?', 'Anna teaches children on Mondays.'],
    ] as const)
      await call('POST', `${path}/qna`, { question, answer });
    await signIn(session(), editor, `/console/quality?tab=golden&pack=${pack.id}`);
    await page.getByRole('button', { name: 'Suggest questions' }).click();
    await page.getByRole('button', { name: /^Look through \d+ suggestions$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept suggestions' });
    await dialog.getByRole('checkbox', { name: 'What does a swim cost?' }).uncheck();
    await expectUsable(session());
    await dialog.getByRole('button', { name: /^Accept \d+ questions?$/ }).click();
    await page.getByText(/^\d+ questions? (?:is|are) accepted\.$/).waitFor();
    await page.getByRole('button', { name: 'Look through 1 suggestion' }).waitFor();
    const left = await call('GET', `${path}/golden-questions?state=suggested`);
    expect(left.data.map((each: { readonly question: string }) => each.question)).toEqual([
      'What does a swim cost?',
    ]);
    expect(faults).toEqual([]);
  });

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
    await page
      .getByRole('cell', { name: /^When does the pool open\? ?Must say: at nine \| at 9$/ })
      .waitFor();
    await expectUsable(session());

    // All of them are asked, and from now on before each publication.
    await page.getByRole('tab', { name: 'Runs' }).click();
    await page.getByRole('button', { name: 'Ask the draft' }).click();
    await page.getByRole('cell', { name: 'Right', exact: true }).waitFor();
    await expectUsable(session());
    await page.getByRole('tab', { name: 'Gate' }).click();
    await page.getByText('Nothing can be published with a gate until the golden set has 10').waitFor();

    // Nine more from a file; one with a fault changes nothing and says where it is.
    const rows = Array.from({ length: 9 }, (_, index) => `Who has key ${index}?,,yes`);
    const choose = async (lines: readonly string[]) =>
      await page.locator('input[type=file]').setInputFiles({
        ...{ name: 'questions.csv', mimeType: 'text/csv' },
        buffer: Buffer.from(['question,must say,no answer', ...lines].join('\n')),
      });
    await page.getByRole('tab', { name: 'Golden set' }).click();
    await page.getByRole('button', { name: 'Import a file' }).click();
    await choose([...rows, 'Who has the last key?,,']);
    await page.getByText('Line 11: Nothing is expected of the answer.').waitFor();
    await expectUsable(session());
    await expect.poll(() => page.getByRole('button', { name: 'Import 9 questions' }).isDisabled()).toBe(true);
    await choose(rows);
    await page.getByText('questions.csv has 9 questions.').waitFor();
    await page.getByRole('button', { name: 'Import 9 questions' }).click();
    await page.getByText('9 questions are imported.').waitFor();
    await page.getByRole('tab', { name: 'Gate' }).click();
    await page.getByText('There is no gate').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The gate is on').waitFor();

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
    await page.getByRole('tab', { name: 'Jobs' }).click();
    await page.getByRole('listitem').filter({ hasText: 'When does the pool open? (' }).waitFor();
    expect((await call('GET', path)).published_version ?? (await call('GET', path)).published).toBeTruthy();
    await goTo(page, 'Quality');
    expect(faults).toEqual([]);
  });
}
