/** What the process of a local model is sent: a request as a server would get it, or that nobody waits for one any more. */
export type LocalRequest =
  | ({ readonly kind: 'ask'; readonly id: number } & LocalCall)
  | { readonly kind: 'stop'; readonly id: number };

export interface LocalCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What it says of a request: its head, its bytes in order, and its end. After a `stop` comes `end` or `failed`, too. */
export type LocalMessage = { readonly id: number } & (
  | { readonly kind: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed' }
);

/** What it loads. */
export interface LocalModelToLoad {
  /** Of a GGUF file. */
  readonly path: string;
  /** Of each request: instructions, prompt and output together. */
  readonly contextTokens: number;
  readonly threads: number;
  /** Requests at once, each with a context of its own. */
  readonly atOnceMax: number;
}
