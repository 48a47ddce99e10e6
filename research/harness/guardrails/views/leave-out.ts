import { runStepsSync } from '@avow/foundation/concurrency';
import type { ViewReading } from '@avow/guardrails/testing';
import { allReadings, buildViews } from '@avow/guardrails/testing/checks';
import type { JudgeViews } from './create-view-judges.ts';

/** Whether a text is found with and without each reading. */
export interface ViewFindings {
  readonly isFoundPlain: boolean;
  readonly isFound: boolean;
  /** For the readings that change the text. */
  readonly byReading: ReadonlyMap<
    string,
    { readonly isFoundWithout: boolean; readonly isFoundAlone: boolean }
  >;
}

/** Null if the text has only its plain view, because no reading changes it. */
export async function leaveOut(text: string, judge: JudgeViews): Promise<ViewFindings | null> {
  const views = runStepsSync(buildViews(text));
  if (views.every(({ name }) => name === 'plain')) return null;
  // A check that fails counts as in the service: unchecked text does not pass.
  const judgeWith = (keeps: (reading: ViewReading) => boolean) =>
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
