import type { EvaluationSummary } from '@avow/contract/evaluation';
import { qualityTexts } from '../../texts/quality.ts';

/** What a run asked, in words. */
export const evaluationSubject = ({ subject }: Pick<EvaluationSummary, 'subject'>): string =>
  subject.kind === 'draft' ? qualityTexts.draft : qualityTexts.version(subject.version ?? 0);
