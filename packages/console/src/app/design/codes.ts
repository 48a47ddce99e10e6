import { texts } from '../texts.ts';

const ids = /^[a-z]+_[0-9a-z]{26}$/;
const hashes = /^(?:[\w-]+:)?[0-9a-f]{32,}$|^[A-Za-z0-9+/]{43}=$/;
const visitors = /^visitor_[\w-]{43}$/;

/** Whether a text is for programs: an id or a hash, which people copy and do not read. */
export const isCode = (text: string): boolean =>
  text !== '' && text.split(' ').every((each) => [ids, hashes, visitors].some((code) => code.test(each)));

/** A visitor of a web page, by a number that tells them from others; null: the id is not of a visitor. */
export function visitorName(id: string): string | null {
  if (!visitors.test(id)) return null;
  let number = 0;
  for (const letter of id) number = (number * 31 + letter.charCodeAt(0)) % 10_000;
  return texts.visitor(String(number).padStart(4, '0'));
}
