import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exampleReceipt, receiptKeyText, receiptTexts } from '@avow/ledger-log/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPage, writeVerifyPage } from '../src/build/write-verify-page.ts';
import { openBrowser } from './support/open-browser.ts';

let folder: string;
let browser: Browser;
let page: Page;
/** What the page has asked for, and what went wrong in it. */
const requests: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'avow-verify-page-'));
  [browser] = await Promise.all([openBrowser(), writeVerifyPage(folder)]);
  page = await browser.newPage();
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (said) => (said.type() === 'error' ? faults.push(said.text()) : null));
  await page.goto(pathToFileURL(join(folder, verifyPage)).href);
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

async function check(fields: Readonly<Record<string, string>>): Promise<string> {
  for (const id of ['receipt', 'key', 'question', 'answer', 'response'])
    await page.locator(`#${id}`).fill(fields[id] ?? '');
  await page.locator('#result').evaluate((shown) => shown.replaceChildren());
  await page.getByRole('button', { name: 'Check' }).click();
  await page.locator('#result h2').waitFor();
  return await page.locator('#result').innerText();
}

describe('the page that checks receipts, opened as a file', () => {
  it('accepts a receipt, with the key and the texts', async () => {
    const shown = await check({ receipt: await exampleReceipt(), key: receiptKeyText, ...receiptTexts(1) });
    expect(shown).toContain('This is on record, unchanged.');
    expect(shown).toContain('question, answer, response');
    expect(shown).toContain('by the key that you gave');
  });

  it('says whose word it takes without a key, and what became of content', async () => {
    const shown = await check({ receipt: await exampleReceipt({ state: 'erased' }) });
    expect(shown).toContain('erased since');
    expect(shown).toContain('which the creator of the receipt could have created too');
  });

  it('refuses a manipulated receipt, another answer and another key', async () => {
    const receipt = await exampleReceipt();
    const key = receiptKeyText;
    expect(await check({ receipt: receipt.replace('delivered', 'blocked'), key })).toContain(
      'This does not verify.',
    );
    expect(await check({ receipt, key, answer: 'It is 2,849 m high.' })).toContain(
      'this is not the answer on record',
    );
    expect(await check({ receipt, key: `${key}x` })).toContain('This does not verify.');
    expect(await check({ receipt: '{}' })).toContain('This does not verify.');
    expect(await check({})).toContain('Paste a receipt');
  });

  it('is one file that asks for nothing, and may not', () => {
    expect(requests).toEqual([pathToFileURL(join(folder, verifyPage)).href]);
    expect(faults).toEqual([]);
    const text = readFileSync(join(folder, verifyPage), 'utf8');
    expect(text).toMatch(/content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/);
    expect(text).not.toMatch(/ (?:src|href)="/);
  });
});
