/** Turns text into vectors of length 1, near to one another where the texts mean the same. */
export interface Encoder {
  /** Names the model and everything that decides its vectors: those of another name cannot be compared with them. */
  readonly name: string;
  readonly dimensions: number;
  /** Null where it cannot in this time: the search then goes by words alone, and says so. Never rejects for that. */
  encodeQuestion(text: string, limits: { readonly timeoutMs: number }): Promise<Float32Array | null>;
  /** In order. Rejects where the model cannot be run: the passages wait, and are encoded later. */
  encodePassages(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}
