import type { AuditRecord } from '@avow/contract/records';
import { formatScore } from '../../design/format.ts';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { askTexts } from '../../texts/ask.ts';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { tierName } from '../ask/tier-name.ts';

/** What language models wrote that was not delivered as it was written, and the answer that was compared with it. */
export function WrittenWords({ record }: { readonly record: AuditRecord }) {
  const { answer_changes: changes, other_answer: other } = record;
  return (
    <>
      {changes.length === 0 ? null : (
        <section className="stack tight">
          <h3>{recordTexts.changesTitle}</h3>
          <table>
            <thead>
              <tr>
                <th>{recordTexts.asWritten}</th>
                <th>{recordTexts.asDelivered}</th>
                <th>{recordTexts.changeReason}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ written, delivered, reason, model, model_tier: tier }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a record does not change
                <tr key={index}>
                  <td className="pre">
                    {written || <span className="quiet">{recordTexts.notWritten}</span>}
                  </td>
                  <td className="pre">
                    {delivered || <span className="quiet">{recordTexts.notDelivered}</span>}
                  </td>
                  <td>
                    {recordTexts.changeReasons[reason] ?? reason}
                    <div className="small quiet">{`${model}, ${askTexts.tier} ${tierName(tier)}`}</div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {other === null ? null : (
        <section className="stack tight">
          <h3>{recordTexts.otherTitle}</h3>
          <p className="quiet">{recordTexts.otherHint}</p>
          <blockquote>
            <MarkdownText text={other.answer || recordTexts.notStored} />
          </blockquote>
          <p className="small quiet">
            {`${other.model || texts.embeddedModels}, ${recordTexts.otherConfidence} ${formatScore(other.confidence)}`}
          </p>
        </section>
      )}
    </>
  );
}
