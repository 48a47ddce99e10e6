export type ModelProvider = 'openai' | 'anthropic' | 'google' | 'bedrock' | 'openai_compatible' | 'local';

/** A language model as the operator has configured it, with its limits. */
export interface ModelSettings {
  readonly provider: ModelProvider;
  readonly model: string;
  /** Null: the provider's own. */
  readonly baseUrl: string | null;
  /** Of Bedrock; null elsewhere. */
  readonly region: string | null;
  /** Null: none is needed, as of a server on this machine. */
  readonly key: string | null;
  /** Of a model that runs in a process of ours; null elsewhere. */
  readonly local: {
    /** Of a GGUF file. */
    readonly path: string;
    /** Of each request: instructions, prompt and output together. */
    readonly contextTokens: number;
    readonly threads: number;
  } | null;
  readonly connectTimeoutMs: number;
  /** From the request to the first piece of what is written. */
  readonly firstPieceTimeoutMs: number;
  /** One try, from the request to the last piece. */
  readonly attemptTimeoutMs: number;
  readonly attemptsMax: number;
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly outputTokensMax: number;
  /** What it is given of sources, in UTF-16 units. */
  readonly sourceCharactersMax: number;
  /** Whether the provider is asked how sure the model was of each token. */
  readonly logProbabilities: boolean;
  /** Whether it is asked for the words of its source with each sentence that it writes. */
  readonly quotes: boolean;
  /** The embedded models answer in its place where they rest on other words and are surer. */
  readonly givesWay: boolean;
  /** Null: it costs nothing. */
  readonly price: {
    readonly currency: string;
    readonly inputPerMillion: number;
    readonly outputPerMillion: number;
  } | null;
  /** What may be spent on it in a day (UTC), in the currency of its price; null: no limit. */
  readonly budgetPerDay: number | null;
}

/** What a tenant may spend; null: no limit. */
export interface TenantBudget {
  readonly currency: string;
  readonly perDay: number | null;
  readonly perMonth: number | null;
  /** Once it is spent: questions are refused, or the embedded models answer alone. */
  readonly whenSpent: 'refuse' | 'embedded';
}

/** All language models of an installation. */
export interface ModelsSettings {
  /** Best first, at most three. */
  readonly tiers: readonly ModelSettings[];
  readonly refinement: ModelSettings | null;
  /** Judges the sentences that the embedded judge is not sure of. */
  readonly verification: ModelSettings | null;
  readonly guardrail: ModelSettings | null;
  readonly budgets: {
    readonly usual: TenantBudget | null;
    /** By the id of a tenant, in place of the usual one. */
    readonly tenants: ReadonlyMap<string, TenantBudget>;
  };
}
