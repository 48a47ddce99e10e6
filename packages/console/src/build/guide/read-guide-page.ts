import { Marked, type Token, type Tokens } from 'marked';
import type { GuideSection } from '../../app/guide/search-guide.ts';

/** One page of the guide, as it is served. */
export interface GuidePage {
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly GuideSection[];
  /** Names of pictures in docs/images/console. */
  readonly pictures: readonly string[];
}

const picturePath = /^\.\.\/images\/console\/([\w.-]+)$/;
const pagePath = /^([\w-]+)\.md(#.*)?$/;

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The anchor of a heading, as links between the pages have it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Reads a page of docs/guide, whose Markdown is ours. */
export function readGuidePage(name: string, markdown: string): GuidePage {
  const pictures = new Set<string>();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // What is wider than its place scrolls, and a keyboard can scroll it, too.
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      table(token) {
        return `<div class="table-frame" tabindex="0">${drawTable(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = addressOf(href);
        return target === null ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
      },
      image({ href, text }) {
        const [, picture] = picturePath.exec(href) ?? [];
        if (picture === undefined) throw new Error(`${name}.md shows ${href}, which is not served`);
        pictures.add(picture);
        return `<img src="./../guide/images/${picture}" alt="${escapeHtml(text)}" loading="lazy" />`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  const sections = sectionsOf(name, marked.lexer(markdown));
  return { name, title: sections[0]?.title ?? name, html, sections, pictures: [...pictures] };
}

/** Null: what it leads to is not served. */
function addressOf(href: string): string | null {
  if (/^https?:|^#/.test(href)) return href;
  const [, page, place = ''] = pagePath.exec(href) ?? [];
  return page === undefined ? null : `./../guide/${page}${place}`;
}

function drawTable({ header, rows }: Tokens.Table, draw: (cell: Tokens.TableCell) => string): string {
  const line = (cells: readonly Tokens.TableCell[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${draw(cell)}</${tag.split(' ')[0]}>`).join('')}</tr>`;
  const body = rows.map((row) => line(row, 'td')).join('');
  return `<table><thead>${line(header, 'th scope="col"')}</thead><tbody>${body}</tbody></table>`;
}

/** What is searched: the text under each heading, without its marks. */
function sectionsOf(page: string, tokens: readonly Token[]): GuideSection[] {
  const sections: (GuideSection & { text: string })[] = [];
  for (const token of tokens) {
    const last = sections.at(-1);
    if (token.type === 'heading') {
      const { text } = token as Tokens.Heading;
      const heading = withoutMarks(text);
      const isFirst = last === undefined;
      const title = sections[0]?.title ?? heading;
      sections.push({ page, title, heading, anchor: isFirst ? '' : anchorOf(text), text: '' });
    } else if (last !== undefined) {
      const text = token.type === 'code' ? (token as Tokens.Code).text : withoutMarks(token.raw);
      last.text = `${last.text} ${text.replace(/\s+/g, ' ')}`.trim();
    }
  }
  return sections;
}

function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[|\s:-]+$/gm, ' ')
    .replace(/[`*|>]|^#+ /gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
