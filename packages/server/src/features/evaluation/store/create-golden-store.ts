import type { GoldenStore } from '@avow/evaluation';
import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';

export function createGoldenStore({ writer, reader }: StoreChannels): GoldenStore {
  return {
    ...bindForTenants(reader, 'listQuestions', 'getQuestion', 'getGate'),
    ...bindForTenants(reader, 'getEvaluation', 'listEvaluations'),
    ...bindForTenants(writer, 'putQuestions', 'removeQuestions', 'setGate', 'putEvaluation'),
  };
}
