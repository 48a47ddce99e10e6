import type { Citation, QueryResponse, RelatedPassage } from '@avow/client';
import { drawText } from './draw-text.ts';
import { button, element } from './elements.ts';
import { type ReadReceipt, receiptMark } from './receipt-mark.ts';
import { widgetTexts } from './widget-texts.ts';

/** One question and what became of it. */
export interface ShownTurn {
  readonly root: HTMLElement;
  addText(text: string, generated: string | null): void;
  /** A person decides about the answer first. `also` is shown below that. */
  wait(text: string, ...also: readonly Node[]): void;
  /** The answer as it is recorded replaces what was shown before, with a note if there is one. */
  end(response: QueryResponse, also: TurnEnd): void;
  fail(message: string): void;
  /** Below everything else of the turn. */
  attach(node: Node): void;
}

interface TurnEnd {
  readonly note: string | null;
  readonly onFeedback: (verdict: Verdict) => Promise<unknown>;
  readonly readReceipt: ReadReceipt;
}

type Verdict = 'right' | 'wrong';

export function createTurn(question: string): ShownTurn {
  const answer = element('div', { class: 'answer text' });
  let written = '';
  const mark = element('p', { class: 'note mark' });
  const status = element('p', { class: 'status' }, widgetTexts.working);
  const asked = element(
    'p',
    { class: 'question' },
    element('span', { class: 'hidden-label' }, `${widgetTexts.you}: `),
    question,
  );
  const rest = element('div');
  const attached = element('div');
  const root = element('div', { class: 'turn' }, asked, answer, status, mark, rest, attached);
  const show = (text: string, ...below: readonly Node[]) => {
    status.remove();
    answer.replaceChildren(...drawText(text));
    rest.replaceChildren(...below);
  };
  /** In the markup for machines, and in words, which a setting may put below the chat instead. */
  const markAs = (generated: string | null) => {
    if (generated === null) answer.removeAttribute('data-avow-generated');
    else answer.setAttribute('data-avow-generated', generated);
    mark.textContent = generated === null ? '' : (widgetTexts.marks[generated] ?? widgetTexts.automatic);
    mark.hidden = generated === null;
  };
  markAs(null);
  return {
    root,
    addText: (text, generated) => {
      markAs(generated);
      status.remove();
      written += text;
      answer.replaceChildren(...drawText(written));
    },
    wait: show,
    attach: (node) => attached.replaceChildren(node),
    end: (response, { note, ...does }) => {
      // In a voice of its language.
      answer.lang = response.agent_context.answer_language ?? '';
      const noted = note === null ? [] : [element('p', { class: 'note' }, note)];
      markAs(response.generated);
      show(response.answer, ...noted, ...afterAnswer(response, does));
    },
    // What is not confirmed is not shown as an answer.
    fail: (message) => {
      markAs(null);
      show('', element('p', { class: 'problem', role: 'alert' }, message));
    },
  };
}

function afterAnswer(response: QueryResponse, { onFeedback, readReceipt }: Omit<TurnEnd, 'note'>): Node[] {
  const { citations, related, confidence, status } = response;
  const isUnsure = citations.length > 0 && confidence.band === 'low';
  return [
    ...(isUnsure ? [element('p', { class: 'note' }, widgetTexts.unsure)] : []),
    ...(citations.length > 0 ? [element('h3', {}, widgetTexts.sources), sourceList(citations)] : []),
    ...(related.length > 0 ? [element('h3', {}, widgetTexts.near), sourceList(related)] : []),
    ...(status === 'delivered' ? [feedback(onFeedback), receiptMark(response, readReceipt)] : []),
  ];
}

type Source = Pick<Citation | RelatedPassage, 'title' | 'source' | 'quote' | 'url'>;

function sourceList(sources: readonly Source[]): HTMLElement {
  return element('ol', {}, ...sources.map((source) => element('li', {}, sourceOf(source))));
}

/** Opens to the exact words, and to where they are from. */
function sourceOf({ title, source, quote, url }: Source): HTMLElement {
  const name = title === '' ? source : title;
  const address = safeAddress(url);
  const link =
    address === null
      ? null
      : element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, widgetTexts.openSource);
  if (quote === null) return link === null ? element('span', {}, name) : withText(link, name);
  const opened = [
    element('blockquote', { class: 'text' }, ...drawText(quote)),
    ...(link === null ? [] : [link]),
  ];
  return element('details', {}, element('summary', {}, name), ...opened);
}

function withText(link: HTMLElement, text: string): HTMLElement {
  link.textContent = text;
  return link;
}

/** Content may come from anywhere: nothing but a web page is opened. */
function safeAddress(url: string | null): string | null {
  return url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}

function feedback(onFeedback: (verdict: Verdict) => Promise<unknown>): HTMLElement {
  const thanks = element('span', { role: 'status' });
  const choose = (verdict: Verdict, chosen: HTMLElement) => {
    for (const each of [yes, no]) each.setAttribute('aria-pressed', String(each === chosen));
    onFeedback(verdict).then(
      () => {
        thanks.textContent = widgetTexts.thanks;
      },
      () => {
        thanks.textContent = widgetTexts.failed;
      },
    );
  };
  const yes = button(widgetTexts.yes, () => choose('right', yes), { 'aria-pressed': 'false' });
  const no = button(widgetTexts.no, () => choose('wrong', no), { 'aria-pressed': 'false' });
  const label = element('span', { 'aria-hidden': 'true' }, widgetTexts.helpful);
  return element(
    'div',
    { class: 'feedback', role: 'group', 'aria-label': widgetTexts.helpful },
    label,
    yes,
    no,
    thanks,
  );
}
