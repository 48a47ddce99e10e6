import type { AnswerProgress } from '../../api/follow-answer.ts';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';
import { GuardrailResults } from './guardrail-results.tsx';

/** What is known of an answer so far. */
export function LiveAnswer({ progress }: { readonly progress: AnswerProgress }) {
  const { steps, text, guardrails, interrupted } = progress;
  const current = steps.at(-1)?.step;
  return (
    <>
      {interrupted ? <Notice tone="warn">{askTexts.interrupted}</Notice> : null}
      <Card title={askTexts.answer}>
        <div className="stack">
          <ol className="steps">
            {steps.map(({ step, atMs }) => (
              <li key={`${step} ${atMs}`} className={step === current ? 'now' : 'done'}>
                {step === current ? (
                  <span className="spinner" aria-hidden="true" />
                ) : (
                  <span className="dot" />
                )}
                {askTexts.steps[step] ?? step}
              </li>
            ))}
          </ol>
          <div className="answer-text" aria-live="polite">
            {text === '' ? <span className="quiet">{askTexts.waiting}</span> : <MarkdownText text={text} />}
          </div>
        </div>
      </Card>
      {guardrails.length === 0 ? null : (
        <Card title={askTexts.tabs.guardrails} isFlush>
          <GuardrailResults results={guardrails} />
        </Card>
      )}
    </>
  );
}
