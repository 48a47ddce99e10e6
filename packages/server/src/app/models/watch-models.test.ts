import { systemClock } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { expect, it } from 'vitest';
import { onlyNode } from '../../features/nodes/nodes.ts';
import type { Store } from '../../storage/store.ts';
import { createModelChanges } from '../../telemetry/model-changes.ts';
import { watchModels } from './watch-models.ts';

it('announces a model that keeps failing to other nodes, and passes on what they announce', async () => {
  const modelChanges = createModelChanges();
  const suspected: string[] = [];
  modelChanges.subscribeSuspicions((model) => suspected.push(model));
  const announced: string[][] = [];
  const handlers = new Map<string, (body: string) => Promise<string>>();
  const nodes = {
    ...onlyNode,
    announce: async (...announcement: [string, string]) => void announced.push(announcement),
    on: (name: string, handler: (body: string) => Promise<string>) => void handlers.set(name, handler),
  };
  const upkeep = { notifyAll: async () => undefined } as unknown as Store['upkeep'];
  watchModels(
    {
      ...{ modelChanges, clock: systemClock, tiers: [], refinement: null, log: createLog('fatal') },
      data: { store: { upkeep }, nodes },
    },
    { noteModel: () => undefined, countModelProcess: () => undefined },
  );
  modelChanges.emit({ kind: 'degraded', model: 'anthropic/claude', code: 'failed' });
  modelChanges.emit({ kind: 'recovered', model: 'anthropic/claude', code: 'failed' });
  expect(announced).toEqual([['model degraded', 'anthropic/claude']]);
  // What this node has found itself is not a suspicion.
  expect(suspected).toEqual([]);
  await handlers.get('model degraded')?.('openai/gpt');
  expect(suspected).toEqual(['openai/gpt']);
});
