/** What stands under one heading of the guide. */
export interface GuideSection {
  readonly page: string;
  /** Of the page. */
  readonly title: string;
  readonly heading: string;
  /** Where the heading is on its page; empty: at its beginning. */
  readonly anchor: string;
  readonly text: string;
}

const wordsMax = 8;
const snippetLength = 140;

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '')
    .slice(0, wordsMax);

/** Sections with the most of the words, best first: a word counts for most in a heading, then in the title of the page. */
export function searchGuide(
  sections: readonly GuideSection[],
  text: string,
  limit: number,
): readonly GuideSection[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const scored = sections.map((section) => ({ section, ...scoreOf(section, words) }));
  const most = Math.max(0, ...scored.map(({ found }) => found));
  return scored
    .filter(({ found }) => found > 0 && found === most)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ section }) => section);
}

/** How many of the words a section has, and how prominently. */
function scoreOf(
  { heading, title, text }: GuideSection,
  words: readonly string[],
): { readonly found: number; readonly score: number } {
  const fields = [heading, title, text].map((field) => field.toLowerCase());
  let found = 0;
  let score = 0;
  for (const word of words) {
    const place = fields.findIndex((field) => field.includes(word));
    if (place === -1) continue;
    const field = fields[place] ?? '';
    const at = field.indexOf(word);
    const startsWord = at === 0 || !/[\p{L}\p{N}]/u.test(field[at - 1] ?? '');
    found += 1;
    score += (3 - place) * (startsWord ? 2 : 1);
  }
  return { found, score };
}

/** What stands around the first word that was found. */
export function snippetOf({ text }: GuideSection, searched: string): string {
  const lower = text.toLowerCase();
  const places = wordsOf(searched).map((word) => lower.indexOf(word));
  const first = Math.min(...places.filter((place) => place >= 0), text.length);
  const start = first === text.length ? 0 : Math.max(0, lower.lastIndexOf(' ', Math.max(0, first - 40)) + 1);
  const part = text.slice(start, start + snippetLength);
  return `${start === 0 ? '' : '…'}${part}${start + snippetLength < text.length ? '…' : ''}`;
}
