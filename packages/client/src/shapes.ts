/** A value of an enumeration that later versions of the service may extend. */
export type Open<Known extends string> = Known | (string & {});

/** The events of a stream, from the data of each by its type. */
export type EventsOf<Data> = {
  readonly [Type in keyof Data]: {
    /** Counts up from 1. */
    readonly id: number;
    readonly type: Type;
    readonly data: Data[Type];
  };
}[keyof Data];

/** A file as a body; name its media type in the header `content-type`, or in the `Blob`. */
export type UploadBody = Blob | Uint8Array<ArrayBuffer> | string;

/** The first page if it is awaited, every entry of every page with `for await`. */
export type PagePromise<Page, Entry> = Promise<Page> & AsyncIterable<Entry>;

/** How one operation is requested. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces. */
  readonly path: string;
  readonly body?: true;
  readonly query?: true;
  readonly paged?: true;
  /** It takes an `Idempotency-Key`. */
  readonly takesKey?: true;
  /** What a caller gets of the response; JSON if it is not said. */
  readonly returns?: 'text' | 'bytes' | 'nothing' | 'response';
  /** Statuses of failures whose body is still what the caller asked for. */
  readonly alsoReturns?: readonly number[];
}

export interface ClientOptions {
  /** Where the service is reached, such as `https://answers.example.com`. */
  readonly baseUrl: string;
  /** The API key, or a function that reads it for each request. */
  readonly apiKey?: string | (() => string | Promise<string>);
  /**
   * With a publishable key: the secret of the visitor, 32 to 128 characters of base64url. It gives access to the
   * messages and threads of the visitor. Default: a random one for each client.
   */
  readonly visitorToken?: string;
  /** What content is read for: the id of a purpose of the tenant, where that requires one. */
  readonly purpose?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the `fetch` of the platform. */
  readonly fetch?: typeof fetch;
  /** For each attempt, until the response is read. Default: 130,000, more than the service takes at most. */
  readonly timeoutMs?: number;
  /** How often a request is sent again. Default: 2. */
  readonly retriesMax?: number;
  /** How often a stream that broke is resumed without a further event. Default: 5. */
  readonly resumesMax?: number;
  /** The longest wait before the first retry; it doubles with each. Default: 1,000. */
  readonly retryDelayMs?: number;
  /** If the service asks to wait longer than this (`Retry-After`), the error is thrown at once. Default: 60,000. */
  readonly retryAfterMaxMs?: number;
}

export interface RequestOptions {
  /** What content is read for, instead of what the client was created with. */
  readonly purpose?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the request, its retries and its stream; what is thrown is the reason of the signal. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly retriesMax?: number;
  /** Default: a random one for each call, the same for its retries. */
  readonly idempotencyKey?: string;
  /** Called with the response, for its status and headers. */
  readonly onResponse?: (response: Response) => void;
}
