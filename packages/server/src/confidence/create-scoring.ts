import type { Scoring } from '../interfaces/answering.ts';
import { type ScoreSettings, scoreAnswer } from './score-answer.ts';
import { suggestNextAction } from './suggest-next-action.ts';

export function createScoring(settings: Omit<ScoreSettings, 'bands'>): Scoring {
  return {
    scoreAnswer: (found, caps) => scoreAnswer(found, caps, { ...settings, bands: caps.bands }),
    suggestNextAction,
  };
}
