/** What the path of a query reports of itself. It never sees a question or an answer. */
export interface Telemetry {
  /** Runs one step of the path, under a span where spans are collected. */
  step<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
}
