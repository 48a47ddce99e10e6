const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters are no XML, however they are written, and nothing that a page shows. */
const notMarkup = /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu;

/** A text as it stands in HTML or XML, between tags and in quotes. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(notMarkup, '\ufffd')
    .replace(/[&<>"']/g, (sign) => signs[sign] ?? '');
}
