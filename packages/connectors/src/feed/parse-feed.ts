import { childrenOf, parseXml, textOf, type XmlElement } from '../xml.ts';

/** An entry of a feed. */
export interface FeedEntry {
  /** Identifies it, whatever else changes. */
  readonly id: string;
  readonly title: string | null;
  /** The page that it is about. */
  readonly url: string | null;
  /** HTML; null if the feed has none. */
  readonly html: string | null;
}

/** The entries of an RSS or Atom feed, newest first as a rule; null if it is neither. */
export function parseFeed(text: string, base: string): FeedEntry[] | null {
  const root = parseXml(text);
  if (root === null) return null;
  if (root.name === 'feed') return entriesOf(childrenOf(root, 'entry'), (entry) => readAtom(entry, base));
  // RSS 1.0 has its items beside the channel, the others within it.
  const channel = childrenOf(root, 'channel')[0];
  if (channel === undefined || (root.name !== 'rss' && root.name !== 'rdf')) return null;
  const items = [...childrenOf(channel, 'item'), ...childrenOf(root, 'item')];
  return entriesOf(items, (item) => readRss(item, base));
}

function entriesOf(
  elements: readonly XmlElement[],
  read: (element: XmlElement) => FeedEntry | null,
): FeedEntry[] {
  const entries = new Map<string, FeedEntry>();
  for (const element of elements) {
    const entry = read(element);
    if (entry !== null && !entries.has(entry.id)) entries.set(entry.id, entry);
  }
  return [...entries.values()];
}

function readRss(item: XmlElement, base: string): FeedEntry | null {
  const url = webUrl(textOf(item, 'link'), base);
  const id = textOf(item, 'guid') ?? url;
  if (id === null) return null;
  return {
    id,
    title: textOf(item, 'title'),
    url,
    html: textOf(item, 'encoded') ?? textOf(item, 'description'),
  };
}

function readAtom(entry: XmlElement, base: string): FeedEntry | null {
  const links = childrenOf(entry, 'link');
  const link = links.find(({ attributes }) => (attributes['rel'] ?? 'alternate') === 'alternate') ?? links[0];
  const url = webUrl(link?.attributes['href'] ?? null, base);
  const id = textOf(entry, 'id') ?? url;
  if (id === null) return null;
  const content = childrenOf(entry, 'content')[0] ?? childrenOf(entry, 'summary')[0];
  return { id, title: textOf(entry, 'title'), url, html: content === undefined ? null : htmlOf(content) };
}

/** Content of the type `xhtml` is markup of the feed itself; the other types have it as text. */
function htmlOf(content: XmlElement): string | null {
  if (content.attributes['type'] !== 'xhtml') {
    const text = content.text.trim();
    if (text === '') return null;
    return content.attributes['type'] === 'html' ? text : escapeHtml(text);
  }
  return content.children.map(writeMarkup).join('') || null;
}

function writeMarkup({ name, content }: XmlElement): string {
  const inner = content.map((part) => (typeof part === 'string' ? escapeHtml(part) : writeMarkup(part)));
  return `<${name}>${inner.join('')}</${name}>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function webUrl(text: string | null, base: string): string | null {
  if (text === null || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
