import type { ConfidenceModel } from '../../packages/server/src/confidence/confidence-model.ts';

/** The file of the model that ships, in the manner of the project. */
export function writeModel(model: ConfidenceModel, note: string): string {
  const { usual, ways } = model;
  const entries = Object.entries(ways).map(([way, { constant, least, most, features }]) => {
    const weights = Object.entries(features).map(
      ([feature, { mean, scale, weight }]) =>
        `        ${feature}: { mean: ${mean}, scale: ${scale}, weight: ${weight} },`,
    );
    const body = weights.length === 0 ? '{}' : `{\n${weights.join('\n')}\n      }`;
    return [
      `    ${way}: {`,
      `      constant: ${constant},`,
      `      least: ${least},`,
      `      most: ${most},`,
      `      features: ${body},`,
      '    },',
    ].join('\n');
  });
  return `import type { ConfidenceModel } from './confidence-model.ts';

${note
  .split('\n')
  .map((line) => `// ${line}`)
  .join('\n')}

/** The model that every tenant's answers are scored by. */
export const shippedModel: ConfidenceModel = {
  usual: ${usual},
  ways: {
${entries.join('\n')}
  },
};
`;
}
