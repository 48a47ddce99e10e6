import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** Content without any file: a document and a pair, tried before they are served. */
export function testWrite({ gym, session }: TaskTools): void {
  it('writes a document and a pair, asks the draft, publishes it, and keeps it in order', async () => {
    const { page, faults } = session();
    const { ask, editor } = gym();
    await signIn(session(), editor);
    await goTo(page, 'Content');
    await page.getByRole('button', { name: 'New pack' }).click();
    await page.getByLabel('Name').fill('Courses');
    await page.getByRole('button', { name: 'Create' }).click();

    // A document, which is seen as it will be read.
    await page.getByRole('link', { name: 'New document' }).click();
    await page.getByLabel('Title').fill('Swimming lessons');
    await page
      .getByRole('textbox', { name: 'Text' })
      .fill('# Swimming lessons\n\nSwimming lessons for children begin at the age of **five**.\n');
    await page
      .getByRole('region', { name: 'Preview of Text' })
      .locator('strong', { hasText: 'five' })
      .waitFor();
    await expectUsable(session());
    await page.getByRole('button', { name: 'Save to the draft' }).click();
    await page.getByRole('link', { name: 'Swimming lessons' }).waitFor();

    // A pair: a question and its answer, word for word.
    await page.getByRole('tab', { name: 'Curated pairs' }).click();
    await page.getByRole('link', { name: 'New pair' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill('Who teaches swimming?');
    await page.getByLabel('Other phrasings').fill('Who gives the swimming lessons?');
    await page.getByRole('textbox', { name: 'Answer' }).fill('**Nadia** teaches swimming.');
    await page.getByRole('button', { name: 'Save to the draft' }).click();
    await page.waitForURL(/\/pairs\/qna_/);
    await page.getByRole('heading', { name: 'Who teaches swimming?', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Courses' }).click();

    // The draft is asked before anybody is answered from it.
    await page.getByRole('tab', { name: 'Ask the draft' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill('Who teaches swimming?');
    await page.getByRole('button', { name: 'Ask both' }).click();
    await page
      .getByRole('region', { name: 'Answer of the draft' })
      .locator('strong', { hasText: 'Nadia' })
      .waitFor();
    await page.getByText('Nothing of this pack is served yet.').waitFor();
    await expectUsable(session());

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is published.').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    expect((await ask('Who gives the swimming lessons?')).answer).toContain('Nadia');
    expect((await ask('At what age do swimming lessons begin?')).answer).toContain('five');

    // Somebody looks after it; a change is thought better of.
    await page.getByRole('tab', { name: 'Curated pairs' }).click();
    await page.getByLabel('Select Who teaches swimming?').check();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Owner').fill('Edda Editor');
    await page.getByLabel('Add tags').fill('swimming');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 entry is changed.').waitFor();
    await page.getByRole('tab', { name: 'Documents' }).click();
    await page.getByRole('link', { name: 'Swimming lessons' }).click();
    await page.getByRole('button', { name: 'Edit text' }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('# Swimming lessons\n\nThere are none.\n');
    await page.getByRole('button', { name: 'Save text to the draft' }).click();
    await page.locator('.document-text', { hasText: 'There are none.' }).waitFor();
    await page.getByRole('link', { name: 'Courses' }).click();
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByRole('button', { name: 'Show how Swimming lessons changes' }).click();
    await page.locator('.diff .added', { hasText: 'There are none.' }).waitFor();
    await page.getByRole('button', { name: 'Discard the change of Swimming lessons' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('1 change is discarded.').waitFor();
    await expectUsable(session());
    await expect.poll(() => page.getByRole('button', { name: /^Show how Swimming lessons/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
}
