/** The first message to a process that runs a model. */
export interface ModelLoadRequest<Manifest> {
  readonly folder: string;
  /** The manifest from when the model was opened: files that were replaced since then belong to a different model. */
  readonly manifest: Manifest;
  readonly threads: number;
  /** Where the graph may be found prepared for this machine; null: nowhere. */
  readonly preparedFolder: string | null;
}
