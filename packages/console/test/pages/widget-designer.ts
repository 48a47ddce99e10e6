import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, signIn } from '../support/console-session.ts';
import { type OtherSite, openOtherSite } from '../support/other-site.ts';
import type { PageTools } from '../support/page-tools.ts';
import { sizes } from '../support/sizes.ts';

/** A picture that is larger than any logo, of one colour. */
const picture = makePng(600, 300, [15, 118, 110]);

function makePng(width: number, height: number, color: readonly number[]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const line = Buffer.from([0, ...Array.from({ length: width }, () => color).flat()]);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** How something inside a widget looks. */
const styleOf = (page: Page, tag: string, selector: string, property: string) =>
  page.evaluate(
    `getComputedStyle(document.querySelector('${tag}').shadowRoot.querySelector('${selector}')).getPropertyValue('${property}')`,
  );

/** Tests of the page where widgets are designed, and of what their visitors then see. */
export function testWidgetDesigner({ console, session }: PageTools): void {
  describe('the designer of widgets', () => {
    let site: OtherSite;
    beforeAll(async () => {
      site = await openOtherSite(console().url);
    });
    afterAll(() => site.close());

    it.each(sizes)(
      'previews a widget, creates it with one key, and changes it in place, $name',
      async (size) => {
        const { page, context, faults } = session();
        await page.setViewportSize(size);
        await signIn(session(), console().owner, '/console/settings?tab=widget');
        await page.getByRole('button', { name: 'New widget' }).click();
        const preview = page.locator('avow-chat-preview');
        await preview.getByRole('heading', { name: 'Ask a question' }).waitFor();

        await page.getByLabel('Name').fill(`Shop ${size.width}`);
        await page.getByLabel('Websites where it may be used').fill('http://shop.example.com');
        await page.getByLabel('Office handbook').check();
        await page.getByLabel('Heading', { exact: true }).fill('Ask our shop');
        await page.getByLabel('Greeting').fill('Questions about **travel**?');
        await page.getByLabel('Sample questions').fill('Who approves travel?\nWhere is the canteen?');
        await preview.getByRole('heading', { name: 'Ask our shop' }).waitFor();
        await preview.locator('strong', { hasText: 'travel' }).waitFor();

        const colors = page.getByRole('group', { name: 'Colour of buttons and links' });
        await colors.getByLabel('Usual colour').uncheck();
        await colors.getByLabel('Colour code').fill('#9d174d');
        await expect
          .poll(() => styleOf(page, 'avow-chat-preview', 'form .primary', 'background-color'))
          .toBe('rgb(157, 23, 77)');
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
        await page.getByText('A logo is set.').waitFor();
        await preview.locator('canvas.logo').waitFor();
        await preview.getByRole('button', { name: 'Who approves travel?' }).click();
        await preview.getByText('This is how an answer looks').waitFor();

        await page.getByLabel('Add a language').selectOption({ label: 'German' });
        await page.getByLabel('Heading', { exact: true }).fill('Fragen Sie uns');
        await preview.getByRole('heading', { name: 'Fragen Sie uns' }).waitFor();
        await preview.getByRole('button', { name: 'Fragen', exact: true }).waitFor();
        await expectAccessible(session());

        // What is wrong is said at its field, and nothing is lost.
        await page.getByRole('button', { name: 'Create the widget' }).click();
        await page.getByText('“http://shop.example.com” is not encrypted. Write https:// instead').waitFor();
        await page
          .getByLabel('Websites where it may be used')
          .and(page.locator('[aria-invalid=true]'))
          .waitFor();
        const fault = page.getByRole('alert').filter({ hasText: 'accepted' });
        await expect
          .poll(() => fault.innerText())
          .toBe('This cannot be accepted as it is. Correct what is marked.');
        await expectAccessible(session());
        await page.getByLabel('Websites where it may be used').fill(`${site.url}/a/page?x=1`);
        await page.getByText('is not encrypted').waitFor({ state: 'detached' });
        await page.getByLabel('Address of your privacy page').fill('javascript:alert(1)');
        await page.getByRole('button', { name: 'Create the widget' }).click();
        await page.getByText('Must be an http or https URL').first().waitFor();
        await page.getByLabel('Address of your privacy page').fill('https://shop.example.com/privacy');
        await page.getByRole('button', { name: 'Create the widget' }).click();
        const lines = await page.getByLabel('HTML').inputValue();
        expect(lines).toMatch(
          /^<script src="http:[^"]+\/widget\.js" defer><\/script>\n<avow-chat api-key="avw_pub_\w+"><\/avow-chat>$/,
        );
        await expectAccessible(session());

        site.show(lines);
        await page.goto(site.url);
        await page.getByRole('button', { name: 'Open the chat' }).click();
        const chat = page.locator('avow-chat');
        await chat.getByRole('heading', { name: 'Ask our shop' }).waitFor();
        await chat.locator('canvas.logo').waitFor();
        await expect
          .poll(() => chat.getByRole('link', { name: 'Privacy' }).getAttribute('href'))
          .toBe('https://shop.example.com/privacy');
        await expectAccessible(session());
        await chat.getByRole('button', { name: 'Who approves travel?' }).click();
        await chat.getByText('team lead approves travel up to 500 euros').first().waitFor();
        await expect
          .poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
          .toBe(true);

        // The same lines, changed in the console.
        await page.goto('/console/settings?tab=widget');
        await page.getByRole('link', { name: `Shop ${size.width}` }).click();
        await page.getByLabel('How visitors reach a person').selectOption('With settings of its own');
        await page.getByLabel('Address of a contact page (optional)').fill('javascript:alert(1)');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Must be an http or https URL').first().waitFor();
        await page
          .getByLabel('Address of a contact page (optional)')
          .fill('https://shop.example.com/contact');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Must be an http or https URL').first().waitFor({ state: 'detached' });
        await expectAccessible(session());
        await page.reload();
        await expect
          .poll(() => page.getByLabel('Address of a contact page (optional)').inputValue())
          .toBe('https://shop.example.com/contact');
        await page.getByLabel('Position').selectOption('bottom_left');
        await page.getByRole('link', { name: 'Widgets' }).click();
        await page.getByRole('dialog').getByText('The look').waitFor();
        await page.getByRole('button', { name: 'Stay' }).click();
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('Saved. Pages show it within a minute.').first().waitFor();
        await expect.poll(() => page.getByLabel('HTML').inputValue()).toBe(lines);
        const german = await context.browser()?.newContext({ locale: 'de-CH', viewport: size });
        const visit = await german?.newPage();
        await visit?.goto(site.url);
        await visit?.getByRole('button', { name: 'Chat öffnen' }).click();
        await visit?.getByRole('heading', { name: 'Fragen Sie uns' }).waitFor();
        await expect.poll(() => visit?.locator('avow-chat').getAttribute('side')).toBe('left');
        await german?.close();

        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('heading', { name: 'Settings' }).waitFor();
        await page.getByRole('link', { name: `Shop ${size.width}` }).waitFor({ state: 'detached' });
        expect(faults).toEqual([]);
      },
    );

    it('says on a page that questions cannot be asked, and gives a new key, once the key was revoked', async () => {
      const { page, faults } = session();
      await signIn(session(), console().owner, '/console/settings/widgets/new');
      await page.getByLabel('Name').fill('Old page');
      await page.getByLabel('Websites where it may be used').fill(site.url);
      await page.getByRole('button', { name: 'Create the widget' }).click();
      const before = await page.getByLabel('HTML').inputValue();
      await page.goto('/console/settings?tab=keys');
      await page.getByRole('button', { name: 'Revoke Old page' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.goto('/console/settings?tab=widget');
      await page.getByText('Its key was revoked').waitFor();
      await page.getByRole('link', { name: 'Old page' }).click();
      await page.getByText('Its key does not work any more, so visitors cannot ask.').waitFor();
      await expectAccessible(session());
      await page.getByRole('button', { name: 'Make a new key' }).click();
      await expect.poll(() => page.getByLabel('HTML').inputValue()).not.toBe(before);
      await page.getByText('Its key does not work any more').waitFor({ state: 'detached' });
      expect(faults).toEqual([]);
    });
  });
}
