export function splitIntoBatches<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, batch) =>
    values.slice(batch * size, (batch + 1) * size),
  );
}
