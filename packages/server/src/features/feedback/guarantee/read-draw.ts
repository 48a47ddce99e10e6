import { answersNeeded, type ChosenLine, chooseLine, errorOfAttempt } from '@avow/answering/guarantee';
import type { ConfidenceState } from '@avow/contract/feedback';
import { guaranteeLimits } from '@avow/contract/feedback';
import { formatTime } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import type { AnswerDraw, GuaranteeStore } from './guarantee-store.ts';

/** A draw with what its checks have found so far. */
export interface CheckedDraw {
  readonly draw: AnswerDraw;
  readonly right: number;
  readonly wrong: number;
  /** How many right answers the strictest line still needs. */
  readonly firstNeeded: number;
  /** Null: the checks show no line. */
  readonly shown: ShownLine | null;
}

interface ShownLine extends ChosenLine {
  readonly highBefore: number;
  readonly highAfter: number;
}

/** The newest draw; null: there was none. */
export async function readDraw(
  store: Pick<GuaranteeStore, 'currentDraw' | 'listDrawn'>,
  tenantId: TenantId,
): Promise<CheckedDraw | null> {
  const draw = await store.currentDraw(tenantId);
  if (draw === null) return null;
  const { wrongMax, attempt, lines, drawnAbove, high } = draw.content;
  const drawn = await store.listDrawn(tenantId, draw.drawId, guaranteeLimits.countMax);
  const found = drawn.filter(({ isRight }) => isRight === true);
  const rule = { wrongMax, error: errorOfAttempt(attempt) };
  const checked = lines.map(({ line }, index) => ({
    line,
    drawn: drawnAbove[index] ?? 0,
    right: found.filter(({ score }) => score >= line).length,
  }));
  const chosen = chooseLine(checked, rule);
  const answers = lines.find(({ line }) => line === chosen?.line)?.answers ?? 0;
  const [first] = checked;
  return {
    draw,
    right: found.length,
    wrong: drawn.filter(({ isRight }) => isRight === false).length,
    firstNeeded: first === undefined ? 0 : Math.max(0, rightNeeded(first.drawn, rule) - first.right),
    shown: chosen === null ? null : { ...chosen, highBefore: high, highAfter: answers },
  };
}

/** How many of so many answers have to be right. One more than there are: so few show nothing. */
function rightNeeded(drawn: number, rule: { readonly wrongMax: number; readonly error: number }): number {
  let wrong = 0;
  while (answersNeeded({ ...rule, wrong }) <= drawn) wrong += 1;
  return drawn + 1 - wrong;
}

export function drawToWire(checked: CheckedDraw): NonNullable<ConfidenceState['draw']> {
  const { draw, right, wrong, firstNeeded, shown } = checked;
  const { wrongMax, attempt, fromMs, untilMs, lines, answers, count } = draw.content;
  return {
    ...{ id: draw.drawId, wrong_max: wrongMax, attempt },
    ...{ from: formatTime(fromMs), to: formatTime(untilMs), answers, count },
    ...{ right, wrong, unchecked: count - right - wrong },
    ...{ first_line: lines[0]?.line ?? 1, first_needed: firstNeeded },
    shown:
      shown === null
        ? null
        : {
            ...{ line: shown.line, answers: shown.answers, wrong: shown.wrong },
            ...{ wrong_at_most: shown.wrongAtMost },
            ...{ high_before: shown.highBefore, high_after: shown.highAfter },
          },
    created_at: formatTime(draw.createdAtMs),
    created_by: draw.createdBy,
  };
}
