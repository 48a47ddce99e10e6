import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { writeSnippet } from '../src/app/reference/snippets.ts';

it('hands curl exactly the body and the headers, whatever they contain', () => {
  const operation = {
    ...{ id: 'ask', method: 'POST', path: '/v1/query', summary: '', description: '', group: 'answers' },
    ...{ scope: 'query:write', takesSession: true, body: null, responses: [] },
    parameters: [{ name: 'Idempotency-Key', in: 'header' }],
  } as const;
  const text = JSON.stringify(
    { prompt: `It's "quoted", \\ and \${HOME} and \`id\` and $(id)\nünï 😀` },
    null,
    2,
  );
  const draft = {
    ...{ mediaType: 'application/json', text, fields: {}, files: [] },
    parameters: { 'header Idempotency-Key': "it's" },
  };
  const code = writeSnippet('curl', { operation, draft, baseUrl: 'https://answers.example' });
  const script = `curl() { printf '%s\\0' "$@"; }\nAVOW_API_KEY=secret\n${code}`;
  const { stdout, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(status).toBe(0);
  const words = stdout.split('\0');
  expect(words[0]).toBe('https://answers.example/v1/query');
  expect(words).toContain('Authorization: Bearer secret');
  expect(words).toContain("Idempotency-Key: it's");
  expect(words[words.indexOf('--data-raw') + 1]).toBe(text);
});
