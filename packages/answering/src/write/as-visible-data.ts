import { asData } from '@avow/text';

/**
 * A text as data for a prompt: it can close no tag and has no sign of a chat, nor anything that cannot be seen and can be
 * read, such as tags and turned directions. These go first: they could hide a sign.
 */
export function asVisibleData(text: string): string {
  return asData(text.toWellFormed().replace(unseenCharacters, ''));
}

const unseenCharacters = /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\ufeff]/gu;
