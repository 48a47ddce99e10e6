import type { GuardrailResult } from '@avow/contract/query';
import { formatScore } from '../../design/format.ts';
import { Badge } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { askTexts } from '../../texts/ask.ts';

function ResultBadge({ result }: { readonly result: GuardrailResult }) {
  if (result.status !== 'ok') return <Badge tone="warn">{askTexts.notRun}</Badge>;
  if (result.compliant) return <Badge tone="good">{askTexts.passed}</Badge>;
  const tone = result.action === 'block' ? 'bad' : 'warn';
  return <Badge tone={tone}>{askTexts.actions[result.action] ?? result.action}</Badge>;
}

/** Every check of the policy in force, passed or not. */
export function GuardrailResults({ results }: { readonly results: readonly GuardrailResult[] }) {
  return (
    <Table
      columns={[
        askTexts.guardrail,
        askTexts.stage,
        askTexts.result,
        { title: askTexts.score, isEnd: true },
        askTexts.finding,
      ]}
    >
      {results.map((result) => (
        <tr key={`${result.guardrail_id} ${result.stage}`}>
          <td className="strong">{result.name}</td>
          <td>{askTexts.stages[result.stage] ?? result.stage}</td>
          <td>
            <span className="row">
              <ResultBadge result={result} />
              {result.mode === 'shadow' ? <Badge>{askTexts.shadow}</Badge> : null}
            </span>
          </td>
          <td className="end" data-label={askTexts.score}>
            {formatScore(result.score)}
          </td>
          <td className="wide wraps">
            <span>{result.reasoning}</span>
          </td>
        </tr>
      ))}
    </Table>
  );
}
