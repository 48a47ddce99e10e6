import type { Trial } from '@avow/contract/guardrails';
import { describe, expect, it } from 'vitest';
import { chooseAsked, proposeExamples } from './propose-examples.ts';

const topic = (name: string, description = '', examples: string[] = []) => ({ name, description, examples });

describe('examples that are proposed for a topic', () => {
  it('are those of a ready topic that shares a word with it, apart from those that it has', () => {
    const proposed = proposeExamples(topic('Medical advice'));
    expect(proposed).toContain('What can I take against a headache?');
    expect(proposeExamples(topic('Health', 'illness and medicine', [...proposed]))).not.toContain(
      proposed[0],
    );
  });

  it('are none if no ready topic is alike', () => {
    expect(proposeExamples(topic('Our competitors', 'Other gyms and their prices'))).toEqual([]);
    expect(proposeExamples(topic('', ''))).toEqual([]);
  });

  it('are the questions that were asked and are nearest, each once', () => {
    const message = (question: string | null, score: number) => ({
      ...{ kind: 'message', question },
      results: [
        { category: 'security', score: 1 },
        { category: 'scope', score },
      ],
    });
    const data = [message('far', 0.001), message('near', 0.1), message('nearest', 0.9), message('near', 0.1)];
    const trial = { data: [...data, message(null, 1)] } as unknown as Trial;
    expect(chooseAsked(trial)).toEqual(['nearest', 'near']);
  });
});
