/** Whether an answer has each of these outputs, as many finite numbers as are expected and no more. */
export function hasOutputs(answer: unknown, lengths: Readonly<Record<string, number>>): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  return Object.entries(lengths).every(([name, length]) => {
    const values: unknown = Reflect.get(answer, name);
    return values instanceof Float32Array && values.length === length && values.every(Number.isFinite);
  });
}
