/** How well groups match labels. */
export interface GroupingFigures {
  readonly groups: number;
  /** The share of questions with the majority label of their group. */
  readonly purity: number;
  /** The mean, over questions, of the share of questions with its label that are in its group (B-cubed recall). */
  readonly recall: number;
}

export function groupingFigures(groupOf: readonly number[], labels: readonly string[]): GroupingFigures {
  const labelSizes = sizesOf(labels);
  const groups = Map.groupBy(groupOf.keys(), (index) => groupOf[index] as number);
  let [most, recallSum] = [0, 0];
  for (const indexes of groups.values()) {
    const inGroup = sizesOf(indexes.map((index) => labels[index] as string));
    most += Math.max(...inGroup.values());
    for (const [label, count] of inGroup) recallSum += count * (count / (labelSizes.get(label) ?? 1));
  }
  const total = Math.max(1, labels.length);
  return { groups: groups.size, purity: most / total, recall: recallSum / total };
}

function sizesOf(labels: readonly string[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  return sizes;
}
