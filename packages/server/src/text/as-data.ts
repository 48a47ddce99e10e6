/**
 * A text in a form that cannot close a mark in what a model is told, nor stand for the signs by which a chat is made into
 * one text, such as <|im_start|> or [INST]: some servers take them for what they are wherever they find them.
 */
export function asData(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/\[(\/?[A-Z][A-Z_]*)\]/g, '($1)')
    .replace(controlCharacters, ' ');
}

const controlCharacters = /[^\P{Cc}\t\n]/gu;
