import type { SourceHttp } from './source-http.ts';

/** What is known of an item since it was last read. */
export interface KnownItem {
  /** Identifies the item within its source, whatever it is called. */
  readonly key: string;
  /** As the connector named it then. */
  readonly path: string;
  /** An ETag, a hash or a revision, as only the connector reads it. */
  readonly version: string;
  /** What the connector must know of an item that it does not read again, as only the connector reads it. */
  readonly notes: string;
}

/** A file of a source, with what the source says about it. */
export interface SourceFileItem extends KnownItem {
  readonly kind: 'file';
  readonly bytes: Uint8Array;
  /** Null: taken from the file itself. */
  readonly title: string | null;
  /** Where people open it. */
  readonly url: string | null;
  /** Null: the source does not say who may read it, and the groups of the source's settings apply. */
  readonly readers: Readers | null;
}

/**
 * Who may read an item at its source: those whom every level admits, such as the space, the page above and the page itself.
 * A level lists principals: `group:`, `user:` and `domain:` with a name or an id, `anyone`, and others that a kind of source
 * has. An empty level admits nobody that is known; without levels, nobody is excluded.
 */
export type Readers = readonly (readonly string[])[];

/** One thing that a connector reports while it reads a source. */
export type SourceItem =
  | SourceFileItem
  | { readonly kind: 'unchanged'; readonly key: string }
  /** It is not there any more, which the source says itself. */
  | { readonly kind: 'removed'; readonly key: string }
  /** Nothing is known of its present state: it stays as it was. Under `.`: nothing is known of what was not reported. */
  | { readonly kind: 'fault'; readonly key: string | null; readonly path: string; readonly reason: string }
  /** It is not meant to be read, for example because of its type. */
  | { readonly kind: 'skipped'; readonly path: string; readonly reason: string };

export interface ReadEnd {
  /** `full`: what was not reported is gone. `delta`: it is unchanged. */
  readonly mode: 'full' | 'delta';
  /** Given to the next reading; null: there is none. */
  readonly cursor: string | null;
}

export interface ReadOptions {
  /** Of the last reading that was completed with the same settings. */
  readonly cursor: string | null;
  /** By key: what was read before, in this reading too if it goes on after an interruption. */
  readonly known: ReadonlyMap<string, KnownItem>;
  readonly signal: AbortSignal;
}

export interface ConnectorDependencies {
  readonly http: SourceHttp;
  /** Whether a file of this name can be read at all. */
  readonly accepts: (path: string) => boolean;
  readonly fileBytesMax: number;
  readonly nowMs: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Reads one source. Rejects with a `SourceFault` if nothing can be known of the source as a whole; what concerns one item is
 * reported as its fault. Rejects with the reason of the signal if that is aborted.
 */
export interface Connector {
  read(options: ReadOptions): AsyncGenerator<SourceItem, ReadEnd>;
}
