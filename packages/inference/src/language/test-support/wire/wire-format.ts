export type Finish = 'stop' | 'length' | 'content_filter';

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface WireRequest {
  readonly model: string;
  readonly isStreamed: boolean;
  /** Of the system. */
  readonly instructions: string;
  /** The last thing that the user says. */
  readonly prompt: string;
  readonly asksLogProbabilities?: boolean;
}

interface WireError {
  readonly status: number;
  /** The provider's own word for what is wrong, as `insufficient_quota`; null: the usual one of the status. */
  readonly code: string | null;
  readonly message: string;
}

/** How one kind of provider puts what it says. */
export interface WireFormat {
  readonly name: 'openai' | 'anthropic' | 'google' | 'bedrock';
  readonly streamType: string;
  readRequest(path: string, body: Readonly<Record<string, unknown>>): WireRequest;
  writeStart(model: string, usage: Usage | null): string | Buffer;
  /** `logProbability`: of its one token, where the provider tells it and was asked to. */
  writePiece(text: string, logProbability?: number): string | Buffer;
  writeEnd(finish: Finish, usage: Usage | null): string | Buffer;
  /** An error in the middle of a stream. */
  writeStreamError(error: WireError): string | Buffer;
  /** Something of the right envelope and the wrong form. */
  writeNonsense(): string | Buffer;
  /** All at once, for requests that want no stream. */
  writeWhole(said: {
    readonly model: string;
    readonly text: string;
    readonly finish: Finish;
    readonly usage: Usage | null;
  }): Record<string, unknown>;
  writeError(error: WireError): Record<string, unknown>;
}

/** The text of a message, which providers put as a string or as parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { readonly text?: unknown }) => (typeof part?.text === 'string' ? part.text : ''))
    .join('');
}

export interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly parts?: unknown;
}

export const messagesOf = (list: unknown): readonly WireMessage[] =>
  Array.isArray(list) ? (list as WireMessage[]) : [];

export const writeData = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
