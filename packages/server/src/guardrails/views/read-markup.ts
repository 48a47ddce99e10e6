import type { Reading } from './source.ts';

const commentMarks = /<!--|-->/g;
/** Of a tag no more than this is read, so that an opening that is never closed costs no more either. */
const tagUnitsMax = 2_000;
const tagPattern = new RegExp(`<(/?)([a-zA-Z][a-zA-Z0-9-]{0,30})([^<>]{0,${tagUnitsMax}})>`, 'g');
const attributeText =
  /\b(?:alt|title|content|value|placeholder|aria-label|data-[a-z-]{1,30})\s?=\s?(?:"([^"]*)"|'([^']*)')/gi;
const blockTags =
  /^(?:p|div|br|hr|li|ul|ol|tr|td|th|table|section|article|header|footer|h[1-6]|pre|blockquote|title|meta|img|input|script|style|body|html|head)$/i;

/** The text without its tags; what comments and attributes say is put after it, each as a line of its own. */
export const markupReading: Reading = {
  name: 'markup',
  isDisguise: false,
  read({ text }) {
    if (text.search(/<[a-zA-Z/!]/) < 0) return null;
    const shown: string[] = [];
    const comments: string[] = [];
    const parts = text.split(commentMarks);
    const visible = parts
      .map((part, index) => {
        // Openings and ends alternate in well-formed text; where they do not, all is shown somewhere.
        if (index % 2 === 0) return part;
        comments.push(part);
        return '';
      })
      .join('')
      .replace(tagPattern, (_, _slash: string, name: string, attributes: string) => {
        for (const [, double, single] of attributes.matchAll(attributeText))
          shown.push(double ?? single ?? '');
        return blockTags.test(name) ? ' ' : '';
      });
    return [visible, ...comments, ...shown].join('\n');
  },
};
