import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { currentAuthor } from '../../log/log.ts';
import type { FeedbackStore } from '../feedback-store.ts';

export function createFeedbackStore({ writer, reader }: StoreChannels): FeedbackStore {
  const { notePairOfFeedback: notePair } = bindForTenants(writer, 'notePairOfFeedback');
  const { putCalibration, putGuarantee } = bindForTenants(writer, 'putCalibration', 'putGuarantee');
  return {
    ...bindForTenants(reader, 'getFeedback', 'listFeedbackOf', 'listFeedback'),
    ...bindForTenants(reader, 'listOpenFeedback', 'countOpenFeedback'),
    ...bindForTenants(reader, 'listLabels', 'listBlockLabels', 'countLabels'),
    ...bindForTenants(reader, 'currentCalibration', 'listCalibrations', 'lastAcceptedCalibration'),
    ...bindForTenants(reader, 'getCalibrationProposal'),
    ...bindForTenants(writer, 'putFeedback', 'settleProposal'),
    ...bindForTenants(writer, 'putCalibrationProposal', 'dropCalibrationProposal'),
    ...bindForTenants(reader, 'currentGuarantee', 'listGuarantees'),
    ...bindForTenants(reader, 'currentDraw', 'countDraws', 'listDrawn', 'listChecked'),
    ...bindForTenants(writer, 'putDraw', 'putCheck'),
    notePair,
    putCalibration: (tenantId, given, proposalId) =>
      putCalibration(tenantId, given, proposalId, currentAuthor().reason),
    putGuarantee: (...given) => putGuarantee(...given, currentAuthor().reason),
  };
}
