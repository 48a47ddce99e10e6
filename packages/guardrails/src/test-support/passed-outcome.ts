import type { StageOutcome } from '../guard.ts';

/** The outcome of checks that found nothing in the text. */
export function passedOutcome(text: string, also: Partial<StageOutcome> = {}): StageOutcome {
  return {
    ...{ results: [], text, redacted: false, redactions: [], models: [], isUnread: false, spans: [] },
    ...{ blocked: null, tripwireTriggered: false, degraded: false, ...also },
  };
}
