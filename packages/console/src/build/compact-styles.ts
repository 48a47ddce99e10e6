import type { Plugin } from 'vite';

/** Style sheets of the widget, which are texts in its modules. */
const stylesPattern = /\/widget\/(?:[a-z-]+-)?(?:styles|opening)\.ts$/;

/** White space that means nothing: a page that shows the widget need not load it. */
export function compactStyle(style: string): string {
  return style
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':');
}

/** Leaves out the white space of style sheets, which minifiers of scripts keep. */
export function compactStyles(): Plugin {
  return {
    name: 'compact-styles',
    enforce: 'pre',
    transform: (code, id) =>
      stylesPattern.test(id) ? code.replace(/(?<== `).*?(?=`)/gs, compactStyle) : null,
  };
}
