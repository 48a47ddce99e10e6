import type { TextStreamPart, ToolSet } from 'ai';
import type { WritingTask } from '../language-model.ts';
import type { RequestForm } from './open-provider.ts';

/** One request for a streamed response. */
export interface StreamRequest {
  readonly form: RequestForm;
  readonly task: WritingTask;
  readonly signal: AbortSignal;
  readonly asksLogProbabilities: boolean;
}

/** An event of a response, as far as it matters here: the names are those of the AI SDK. Others are passed over. */
export type StreamPart =
  | { readonly type: 'text-delta'; readonly text: string }
  /** An event as the provider sent it. */
  | { readonly type: 'raw'; readonly rawValue: unknown }
  | { readonly type: 'error'; readonly error: unknown }
  | { readonly type: 'abort' }
  | {
      readonly type: 'finish';
      readonly finishReason: string;
      /** Undefined: the response ended without one. */
      readonly rawFinishReason: string | undefined;
      readonly totalUsage: {
        readonly inputTokens: number | undefined;
        readonly outputTokens: number | undefined;
      };
    };

/** Sends the request. What goes wrong is thrown, or reported as a part. */
export type StartStream = (
  request: StreamRequest,
) => Promise<AsyncIterable<StreamPart | { readonly type: PassedOver }>>;

/** Parts of the AI SDK that say nothing about the text. */
type PassedOver = Exclude<TextStreamPart<ToolSet>['type'], StreamPart['type']>;
