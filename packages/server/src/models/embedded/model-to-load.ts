/** What the process that runs a model is told when it is started. */
export interface ModelToLoad<Manifest> {
  readonly folder: string;
  /** As it was when the model was opened: files that were exchanged since then are not of the model's name. */
  readonly manifest: Manifest;
  readonly threads: number;
}
