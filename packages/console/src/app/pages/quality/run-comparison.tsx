import { useCall } from '../../api/use-call.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Badge } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { qualityTexts } from '../../texts/quality.ts';

interface Props {
  readonly packId: string;
  readonly runId: string;
  readonly baseId: string;
}

const digits = 3;

/** Two runs, figure by figure and question by question. */
export function RunComparison({ packId, runId, baseId }: Props) {
  const comparison = useCall('compareEvaluations', {
    params: { pack_id: packId, evaluation_id: runId },
    query: { base: baseId },
  });
  return (
    <Loaded reading={comparison}>
      {({ figures, changed }) => (
        <div className="columns">
          <Table
            columns={[
              qualityTexts.figure,
              { title: qualityTexts.before, isEnd: true },
              { title: qualityTexts.after, isEnd: true },
              { title: qualityTexts.difference, isEnd: true },
            ]}
          >
            {figures.map(({ figure, base, other, difference, better }) => {
              const gain = better === 'higher' ? difference.value : -difference.value;
              const isSure = difference.low > 0 || difference.high < 0;
              return (
                <tr key={figure}>
                  <td>{qualityTexts.figures[figure] ?? figure}</td>
                  <td className="end">{base.toFixed(digits)}</td>
                  <td className="end">{other.toFixed(digits)}</td>
                  <td className={isSure ? (gain > 0 ? 'end good' : 'end bad') : 'end'}>
                    {difference.value.toFixed(digits)}
                  </td>
                </tr>
              );
            })}
          </Table>
          <section className="stack">
            <h2>{qualityTexts.changed}</h2>
            <ul className="stack tight">
              {changed.map(({ change, other }) => (
                <li key={other.golden_id} className="row">
                  <Badge tone={change === 'better' ? 'good' : change === 'worse' ? 'bad' : 'quiet'}>
                    {qualityTexts.changes[change] ?? change}
                  </Badge>
                  <span className="clip">{other.question}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </Loaded>
  );
}
