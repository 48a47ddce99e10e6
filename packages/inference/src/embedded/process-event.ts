/** What happens to the processes that run a model, to be logged and counted. Never holds words of a text. */
export type ProcessEvent<Lane extends string> = { readonly lane: Lane } & (
  | { readonly kind: 'started'; readonly processId: number; readonly durationMs: number }
  | { readonly kind: 'stopped'; readonly reason: 'idle' | 'grown' }
  /** The process was lost. It is started again, after `retryMs`. */
  | {
      readonly kind: 'lost';
      readonly reason: 'ended' | 'hung' | 'not_started';
      readonly detail: string;
      readonly retryMs: number;
    }
  /** The model could not be run on a text, and the process lives. */
  | { readonly kind: 'failed'; readonly detail: string }
);
