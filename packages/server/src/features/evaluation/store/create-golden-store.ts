import type { GoldenStore } from '@avow/evaluation';
import { systemClock } from '@avow/foundation';
import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { currentAuthor } from '../../log/log.ts';

const changeNow = () => ({ atMs: systemClock.nowMs(), author: currentAuthor() });

export function createGoldenStore({ writer, reader }: StoreChannels): GoldenStore {
  const { putQuestions, removeQuestions, setGate } = bindForTenants(
    writer,
    ...(['putQuestions', 'removeQuestions', 'setGate'] as const),
  );
  return {
    ...bindForTenants(reader, 'listQuestions', 'getQuestion', 'getGate'),
    ...bindForTenants(reader, 'getEvaluation', 'listEvaluations'),
    ...bindForTenants(writer, 'putEvaluation'),
    putQuestions: (tenantId, packId, questions, limits) =>
      putQuestions(tenantId, packId, questions, { ...limits, ...changeNow() }),
    removeQuestions: (tenantId, packId, goldenIds) =>
      removeQuestions(tenantId, packId, goldenIds, changeNow()),
    setGate: (tenantId, packId, gate) => setGate(tenantId, packId, gate, changeNow()),
  };
}
