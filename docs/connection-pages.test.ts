import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What connects to the service or keeps its content current, and what runs the examples of its page. */
const pages = {
  'typescript-client.md': { language: 'ts', by: 'packages/client/test/service.test.ts' },
  'python-client.md': { language: 'python', by: 'checks/python/run.ts' },
  'mcp.md': { language: 'js', by: 'packages/server/test/agent-pages.test.ts' },
  'chat-completions.md': { language: 'js', by: 'packages/server/test/agent-pages.test.ts' },
  'widget.md': { language: 'html', by: 'packages/console/test/pages/widget.ts' },
  'keys-and-tenants.md': { language: 'sh', by: 'e2e/documented-commands.slowest.test.ts' },
  'slack.md': { language: 'sh', by: 'e2e/documented-commands.slowest.test.ts' },
  'teams.md': { language: 'sh', by: 'e2e/documented-commands.slowest.test.ts' },
  'sources.md': { language: 'sh', by: 'e2e/documented-commands.slowest.test.ts' },
  'content-packs.md': { language: 'sh', by: 'e2e/documented-commands.slowest.test.ts' },
  'webhooks.md': { language: 'js', by: 'packages/server/test/webhook-page.test.ts' },
};
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const linesMax = 12;
const blocksOf = (page: string) =>
  [...read(`docs/guide/${page}`).matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code = '']) => ({
    language,
    code,
    lines: code.trimEnd().split('\n').length,
  }));

describe('the page of each connection', () => {
  it.each(Object.entries(pages))('%s has an example of about ten lines', (page, { language }) => {
    const examples = blocksOf(page).filter((block) => block.language === language);
    expect(Math.min(...examples.map(({ lines }) => lines))).toBeLessThanOrEqual(linesMax);
  });

  it.each(Object.entries(pages))('%s has its examples run by a test', (page, { by }) => {
    // Those of the shell are found in every page.
    expect(read(by)).toContain(by.startsWith('e2e/') ? 'readDocumentedPages' : page);
  });

  it('marks no command in a way that it would not be run', () => {
    for (const page of Object.keys(pages))
      for (const { language, code } of blocksOf(page))
        if (language === '' || language === 'text') expect(code).not.toMatch(/^(?:npx avow|curl) /m);
  });
});
