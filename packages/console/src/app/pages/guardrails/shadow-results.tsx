import { useCall } from '../../api/use-call.ts';
import { formatCount, formatShare } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Empty, FigureTile } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { guardrailTexts } from '../../texts/guardrails.ts';
import { texts } from '../../texts.ts';

/** What guardrails found, and what those in shadow would have done. */
export function ShadowResults() {
  const insight = useCall('getGuardrailInsight');
  return (
    <Loaded reading={insight}>
      {(found) => (
        <div className="stack">
          <div className="tiles">
            <FigureTile name={guardrailTexts.messages}>{formatCount(found.counted)}</FigureTile>
            <FigureTile name={guardrailTexts.blockedShare}>
              {found.blocked_share === null ? texts.none : formatShare(found.blocked_share, 1)}
            </FigureTile>
            <FigureTile name={guardrailTexts.shadowBlocks}>{formatCount(found.shadow_blocks)}</FigureTile>
          </div>
          {found.guardrails.length === 0 ? (
            <Empty title={guardrailTexts.noFindings} />
          ) : (
            <TableFrame>
              <table className="table">
                <caption className="sr-only">{guardrailTexts.findings}</caption>
                <thead>
                  <tr>
                    <th scope="col">{guardrailTexts.guardrail}</th>
                    {[
                      guardrailTexts.flagged,
                      guardrailTexts.redacted,
                      guardrailTexts.blocked,
                      guardrailTexts.shadow,
                    ].map((title) => (
                      <th key={title} scope="col" className="end">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {found.guardrails.map((each) => (
                    <tr key={each.guardrail_id}>
                      <td className="strong">{each.name ?? each.guardrail_id}</td>
                      <td className="end">{formatCount(each.enforce.flagged)}</td>
                      <td className="end">{formatCount(each.enforce.redacted)}</td>
                      <td className="end">{formatCount(each.enforce.blocked)}</td>
                      <td className="end">
                        {formatCount(each.shadow.flagged + each.shadow.redacted + each.shadow.blocked)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableFrame>
          )}
        </div>
      )}
    </Loaded>
  );
}
