export interface Classified<Class> {
  readonly actual: Class;
  readonly predicted: Class;
}

/** The mean, over the classes that occur, of the share of each that was classified correctly. 0 if there is nothing. */
export function balancedAccuracy<Class>(all: readonly Classified<Class>[]): number {
  const classes = Map.groupBy(all, ({ actual }) => actual);
  let sum = 0;
  for (const its of classes.values())
    sum += its.filter(({ actual, predicted }) => actual === predicted).length / its.length;
  return classes.size === 0 ? 0 : sum / classes.size;
}
