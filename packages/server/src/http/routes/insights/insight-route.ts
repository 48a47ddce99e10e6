import { insightLimits } from '@avow/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../clock/clock.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { Insights, Period } from '../../../interfaces/insights.ts';
import type { Cursors } from '../../cursor.ts';

export interface InsightRoutesParts {
  readonly insights: Insights;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

export type InsightHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const dayMs = 86_400_000;

/** The period that is asked for. Throws where it ends before it begins, or is too long. */
export function periodOf(
  { from, to }: { readonly from?: string; readonly to?: string },
  { clock }: Pick<InsightRoutesParts, 'clock'>,
): Period {
  // What was asked in this very millisecond is among what was asked until now.
  const untilMs = to === undefined ? clock.nowMs() + 1 : Date.parse(to);
  const fromMs = from === undefined ? untilMs - insightLimits.daysUsual * dayMs : Date.parse(from);
  const message = faultOf({ fromMs, untilMs });
  if (message === null) return { fromMs, untilMs };
  throw new AppError('validation_failed', {
    detail: 'The period does not fit this operation.',
    errors: [{ pointer: '/from', code: 'invalid_value', message }],
  });
}

function faultOf({ fromMs, untilMs }: Period): string | null {
  if (fromMs >= untilMs) return 'Expected an instant before `to`';
  if (fromMs < 0) return 'Expected a year from 1970 on';
  if (untilMs - fromMs <= insightLimits.daysMax * dayMs) return null;
  return `Expected at most ${insightLimits.daysMax} days before \`to\``;
}
