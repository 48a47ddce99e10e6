import { escapeMarkup } from '@avow/text';

/** A fragment of a page. Created only by `html` and `trustMarkup`, so that no text is inserted unescaped. */
export interface Html {
  readonly html: string;
}

type Inserted = string | number | Html | readonly Html[];

/** A template that escapes every inserted text. */
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

/** Markup from a trusted source, such as a chart. */
export function trustMarkup(markup: string): Html {
  return { html: markup };
}

export const noHtml: Html = { html: '' };
