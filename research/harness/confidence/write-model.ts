import type { ConfidenceModel } from '@avow/answering/score';

/** The source file of the model that ships. */
export function writeModel(model: ConfidenceModel, note: string): string {
  const { usual, methods } = model;
  const entries = Object.entries(methods).map(([method, { constant, least, most, features }]) => {
    const weights = Object.entries(features).map(
      ([feature, { mean, scale, weight }]) =>
        `        ${feature}: { mean: ${mean}, scale: ${scale}, weight: ${weight} },`,
    );
    const body = weights.length === 0 ? '{}' : `{\n${weights.join('\n')}\n      }`;
    return [
      `    ${method}: {`,
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
  methods: {
${entries.join('\n')}
  },
};
`;
}
