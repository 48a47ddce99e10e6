import type { Metrics } from '../telemetry/metrics.ts';
import { observeModel } from '../telemetry/observe-model.ts';
import type { ModelTelemetry, Telemetry } from '../telemetry/telemetry.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { Installation } from './installation.ts';

/** What the path of a query reports: spans if tracing is on, and counts. */
export function composeTelemetry(
  tracing: Pick<Tracing, 'step' | 'traceModel'>,
  metrics: Pick<Metrics, 'countMessage' | 'countModelCall'>,
): Telemetry & ModelTelemetry {
  return {
    step: tracing.step,
    ended: metrics.countMessage,
    callModel: (call) => {
      const startedMs = performance.now();
      const endSpan = tracing.traceModel(call);
      return (end) => {
        metrics.countModelCall(call.model, end.outcome, performance.now() - startedMs);
        endSpan(end);
      };
    },
  };
}

/** The same parts, with language models whose calls are counted and traced. */
export function observeModels<
  Parts extends Required<Pick<Installation, 'tiers' | 'refinement' | 'verification'>>,
>(parts: Parts, telemetry: ModelTelemetry): Parts {
  return {
    ...parts,
    tiers: parts.tiers.map((tier) => ({ ...tier, model: observeModel(tier.model, telemetry) })),
    refinement: parts.refinement && observeModel(parts.refinement, telemetry),
    verification: parts.verification && {
      ...parts.verification,
      model: observeModel(parts.verification.model, telemetry),
    },
  };
}
