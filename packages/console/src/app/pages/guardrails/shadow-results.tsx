import { Link } from '@tanstack/react-router';
import type { Outputs } from '../../api/outputs.ts';
import { useCall } from '../../api/use-call.ts';
import { formatCount, formatShare } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Empty, FigureTile } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { guardrailTexts } from '../../texts/guardrails.ts';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';

type Results = Outputs['getGuardrailInsight']['guardrails'][number];

const countsOf = ({ enforce, shadow }: Results) =>
  [
    ['flagged', enforce.flagged],
    ['redacted', enforce.redacted],
    ['blocked', enforce.blocked],
    ['shadow', shadow.flagged + shadow.redacted + shadow.blocked],
  ] as const;

interface CountProps {
  readonly count: number;
  readonly label: string;
  readonly search: Readonly<Partial<Record<'status' | 'guardrail' | 'result' | 'from', string>>>;
}

/** A count that leads to the messages behind it. */
function Count({ count, label, search }: CountProps) {
  if (count === 0) return <>{formatCount(count)}</>;
  return (
    <Link to="/records" search={search} className="count" aria-label={`${formatCount(count)} ${label}`}>
      {formatCount(count)}
    </Link>
  );
}

/** What guardrails found, and what those in shadow would have done. */
export function ShadowResults() {
  const insight = useCall('getGuardrailInsight');
  return (
    <Loaded reading={insight}>
      {(found) => (
        <div className="stack">
          <div className="tiles">
            <FigureTile name={guardrailTexts.messages}>
              <Count
                count={found.counted}
                label={guardrailTexts.messages}
                search={{ from: found.from.slice(0, 10) }}
              />
            </FigureTile>
            <FigureTile
              name={guardrailTexts.blockedShare}
              link={{ to: '/records', search: { status: 'blocked', from: found.from.slice(0, 10) } }}
            >
              {found.blocked_share === null ? texts.none : formatShare(found.blocked_share, 1)}
            </FigureTile>
            <FigureTile name={guardrailTexts.blockedMessages}>
              <Count
                count={found.blocked}
                label={guardrailTexts.blockedMessages}
                search={{ status: 'blocked', from: found.from.slice(0, 10) }}
              />
            </FigureTile>
            <FigureTile name={guardrailTexts.shadowBlocks}>{formatCount(found.shadow_blocks)}</FigureTile>
          </div>
          <p className="small quiet">{guardrailTexts.blockedReading}</p>
          {found.guardrails.length === 0 ? (
            <Empty title={guardrailTexts.noFindings} />
          ) : (
            <Table
              caption={guardrailTexts.findings}
              columns={[
                guardrailTexts.guardrail,
                { title: guardrailTexts.flagged, isEnd: true },
                { title: guardrailTexts.redacted, isEnd: true },
                { title: guardrailTexts.blocked, isEnd: true },
                { title: guardrailTexts.shadow, isEnd: true },
              ]}
            >
              {found.guardrails.map((each) => (
                <tr key={each.guardrail_id}>
                  <td className="strong">
                    <Link to="/records" search={{ guardrail: each.guardrail_id }}>
                      {each.name ?? each.guardrail_id}
                    </Link>
                  </td>
                  {countsOf(each).map(([result, count]) => (
                    <td key={result} className="end">
                      <Count
                        count={count}
                        label={`${each.name ?? each.guardrail_id}, ${recordTexts.foundResults[result]}`}
                        search={{ guardrail: each.guardrail_id, result }}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </Table>
          )}
        </div>
      )}
    </Loaded>
  );
}
