import { drawText } from './draw-text.ts';
import { button, element } from './elements.ts';
import { widgetTexts } from './widget-texts.ts';

interface Opening {
  /** Markdown. */
  readonly greeting: string;
  readonly sampleQuestions: readonly string[];
  readonly onAsk: (question: string) => void;
}

/** What is shown until the first question: a greeting, and questions that one click asks. */
export function openingOf({ greeting, sampleQuestions, onAsk }: Opening): Node[] {
  const greeted = greeting === '' ? [] : [element('div', { class: 'text' }, ...drawText(greeting))];
  if (sampleQuestions.length === 0) return greeted;
  const samples = sampleQuestions.map((question) =>
    element(
      'li',
      {},
      button(question, () => onAsk(question)),
    ),
  );
  return [...greeted, element('ul', { class: 'samples', 'aria-label': widgetTexts.samples }, ...samples)];
}

/** A link to a page of the site; null for anything but a web page. */
export function privacyLink(url: string | null): HTMLElement | null {
  if (url === null || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null;
  const target = { href: url, target: '_blank', rel: 'noopener noreferrer' };
  return element('p', { class: 'privacy' }, element('a', target, widgetTexts.privacy));
}

/** What says once, of all answers, that they are automatic. */
export function automaticLine(mark: string): HTMLElement | null {
  return mark === 'chat' ? element('p', { class: 'automatic' }, widgetTexts.automatic) : null;
}

/** How the opening, the logo and the link to the privacy page look, and where a floating chat is. */
export const openingStyles = `
.opening { display: flex; flex-direction: column; gap: 12px; color: var(--soft); }
.opening:empty { display: none; }
.opening .samples { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; padding: 0; list-style: none; }
.opening .samples button { text-align: start; border-radius: 16px; }
:host([floating]) .panel { max-width: 100%; }
.logo { flex: none; max-width: 96px; height: 28px; }
.automatic { margin: 0; padding: 0 14px 8px; font-size: .8125rem; color: var(--soft); }
.privacy { margin: 0; padding: 0 14px 8px; font-size: .8125rem; }
:host([floating][side='left']) { inset-inline: auto; left: 20px; }
:host([floating][side='left']) .launcher { margin-inline: 0 auto; }
`;
