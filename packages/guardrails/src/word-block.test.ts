import { blockedReasons } from '@avow/contract/values';
import { describe, expect, it } from 'vitest';
import { wordBlock } from './word-block.ts';

const builtIn = { blocked: null, selfHarm: null };
const ofPrompt = { stage: 'input' } as const;

describe('what a blocked person reads', () => {
  it('says why in general words and how to go on, without the name that the operator gave the check', () => {
    const named = { ...ofPrompt, name: 'Topics we lost in court' };
    for (const guardrail of [named, { ...named, stage: 'output' as const }])
      for (const reason of blockedReasons)
        expect(wordBlock(builtIn, { reason }, guardrail)).not.toContain('court');
    const said = wordBlock(builtIn, { reason: 'out_of_scope' }, named);
    expect(said).toContain('a check of this service stopped it, because it is about a topic');
    expect(said).toContain('Please ask');
  });

  it('is a text of its own for each reason, and accuses nobody', () => {
    const said = blockedReasons.map((reason) => wordBlock(builtIn, { reason }, ofPrompt));
    expect(new Set(said).size).toBe(blockedReasons.length);
    for (const text of said) expect(text).not.toMatch(/\b(?:attack|malicious|forbidden|violat\w+)\b(?!")/i);
  });

  it('does not speak of the prompt if an answer was blocked', () => {
    const said = wordBlock(builtIn, { reason: 'policy' }, { stage: 'output' });
    expect(said).toMatch(/^An answer was found, but a check of this service/);
    expect(wordBlock(builtIn, { reason: 'pii' }, { stage: 'output' })).toContain(
      'personal data that may not',
    );
  });

  it('names no check if none blocked', () => {
    expect(wordBlock(builtIn, { reason: 'policy' }, null)).not.toContain('check');
  });

  it("is the operator's own text if there is one", () => {
    const own = { blocked: 'Nope.', selfHarm: null };
    expect(wordBlock(own, { reason: 'pii' }, ofPrompt)).toBe('Nope.');
    expect(wordBlock(own, { reason: 'guardrail_unavailable' }, null)).toBe('Nope.');
  });

  it('offers help where somebody may harm themselves', () => {
    const selfHarm = { reason: 'unsafe_content', concern: 'self_harm' } as const;
    expect(wordBlock(builtIn, selfHarm, ofPrompt)).toContain('crisis line');
    expect(wordBlock({ blocked: 'Nope.', selfHarm: 'Call us: 555.' }, selfHarm, ofPrompt)).toBe(
      'Call us: 555.',
    );
    expect(wordBlock(builtIn, { reason: 'unsafe_content', concern: 'crime' }, ofPrompt)).not.toContain(
      'crisis',
    );
  });
});
