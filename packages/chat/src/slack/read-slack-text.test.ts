import { expect, it } from 'vitest';
import { readSlackText } from './read-slack-text.ts';

it('reads mentions, channels, links and escapes as a person would', () => {
  for (const [written, read] of [
    ['<@U0BOT> Who approves travel?', 'Who approves travel?'],
    ['Hey <@U0BOT>, is 3 &lt; 4 &amp; 5?', 'Hey , is 3 < 4 & 5?'],
    ['See <https://a.example/x|the page> in <#C1|general>', 'See the page in #general'],
    ['<https://a.example/x> <mailto:a@b.example|a@b.example>', 'https://a.example/x a@b.example'],
    ['<!here> <!subteam^S1> <@U2>', '@here @S1 @U2'],
    ['&amp;lt; is not <', '&lt; is not <'],
    [' two\nlines  here ', 'two\nlines here'],
    ['<@U0BOT>', ''],
  ] as const)
    expect(readSlackText(written, 'U0BOT')).toBe(read);
});
