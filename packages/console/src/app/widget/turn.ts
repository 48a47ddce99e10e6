import type { Citation, QueryResponse, RelatedPassage } from '@avow/client';
import { button, element } from './elements.ts';
import { texts } from './texts.ts';

/** One question and what became of it. */
export interface Turn {
  readonly root: HTMLElement;
  addText(text: string): void;
  /** The answer as it is recorded replaces what was shown before. */
  end(response: QueryResponse, onFeedback: (verdict: Verdict) => Promise<unknown>): void;
  fail(message: string): void;
}

export type Verdict = 'right' | 'wrong';

export function createTurn(question: string): Turn {
  const answer = element('p', { class: 'answer' });
  const status = element('p', { class: 'status' }, texts.working);
  const asked = element(
    'p',
    { class: 'question' },
    element('span', { class: 'hidden-label' }, `${texts.you}: `),
    question,
  );
  const root = element('div', { class: 'turn' }, asked, answer, status);
  return {
    root,
    addText: (text) => {
      status.remove();
      answer.append(text);
    },
    end: (response, onFeedback) => {
      status.remove();
      answer.textContent = response.status === 'in_review' ? texts.review : response.answer;
      root.append(...afterAnswer(response, onFeedback));
    },
    fail: (message) => {
      status.remove();
      // What is not confirmed is not shown as an answer.
      answer.textContent = '';
      root.append(element('p', { class: 'problem', role: 'alert' }, message));
    },
  };
}

function afterAnswer(response: QueryResponse, onFeedback: (verdict: Verdict) => Promise<unknown>): Node[] {
  const { citations, related, confidence, status } = response;
  const isUnsure = citations.length > 0 && confidence.band === 'low';
  return [
    ...(isUnsure ? [element('p', { class: 'note' }, texts.unsure)] : []),
    ...(citations.length > 0 ? [element('h3', {}, texts.sources), sourceList(citations)] : []),
    ...(related.length > 0 ? [element('h3', {}, texts.near), sourceList(related)] : []),
    ...(status === 'delivered' ? [feedback(onFeedback)] : []),
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
      : element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, texts.openSource);
  if (quote === null) return link === null ? element('span', {}, name) : withText(link, name);
  const opened = [element('blockquote', {}, quote), ...(link === null ? [] : [link])];
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
        thanks.textContent = texts.thanks;
      },
      () => {
        thanks.textContent = texts.failed;
      },
    );
  };
  const yes = button(texts.yes, () => choose('right', yes), { 'aria-pressed': 'false' });
  const no = button(texts.no, () => choose('wrong', no), { 'aria-pressed': 'false' });
  const label = element('span', { 'aria-hidden': 'true' }, texts.helpful);
  return element(
    'div',
    { class: 'feedback', role: 'group', 'aria-label': texts.helpful },
    label,
    yes,
    no,
    thanks,
  );
}
