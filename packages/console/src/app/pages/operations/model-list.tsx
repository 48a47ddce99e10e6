import type { Metric } from '../../api/read-metrics.ts';
import { Badge } from '../../design/surface.tsx';
import { operationTexts } from '../../texts/operations.ts';

/** The language models that are set up, and whether each can be called. */
export function ModelList({ metrics }: { readonly metrics: readonly Metric[] }) {
  const models = metrics.filter(({ name }) => name === 'avow_model_available');
  if (models.length === 0) return <p className="quiet">{operationTexts.noModels}</p>;
  return (
    <ul className="row wrap">
      {models.map(({ labels, value }) => (
        <li key={JSON.stringify(labels)}>
          <Badge tone={value === 1 ? 'good' : 'bad'}>
            {`${Object.values(labels).join(' ')}: ${value === 1 ? operationTexts.available : operationTexts.paused}`}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
