import { expect, it } from 'vitest';
import { signIn } from '../support/console-session.ts';
import { openOtherSite } from '../support/other-site.ts';
import { expectUsable, goTo, type TaskTools } from '../support/task-tools.ts';

/** A person stands between an answer and who asked. */
export function testReview({ gym, session, openWindow }: TaskTools): void {
  it('has a reviewer edit an answer and send it, and the record keeps both texts', async () => {
    const { page, faults } = session();
    const { call, owner, reviewer } = gym();
    // The owner says which answers a person has to see.
    await signIn(session(), owner);
    await goTo(page, 'Guardrails');
    await page.getByRole('tab', { name: 'Scores and review' }).click();
    await page.getByLabel('Have a person decide about answers that score below').fill('1');
    await page.getByRole('button', { name: 'Save changes…' }).click();
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('The policy is in force.').waitFor();
    const asked = await call('POST', '/v1/query', { prompt: 'May I bring a guest?', end_user_id: 'Ines' });
    expect(asked).toMatchObject({ status: 'in_review', answer: '' });

    // The reviewer finds it, reads the source, adds a sentence, and sends it.
    const desk = await openWindow();
    await signIn(desk, reviewer);
    await goTo(desk.page, 'Review queue');
    await desk.page.getByRole('heading', { name: 'May I bring a guest?' }).waitFor();
    await desk.page.locator('.source-text mark', { hasText: 'one guest a month' }).first().waitFor();
    await expectUsable(desk);
    await desk.page.getByRole('button', { name: 'Edit' }).click();
    const answer = desk.page.getByLabel('Answer to send');
    await answer.fill(`${await answer.inputValue()} Please call before you come.`);
    await desk.page.getByRole('button', { name: 'Send the edited answer' }).click();
    await desk.page.getByText('Delivered as you edited it.').waitFor();
    await desk.page.getByRole('tab', { name: 'Decided' }).click();
    await desk.page.getByRole('row', { name: /May I bring a guest/ }).waitFor();
    await expectUsable(desk);
    const given = await call('GET', `/v1/messages/${asked.message_id}`);
    expect(given).toMatchObject({ status: 'delivered', answer: expect.stringContaining('Please call') });

    // Both texts, and whose they are, are in the record.
    await page.goto(`/console/records/${asked.message_id}`);
    await page.getByText('edited and delivered by a reviewer').waitFor();
    await page.getByText('The proposed answer, and as it was delivered').click();
    await page.locator('.diff .added', { hasText: 'Please call before you come.' }).waitFor();
    await expectUsable(session());
    expect([...faults, ...desk.faults]).toEqual([]);
  });

  it('brings the decision into the open chat of the visitor, and keeps it for the next visit', async () => {
    const { page, faults } = session();
    const { call, reviewer, url, packId } = gym();
    const { policy } = await call('GET', '/v1/guardrails');
    await call('PUT', '/v1/guardrails', { ...policy, review: { below: 1 } });
    const site = await openOtherSite(url);
    const wanted = { name: 'site', origins: [site.url], content_pack_ids: [packId] };
    const { key } = await call('POST', '/v1/api-keys', wanted);
    site.show(`<script src="${url}/widget.js" defer></script><avow-chat api-key="${key}"></avow-chat>`);
    await page.goto(site.url);
    await page.getByPlaceholder('Type your question').fill('Are lockers free?');
    await page.keyboard.press('Enter');
    const desk = await openWindow();
    await signIn(desk, reviewer, '/console/review');
    await desk.page.getByRole('heading', { name: 'Are lockers free?' }).waitFor();
    await desk.page.getByRole('button', { name: 'Deliver', exact: true }).click();
    const answer = page.getByRole('log').locator('.answer', { hasText: 'Lockers are free' });
    await answer.waitFor();
    await expectUsable(session());
    await page.reload();
    await answer.waitFor();
    await site.close();
    expect([...faults, ...desk.faults]).toEqual([]);
  });
}
