import { runStepsSync } from '@avow/foundation';
import type { Reading } from '@avow/guardrails';
import { allReadings, buildViews } from '@avow/guardrails';
import type { JudgeViews } from './create-view-judges.ts';

/** What becomes of a text with and without ways to read it. */
export interface ViewFindings {
  readonly isFoundPlain: boolean;
  readonly isFound: boolean;
  /** For the ways that show something of it. */
  readonly byReading: ReadonlyMap<
    string,
    { readonly isFoundWithout: boolean; readonly isFoundAlone: boolean }
  >;
}

/** Null where the text has no view but the plain one: no way to read it changes anything. */
export async function leaveOut(text: string, judge: JudgeViews): Promise<ViewFindings | null> {
  const views = runStepsSync(buildViews(text));
  if (views.every(({ name }) => name === 'plain')) return null;
  // A check that fails counts as in the service: what was not looked at does not pass.
  const judgeWith = (keeps: (reading: Reading) => boolean) =>
    judge(
      text,
      runStepsSync(
        buildViews(
          text,
          allReadings.map((group) => group.filter(keeps)),
        ),
      ),
    ).catch(() => true);
  const byReading = new Map<string, { isFoundWithout: boolean; isFoundAlone: boolean }>();
  for (const { name } of allReadings.flat()) {
    if (!views.some((view) => view.name.split(', ').includes(name))) continue;
    byReading.set(name, {
      isFoundWithout: await judgeWith((reading) => reading.name !== name),
      isFoundAlone: await judgeWith((reading) => reading.name === name),
    });
  }
  return { isFoundPlain: await judgeWith(() => false), isFound: await judgeWith(() => true), byReading };
}
