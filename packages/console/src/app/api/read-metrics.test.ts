import { expect, it } from 'vitest';
import { readMetrics } from './read-metrics.ts';

it('reads values with and without labels, and skips everything else', () => {
  const text =
    '# HELP a b\navow_queries_in_progress 3\navow_model_available{model="openai gpt, \\"x\\""} 1\n\nbroken\n';
  expect(readMetrics(text)).toEqual([
    { name: 'avow_queries_in_progress', labels: {}, value: 3 },
    { name: 'avow_model_available', labels: { model: 'openai gpt, \\"x\\"' }, value: 1 },
  ]);
});
