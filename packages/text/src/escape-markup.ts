const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters are not allowed in XML, even escaped, and a page does not show them. */
const notMarkup = /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu;

/** Escapes a text for HTML or XML, between tags and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(notMarkup, '\ufffd')
    .replace(/[&<>"']/g, (sign) => signs[sign] ?? '');
}
