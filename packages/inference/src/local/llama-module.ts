/** What is used of `node-llama-cpp`. The package is optional, so its own types may not be there. */
export interface LlamaModule {
  getLlama(options: {
    readonly gpu: false;
    readonly build: 'never';
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly logLevel: 'disabled';
    readonly maxThreads: number;
  }): Promise<Llama>;
  readonly LlamaChat: new (options: { readonly contextSequence: LlamaSequence }) => LlamaChat;
}

export interface Llama {
  loadModel(options: { readonly modelPath: string }): Promise<LlamaModel>;
  /** Rejects, or throws, if the schema has something that no grammar can say. */
  createGrammarForJsonSchema(schema: object): Promise<object>;
}

export interface LlamaModel {
  readonly tokenizer: unknown;
  createContext(options: {
    readonly contextSize: number;
    readonly sequences: number;
    readonly batchSize: number;
    readonly threads: number;
  }): Promise<{ getSequence(): LlamaSequence }>;
}

export interface LlamaSequence {
  /** How many tokens of its state agree with those that it was adapted to last. */
  readonly nextTokenIndex: number;
  adaptStateToTokens(tokens: readonly LlamaToken[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly LlamaToken[]): Promise<void>;
  readonly tokenMeter: { readonly usedOutputTokens: number };
}

export type LlamaToken = number;

export type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

export interface LlamaChat {
  readonly chatWrapper: {
    generateContextState(options: { readonly chatHistory: readonly ChatItem[] }): {
      readonly contextText: { tokenize(tokenizer: unknown): readonly LlamaToken[] };
    };
  };
  readonly sequence: LlamaSequence;
  generateResponse(
    history: readonly ChatItem[],
    options: {
      readonly temperature: number;
      readonly seed: number;
      readonly maxTokens: number;
      readonly grammar?: object;
      readonly signal: AbortSignal;
      readonly budgets: { readonly thoughtTokens: number };
      readonly onTextChunk: (text: string) => void;
    },
  ): Promise<{ readonly metadata: { readonly stopReason: string } }>;
}
