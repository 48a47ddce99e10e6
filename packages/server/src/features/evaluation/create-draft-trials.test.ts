import { queryResponseExample } from '@avow/contract/testing';
import { draftTrialSchema } from '@avow/contract/testing/administration';
import type { Asking } from '@avow/evaluation';
import { AppError, newId } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import type { Pack } from '../content/content-store.ts';
import { createDraftTrials } from './create-draft-trials.ts';

const tenantId = newId('ten', 1);
const packId = newId('pack', 1);
const options = { packId, question: 'When?', groups: [] };
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

/** Answers as soon as it is let. */
function openAsking() {
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  const asking: Pick<Asking, 'within'> = {
    within: async (_tenant, { wanted, signal }, work) => {
      asked.push(wanted.kind);
      const aborted = new Promise<never>((_, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop);
      });
      await Promise.race([gate.promise, aborted]);
      return await work({
        subject: { kind: 'draft', version: 4, draft_revision: 1 },
        ask: async () => ({ kind: 'replied', response: queryResponseExample, timeMs: 1, cost: null }),
        isStoredFor: () => async () => true,
      });
    },
  };
  return { asking: asking as Asking, asked, open: gate.resolve };
}

const content = (servedVersion: number | null) => ({
  getPack: async () => ({ packId, servedVersion }) as Pack,
});

describe('asking a draft', () => {
  it('answers from the draft alone if nothing is published', async () => {
    const { asking, asked, open } = openAsking();
    open();
    const trial = await createDraftTrials({ asking, content: content(null) }).ask(tenantId, options);
    expect(draftTrialSchema.parse(trial).published).toBe(null);
    expect(asked).toEqual(['draft']);
  });

  it('refuses a second question of the same tenant until the first is answered', async () => {
    const { asking, open } = openAsking();
    const trials = createDraftTrials({ asking, content: content(3) });
    const first = trials.ask(tenantId, options);
    expect(await trials.ask(tenantId, options).catch(codeOf)).toBe('concurrency_limited');
    open();
    expect(draftTrialSchema.parse(await first).published?.version).toBe(4);
    expect(draftTrialSchema.parse(await trials.ask(tenantId, options)).draft.problem).toBe(null);
  });

  it('gives up after a while, and when the service stops', async () => {
    const { asking } = openAsking();
    const slow = createDraftTrials({ asking, content: content(3), timeoutMs: 1 });
    expect(await slow.ask(tenantId, options).catch(codeOf)).toBe('concurrency_limited');
    const trials = createDraftTrials({ asking, content: content(3) });
    const waiting = trials.ask(tenantId, options).catch(codeOf);
    await trials.close();
    expect(await waiting).toBe('concurrency_limited');
  });
});
