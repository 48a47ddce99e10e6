/** What a person wrote, without the marks by which Slack writes mentions, channels and links. */
export function readSlackText(text: string, botUserId = ''): string {
  return text
    .replace(/<([^<>]{1,3000})>/g, (_, inner: string) => readMark(inner, botUserId))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

function readMark(inner: string, botUserId: string): string {
  const [target = '', label] = inner.split('|', 2);
  if (target === `@${botUserId}`) return '';
  if (label !== undefined) return target.startsWith('#') ? `#${label}` : label;
  return target.replace(/^!(?:subteam\^)?/, '@').replace(/^mailto:/, '');
}
