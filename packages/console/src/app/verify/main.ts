import type { VerifiedReceipt } from '@avow/ledger-log/receipts';
import { checkReceipt } from '../api/check-receipt.ts';
import { receiptTexts as texts } from '../texts/receipt.ts';
import { element } from '../widget/elements.ts';

/** The page that checks receipts by itself: one file, which asks no service for anything. */

const receipt = element('textarea', { id: 'receipt', rows: '8', spellcheck: 'false' });
const file = element('input', { id: 'file', type: 'file', accept: '.json,application/json' });
const key = element('input', { id: 'key', type: 'text', spellcheck: 'false', autocomplete: 'off' });
const question = element('textarea', { id: 'question', rows: '2' });
const answer = element('textarea', { id: 'answer', rows: '3' });
const response = element('textarea', { id: 'response', rows: '3', spellcheck: 'false' });
const result = element('section', { id: 'result', 'aria-live': 'polite' });

function field(input: HTMLElement, label: string, hint: string | null): HTMLElement {
  const shown = element('label', { for: input.id }, label);
  if (hint === null) return element('p', {}, shown, input);
  input.setAttribute('aria-describedby', `${input.id}-hint`);
  return element('p', {}, shown, element('small', { id: `${input.id}-hint` }, hint), input);
}

function show(tone: 'good' | 'bad', title: string, ...below: readonly Node[]): void {
  result.className = tone;
  result.replaceChildren(element('h2', {}, title), ...below);
}

function factsOf({ receipt: read, compared, verifierKey, isKeyTrusted, root }: VerifiedReceipt): Node[] {
  const sources = (read.sources ?? []).map(
    ({ packId, version, documents }) =>
      `${documents.map(({ id }) => id).join(', ')} (${texts.version(version, packId)})`,
  );
  const rootDigits = [...root].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const rows: ReadonlyArray<readonly [string, string]> = [
    [texts.facts.message, read.messageId],
    [texts.facts.asked, read.time],
    [texts.facts.status, read.status],
    [texts.facts.state, texts.states[read.state]],
    [texts.facts.compared, compared.length === 0 ? texts.nothingCompared : compared.join(', ')],
    ...(sources.length === 0 ? [] : [[texts.facts.sources, sources.join('; ')] as const]),
    [texts.facts.place, texts.place(read.leafIndex, read.size)],
    [texts.facts.root, rootDigits],
    [texts.facts.key, verifierKey],
  ];
  const list = rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]);
  return [element('p', {}, isKeyTrusted ? texts.trusted : texts.untrusted), element('dl', {}, ...list)];
}

async function check(): Promise<void> {
  if (receipt.value.trim() === '') return show('bad', texts.none);
  const given = [
    ['question', question.value],
    ['answer', answer.value],
    ['response', response.value],
  ].filter(([, text]) => text !== '');
  const trustedKey = key.value.trim() === '' ? null : key.value.trim();
  const checked = await checkReceipt(receipt.value, { trustedKey, texts: Object.fromEntries(given) });
  if (checked.kind === 'sound') show('good', texts.sound, ...factsOf(checked.verified));
  else if (checked.kind === 'broken') show('bad', texts.broken, element('p', {}, `${checked.why}.`));
  else show('bad', texts.unsupported);
}

file.addEventListener('change', () => {
  const [chosen] = file.files ?? [];
  void chosen?.text().then((text) => {
    receipt.value = text;
  });
});

const form = element(
  'form',
  {},
  field(receipt, texts.receipt, texts.receiptHint),
  field(file, texts.file, null),
  field(key, texts.key, texts.keyHint),
  field(question, texts.question, texts.textsHint),
  field(answer, texts.answer, null),
  field(response, texts.response, null),
  element('button', { type: 'submit' }, texts.check),
);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});

document.title = texts.title;
document
  .getElementById('page')
  ?.replaceChildren(element('h1', {}, texts.title), element('p', {}, texts.explain), form, result);
