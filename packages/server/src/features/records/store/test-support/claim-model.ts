import type { ClaimName, IdempotencyClaim } from '../../record-store.ts';

type Entry = IdempotencyClaim & { readonly finished: boolean };

/** What the keys of one tenant do, as a plain table: the stores are compared with it. */
export class ClaimModel {
  readonly #entries = new Map<string, Entry>();

  /** The kind of the outcome, or the message that is replayed. */
  claim(claim: IdempotencyClaim): string {
    const place = `${claim.route} ${claim.key}`;
    const entry = this.#entries.get(place);
    const untilMs = entry?.finished ? entry.keepUntilMs : entry?.leaseUntilMs;
    if (entry !== undefined && untilMs !== undefined && claim.nowMs < untilMs) {
      if (entry.fingerprint !== claim.fingerprint) return 'mismatch';
      return entry.finished ? entry.messageId : 'in_progress';
    }
    this.#entries.set(place, { ...claim, finished: false });
    return 'claimed';
  }

  /** Does nothing unless the message holds the key and has not ended. */
  end(claim: ClaimName, ending: 'keep' | 'free'): void {
    const place = `${claim.route} ${claim.key}`;
    const entry = this.#entries.get(place);
    if (entry === undefined || entry.finished || entry.messageId !== claim.messageId) return;
    if (ending === 'keep') this.#entries.set(place, { ...entry, finished: true });
    else this.#entries.delete(place);
  }

  /** No message of the model is ever queued, so at start every unfinished claim goes. */
  sweep(options: { readonly nowMs: number; readonly atStart: boolean }): void {
    for (const [place, entry] of this.#entries) {
      const isOver =
        entry.keepUntilMs <= options.nowMs && (entry.finished || entry.leaseUntilMs <= options.nowMs);
      if (isOver || (options.atStart && !entry.finished)) this.#entries.delete(place);
    }
  }
}
