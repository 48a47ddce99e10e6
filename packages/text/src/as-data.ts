/**
 * Escapes a text so that it can neither close a tag in a prompt nor contain the control tokens of a chat template, such as
 * <|im_start|> or [INST], which some servers interpret wherever they occur.
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
