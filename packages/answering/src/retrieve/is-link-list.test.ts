import { expect, test } from 'vitest';
import { isLinkList } from './is-link-list.ts';

test.each([
  ['Guide › Further reading', '- [Deploying](/deploy)\n- [Rolling back](/back "Back")'],
  ['Guide', 'For more information, see [Deploying](/deploy) and [Rolling back][back].'],
  ['Guide', '## Next steps\n\n* "[AUTOTITLE](/a/b)"{% ifversion fpt %}\n* <https://x.example/a>{% endif %}'],
  ['Guide', '<a href="/x">Deploying</a>'],
  // A page whose links were lost when it was read.
  ['Guide › Next steps', '- Deploying an app\n- Rolling back'],
])('a passage that only leads elsewhere: %s, %j', (headings, text) => {
  expect(isLinkList({ headings, text })).toBe(true);
});

test.each([
  ['Guide › Further reading', 'Ask [the desk](/desk) for leave.'],
  ['Guide › Next steps', 'Restart the server, then see [Deploying](/deploy).'],
  ['Guide › Rooms', '- Blue\n- Green'],
  ['Guide', 'The gate opens at seven.'],
  ['Guide', ''],
])('a passage that says something: %s, %j', (headings, text) => {
  expect(isLinkList({ headings, text })).toBe(false);
});

test('comes to an end on any text', () => {
  for (const text of [
    '[a]('.repeat(20_000),
    '<a '.repeat(20_000),
    '['.repeat(50_000),
    'https://'.repeat(9_000),
  ])
    isLinkList({ headings: '', text });
});
