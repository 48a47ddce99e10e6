import type { StoredDocument } from '@avow/answering';

/** Folders and files with one of these words in their name, between separators. */
const pastWords =
  /(?:^|[\s._-])(archived?|archives|archiv|old|obsolete|outdated|deprecated|superseded|retired|veraltet)(?=$|[\s._-])/i;
const changelogName =
  /^(?:change-?s?-?log|changes|history|release[\s._-]?notes?|releases|whats[\s._-]?new)(?=$|[\s._-]*v?\d)/i;
const changelogTitle =
  /^(?:change ?log|release notes?|(?:version|revision|change) history|änderungsprotokoll|what(?:['’]?s| is) new)\b/i;
const state =
  'archived|obsolete|outdated|deprecated|superseded|retired|no longer valid|veraltet|obsolète|obsoleto';
const titleMark = new RegExp(`^(?:${state})\\s*[:–—-]|[([](?:${state})\\b[^)\\]]*[)\\]]`, 'iu');
/** Written by the loader from the front matter. */
const frontMatterMark =
  /^\[(superseded by [^\]\n]+|archived|deprecated|obsolete|superseded|valid until (\d{4}-\d{2}-\d{2}))\]\n/;
const notice =
  /\b(?:this|the) (?:page|document|policy|article|guide|version) (?:is|was|has been) (?:now )?(superseded|archived|deprecated|obsolete|outdated|replaced by|no longer (?:valid|maintained|in force|in effect))/i;
/** A notice stands at the top. Further down it may be about another page. */
const noticeUnitsMax = 500;

/** Why a document ranks below current ones: it is a changelog, an archive or superseded. Null: it is current. */
export function findHistoricalReason({
  source,
  title,
  text,
  atMs,
}: Pick<StoredDocument, 'source' | 'title' | 'text'> & {
  /** What ended before this time is past. */
  readonly atMs: number;
}): string | null {
  return reasonInPath(source) ?? reasonInTitle(title) ?? reasonInText(text.slice(0, noticeUnitsMax), atMs);
}

function reasonInPath(source: string): string | null {
  const parts = source.split('/');
  const file = (parts.pop() ?? '').replace(/\.[^.]+$/, '');
  if (changelogName.test(file)) return `The file name "${file}" is that of a changelog.`;
  // Files of a zip archive have it in their path; its name, such as archive.zip, says nothing about them.
  const folder = parts.find((part) => !part.includes('.') && pastWords.test(part));
  if (folder !== undefined) return `It is in the folder "${folder}".`;
  const word = pastWords.exec(file)?.[1];
  return word === undefined ? null : `The file name contains "${word}".`;
}

function reasonInTitle(title: string): string | null {
  if (changelogTitle.test(title)) return 'The title is that of a changelog.';
  const mark = titleMark.exec(title)?.[0];
  return mark === undefined ? null : `The title is marked "${mark}".`;
}

function reasonInText(start: string, atMs: number): string | null {
  const [, mark, end] = frontMatterMark.exec(start) ?? [];
  if (end !== undefined) return Date.parse(end) + dayMs <= atMs ? `It was valid until ${end}.` : null;
  if (mark !== undefined) return `Its front matter marks it as ${mark}.`;
  const said = notice.exec(start)?.[0];
  return said === undefined ? null : `It begins with "${said}".`;
}

const dayMs = 86_400_000;
