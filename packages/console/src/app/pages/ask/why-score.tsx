import type { Message } from '@avow/contract/query';
import { formatScore, formatShare } from '../../design/format.ts';
import { FactList, Meter, Notice } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';
import { texts } from '../../texts.ts';

const tones = { high: 'good', medium: 'warn', low: 'bad' } as const;

/**
 * How a score came about: what raised and lowered it, and what limits it. What waits for a person is scored, too, and nobody sees
 * how before they have decided.
 */
export function WhyScore({ message }: { readonly message: Message }) {
  const { confidence, confidence_explanation: why, status } = message;
  const tone = tones[confidence.band as keyof typeof tones];
  if (status === 'in_review') return <p className="quiet">{askTexts.scoreAfterReview}</p>;
  return (
    <div className="stack">
      <Meter label={askTexts.score} value={confidence.score} {...(tone === undefined ? {} : { tone })} />
      <FactList
        rows={[
          [
            askTexts.score,
            `${formatScore(confidence.score)} (${texts.bands[confidence.band] ?? confidence.band})`,
          ],
          [askTexts.toolScore, formatScore(confidence.tool_confidence_score)],
          ...(why === null
            ? []
            : ([
                [askTexts.method, texts.methods[why.method] ?? why.method],
                [askTexts.calibrated, formatShare(why.calibrated, 1)],
                [askTexts.riskLevel, formatScore(why.risk_level)],
              ] as const)),
        ]}
      />
      {why === null ? <p className="quiet">{reasonForNone(message)}</p> : null}
      {why?.withheld === true ? <Notice tone="warn">{askTexts.withheld}</Notice> : null}
      {why === null || why.factors.length === 0 ? null : <Factors factors={why.factors} />}
      {why === null || why.caps.length === 0 ? null : (
        <div className="stack tight">
          <h3>{askTexts.caps}</h3>
          {why.caps.map(({ cause, description, max }) => (
            <p key={cause}>{`${description} (${formatScore(max)})`}</p>
          ))}
        </div>
      )}
    </div>
  );
}

const reasonForNone = ({ status }: Message): string =>
  status === 'blocked' ? askTexts.noScoreBlocked : askTexts.noExplanation;

type Factor = NonNullable<Message['confidence_explanation']>['factors'][number];

/** The bars are measured by the largest effect, so that the smaller ones are seen as well. */
function Factors({ factors }: { readonly factors: readonly Factor[] }) {
  const largest = Math.max(...factors.map(({ effect }) => Math.abs(effect)), 1e-9);
  return (
    <div>
      <h3>{askTexts.factors}</h3>
      <div className="factor small quiet" aria-hidden="true">
        <span />
        <span className="row between">
          <span>{askTexts.lowers}</span>
          <span>{askTexts.raises}</span>
        </span>
        <span />
      </div>
      <ul>
        {factors.map(({ feature, description, effect }) => (
          <li key={feature} className="factor">
            <span>{description}</span>
            <span className="effect" aria-hidden="true">
              <span
                className={effect < 0 ? 'down' : 'up'}
                style={{ width: `${(Math.abs(effect) / largest) * 100}%` }}
              />
            </span>
            <span className="end nums">{`${effect < 0 ? '−' : '+'}${formatShare(Math.abs(effect), 1)}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
