import { fileURLToPath } from 'node:url';
import { createGrounder } from '@avow/answering/write';
import type { DocumentId, PackId } from '@avow/foundation';
import { openEmbeddedReader, type Reader } from '@avow/inference';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Whether sentences that a language model may write about a page are kept, as the models that ship judge them. */
const page = `The company pays repairs of your phone up to 200 euros a year. The monthly fee is paid by the employee and covers insurance.
The password of the guest network changes every Monday and is shown at the reception.
The reception is open from 8 am to 6 pm on working days. Visitors must register at the reception and wear a badge.
Staff may work from home up to two days a week. Expenses should be handed in within 30 days. Laptops are replaced after four years.
Ask the service desk if you need a second screen. Contractors do not receive a parking space.
New staff usually get their badge on the first day.`;
/** Of a question that a small model answered with yes, in the words of the question. */
const sockets = `Do not expose the socket of the daemon to other containers. If you start your image with the socket as a volume, you should change it.
Remember that mounting the socket read-only is not a solution but only makes it harder to exploit.`;
const sourceOf = (text: string) => ({
  ...{ number: 1, text, title: 'Office guide', context: '', start: 0, source: 'test', url: null },
  documentId: 'doc_1' as DocumentId,
  pack: { packId: 'pack_1' as PackId, version: 1 },
});

let reader: Reader;

beforeAll(async () => {
  reader = await openEmbeddedReader({
    folder: fileURLToPath(new URL('../packages/weights/reader', import.meta.url)),
  });
});

afterAll(() => reader.close());

async function isKept(text: string, { question = '', from = page } = {}): Promise<boolean> {
  const unit = { text, references: [1], question, before: '' };
  const found = await createGrounder({ reader }).ground(unit, [sourceOf(from)], { timeoutMs: 300_000 });
  expect(found).not.toMatchObject({ why: 'not judged' });
  return found.kind !== 'unsupported';
}

describe('what the page does not say is removed', () => {
  test.each([
    'Repairs are paid by the company up to 200 euros a month.',
    'The monthly fee is paid by the company.',
    'The password is Monday.',
    'The reception has a helipad.',
    'The reception is closed.',
    'Staff must register at the reception.',
    'Visitors may work from home up to two days a week.',
    'The insurance is paid by the company.',
    'The guest network is open from 8 am to 6 pm.',
    'Laptops are replaced by the service desk after four years.',
    'Expenses must be handed in within 30 days.',
    'Contractors receive a parking space.',
    'Employees must wear a badge.',
    'Phones are replaced after four years.',
    'New staff always get their badge on the first day.',
    'The service desk is open from 8 am to 6 pm.',
    'The badge covers insurance.',
    'Insurance costs 200 euros a year.',
  ])('%s', async (sentence) => {
    expect(await isKept(sentence)).toBe(false);
  });
});

test('a yes that repeats the question is removed where the source says otherwise', async () => {
  const question = "Is it safe to mount the socket into a container as long as it's read-only?";
  const said = "Yes, it is safe to mount the socket into a container as long as it's read-only.";
  expect(await isKept(said, { question, from: sockets })).toBe(false);
});

describe('what it says in other words is kept', () => {
  test.each([
    'The company pays up to 200 euros a year for phone repairs.',
    'The employee pays the monthly fee.',
    "The guest network's password changes every Monday.",
    'Visitors have to register at the reception.',
    'After four years your laptop is replaced.',
    'Contractors get no parking space.',
    'If you need a second screen, ask the service desk.',
  ])('%s', async (sentence) => {
    expect(await isKept(sentence)).toBe(true);
  });
});

/** "It" is what was asked about. */
const prices = `Entry to the pool costs 4 euros. Entry to the sauna costs 8 euros, towels included.
The pool closes at 9 pm.`;

test('what is true of something else than was asked is removed', async () => {
  const question = 'How much is entry to the pool?';
  expect(await isKept('It costs 4 euros.', { question, from: prices })).toBe(true);
  expect(await isKept('It costs 8 euros, towels included.', { question, from: prices })).toBe(false);
});
