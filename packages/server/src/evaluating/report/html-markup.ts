import { escapeMarkup } from '../../text/escape-markup.ts';

/** A piece of a page. Made by `html` and `trustMarkup` alone, so that no text gets into it unescaped. */
export interface Html {
  readonly html: string;
}

type Inserted = string | number | Html | readonly Html[];

/** Markup as it is written, with every text that is put into it escaped. */
export function html(parts: TemplateStringsArray, ...inserted: readonly Inserted[]): Html {
  return {
    html: parts
      .map((part, index) => part + (index < inserted.length ? write(inserted[index] ?? '') : ''))
      .join(''),
  };
}

function write(value: Inserted): string {
  if (typeof value === 'string') return escapeMarkup(value);
  if (typeof value === 'number') return String(value);
  return 'html' in value ? value.html : value.map((one) => one.html).join('');
}

/** Markup that was made elsewhere with the same care, such as a chart. */
export function trustMarkup(markup: string): Html {
  return { html: markup };
}

export const noHtml: Html = { html: '' };
