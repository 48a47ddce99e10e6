import { insightLimits } from '@avow/contract';
import type { Clock } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import type { Insights, Period } from '../insights.ts';

export interface InsightRoutes {
  readonly insights: Insights;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

export type InsightHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const dayMs = 86_400_000;

/** The requested period. Throws if it ends before it begins, or is too long. */
export function periodOf(
  { from, to }: { readonly from?: string; readonly to?: string },
  { clock }: Pick<InsightRoutes, 'clock'>,
): Period {
  // Includes questions of the current millisecond.
  const untilMs = to === undefined ? clock.nowMs() + 1 : Date.parse(to);
  const fromMs = from === undefined ? untilMs - insightLimits.daysUsual * dayMs : Date.parse(from);
  const message = faultOf({ fromMs, untilMs });
  if (message === null) return { fromMs, untilMs };
  throw new AppError('validation_failed', {
    detail: 'The period is not valid for this operation.',
    errors: [{ pointer: '/from', code: 'invalid_value', message }],
  });
}

function faultOf({ fromMs, untilMs }: Period): string | null {
  if (fromMs >= untilMs) return 'Expected an instant before `to`';
  if (fromMs < 0) return 'Expected a year from 1970 on';
  if (untilMs - fromMs <= insightLimits.daysMax * dayMs) return null;
  return `Expected at most ${insightLimits.daysMax} days before \`to\``;
}
