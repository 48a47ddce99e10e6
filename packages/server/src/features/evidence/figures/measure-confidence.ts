import type { StoredGuarantee } from '@avow/answering/guarantee';
import { type CalibrationBin, calibrationError, writePercent } from '@avow/foundation/statistics';
import type { Label } from '../../records/record-store.ts';
import type { FigureBook } from './figure-book.ts';

/** What scores were worth: by score, how many of the answers were right that somebody judged. */
export interface Reliability {
  readonly error: number;
  readonly bins: readonly CalibrationBin[];
}

interface Judged {
  /** Of answers that were asked in the period, newest first; one of each answer. */
  readonly labels: readonly Label[];
  /** The most that were read. */
  readonly labelsMax: number;
  readonly guarantee: StoredGuarantee | null;
  /** The revision of the calibration in force; null: scores are those of the built-in model. */
  readonly calibration: number | null;
}

export function measureConfidence(
  book: FigureBook,
  { labels, labelsMax, guarantee, calibration }: Judged,
): Reliability {
  const scored = onePerAnswer(labels).map(({ score, isRight }) => ({ score, isRight }));
  const reliability = calibrationError(scored);
  book.count(scored.length, {
    key: 'confidence.judged',
    title: 'Judged answers',
    definition: 'Answers of the period that feedback or a review that counts has judged.',
  });
  book.share(
    { hits: scored.filter(({ isRight }) => isRight).length, total: scored.length },
    {
      key: 'confidence.right',
      title: 'Judged answers that were right',
      definition: `The share of the answers of the period that feedback or a review that counts has judged right; the newest judgement of each, of at most ${labelsMax}. Who judges chooses what they judge: it is not the share of all answers.`,
    },
  );
  book.measure(scored.length === 0 ? null : reliability.error, 'score', {
    key: 'confidence.calibration_error',
    title: 'Calibration error',
    definition:
      'How far scores were from the share that was right, on average over groups of answers with scores near each other. 0 would be perfect.',
  });
  book.table({
    ...{ key: 'reliability', title: 'Scores against what was right' },
    definition: 'Judged answers in groups of equal size by their score, with 95 % intervals (Wilson).',
    columns: ['answers', 'mean score', 'right', '95 %'],
    rows: reliability.bins.map(({ count, meanScore, rightShare, low, high }) => [
      ...[count, meanScore.toFixed(3), writePercent(rightShare)],
      `${writePercent(low)} to ${writePercent(high)}`,
    ]),
  });
  book.yesNo(calibration !== null, {
    key: 'confidence.calibrated_here',
    title: 'Scores are calibrated on judgements of this tenant',
    definition: 'Whether a calibration that was fitted to labels of this tenant is in force now.',
  });
  const inForce = guarantee?.state === 'in_force' ? guarantee : null;
  book.yesNo(inForce !== null, {
    key: 'confidence.guaranteed',
    title: 'The band high is guaranteed',
    definition:
      'Whether a guarantee that was shown by answers drawn at random was in force when this was written.',
  });
  return reliability;
}

function onePerAnswer(labels: readonly Label[]): readonly Label[] {
  const newest = new Map<string, Label>();
  for (const label of labels) {
    const known = newest.get(label.messageId);
    if (known === undefined || known.labelledAtMs < label.labelledAtMs) newest.set(label.messageId, label);
  }
  return [...newest.values()];
}
