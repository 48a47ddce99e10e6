/** The place in what was sent that a JSON pointer names, in words: `/guardrails/2/settings/words` is "guardrails 3, settings, words". */
export function fieldName(pointer: string): string {
  const parts: string[] = [];
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~').replaceAll('_', ' ');
    const isPlace = /^\d+$/.test(name);
    if (isPlace && parts.length > 0) parts.push(`${parts.pop()} ${Number(name) + 1}`);
    else parts.push(isPlace ? String(Number(name) + 1) : name);
  }
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
