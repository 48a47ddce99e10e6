import { markdownBlocks, stripMarks } from '@avow/text/markdown';
import { contentTerms, isGenericTerm, wordsOf } from '@avow/text/terms';
import type { Page } from '../choose-pages.ts';

/** A heading that asks, and what stands under it. */
interface HeadingQuestion {
  readonly question: string;
  readonly body: string;
}

/** A page whose asking headings are hidden, with what they asked. */
export interface HiddenPage {
  readonly page: Page;
  readonly asked: readonly HeadingQuestion[];
}

const numbering = /^\s*(?:(?:(?:q|faq|question)\s*[.:)]|\d+(?:\.\d+)*[.:)]?)\s+)+/i;
const asks =
  /^(?:how|what|when|where|who|whom|whose|why|which|can|could|do|does|did|is|are|was|will|would|should|may|must|am|have|has)\b/i;
const anchor = /\{[:#][^}]*\}|<[^>]*>/g;
const howTo = /^how to:?\s+/i;
/** Fewer say what is asked only together with their page, as in "What is the process?". */
const termsMin = 2;
const bodyWords = { min: 20, max: 400 };

/**
 * Takes the words of each heading that asks out of the page, and puts a number in their place: its sections stay sections.
 * Lines that repeat such a heading, as a table of contents does, go too.
 */
export function hideQuestions(page: Page): HiddenPage {
  const headings = [...markdownBlocks(page.text)].filter(
    ({ kind, depth }) => kind === 'heading' && depth === 0,
  );
  const asked: HeadingQuestion[] = [];
  let text = '';
  let copiedTo = 0;
  for (const [at, { start, end, level }] of headings.entries()) {
    const question = questionOf(page.text.slice(start, end));
    if (question === null) continue;
    const body = page.text.slice(end, headings[at + 1]?.start).trim();
    const count = wordsOf(body).length;
    if (count >= bodyWords.min && count <= bodyWords.max) asked.push({ question, body });
    text += `${page.text.slice(copiedTo, start)}${'#'.repeat(level)} Part ${at + 1}\n`;
    copiedTo = end;
  }
  const hidden = dropRepeated(text + page.text.slice(copiedTo), asked);
  return { page: { ...page, text: hidden }, asked };
}

/** What a heading asks, in words that stand on their own; null where it does not ask. */
function questionOf(heading: string): string | null {
  const said = stripMarks(heading.replace(/^#+|#+\s*$/g, '').replace(anchor, ''))
    .replace(numbering, '')
    .trim();
  const question = howTo.test(said)
    ? `How do I ${uncapitalised(said.replace(howTo, '')).replace(/[?:.!\s]+$/, '')}?`
    : said;
  if (!question.endsWith('?') || !asks.test(question)) return null;
  const terms = new Set(contentTerms(question).filter((term) => !isGenericTerm(term)));
  return terms.size < termsMin ? null : question;
}

const uncapitalised = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

function dropRepeated(text: string, asked: readonly HeadingQuestion[]): string {
  const keys = new Set(asked.map(({ question }) => keyOf(question)));
  return text
    .split('\n')
    .filter((line) => !keys.has(keyOf(line)))
    .join('\n');
}

/** The words alone, without what a list or a heading puts around them. */
const keyOf = (line: string) => wordsOf(stripMarks(line)).join(' ').toLowerCase();
