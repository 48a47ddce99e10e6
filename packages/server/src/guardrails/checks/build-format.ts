import { type CheckSettings, codePointLength } from '@avow/contract';
import type { GuardrailInput } from '../../interfaces/guardrail.ts';
import { detectLanguage, knownLanguages } from '../../languages/detect-language.ts';
import { type CompiledSchema, type ConformsTo, compileSchema } from '../json-schema/compile-schema.ts';
import type { BuildCheck, CheckFault } from './check-builder.ts';
import { decide } from './decide.ts';
import { createAllowance } from './policy-allowance.ts';

interface Finding {
  readonly score: number;
  readonly reasoning: string;
}

type Look = (input: GuardrailInput) => Finding;

/** The form that answers must have: how long they may be, in which language, and by which schema. */
export const buildFormat: BuildCheck<'format'> = (
  { settings, ...given },
  _,
  allowance = createAllowance(),
) => {
  const schema = settings.json_schema === undefined ? null : compileSchema(settings.json_schema, allowance);
  const faults = [...languageFaults(settings), ...schemaFaults(schema)];
  if (faults.length > 0) return { kind: 'faulty', faults };
  const looks: Look[] = [];
  if (settings.code_points_max !== undefined) looks.push(lookAtLength(settings.code_points_max));
  if (settings.languages !== undefined) looks.push(lookAtLanguage(settings.languages));
  if (schema?.kind === 'schema') looks.push(lookAtSchema(schema.conforms));

  return {
    kind: 'text',
    check: (input) => {
      const worst = looks
        .map((look) => look(input))
        .reduce((one, other) => (other.score > one.score ? other : one), { score: 0, reasoning: '' });
      const reasoning = { found: worst.reasoning, clear: 'The answer has the form that it must have.' };
      return decide({ score: worst.score, reasoning }, given);
    },
  };
};

function languageFaults({ languages = [] }: CheckSettings<'format'>): readonly CheckFault[] {
  return languages.flatMap((language, index) =>
    knownLanguages.has(language)
      ? []
      : [{ path: ['settings', 'languages', index], message: 'Is no language that can be told from others' }],
  );
}

function schemaFaults(schema: CompiledSchema | null): readonly CheckFault[] {
  return schema?.kind === 'faulty' ? [{ path: ['settings', 'json_schema'], message: schema.message }] : [];
}

function lookAtLength(codePointsMax: number): Look {
  const reasoning = `The answer is longer than the limit of ${codePointsMax.toLocaleString('en')} characters.`;
  return ({ text }) => ({ score: codePointLength(text) <= codePointsMax ? 0 : 1, reasoning });
}

/** Related languages share most words: an answer is in another one where twice as much speaks for that. */
function lookAtLanguage(languages: readonly string[]): Look {
  const reasoning = 'The answer is in a language that is not one of those wanted.';
  return ({ text, quotes, written = [], isJson }) => {
    // What is said in place of an answer was written by the operator.
    if (quotes.length === 0) return { score: 0, reasoning };
    // The keys of JSON are in the language of whoever wrote its schema.
    const scores = detectLanguage(isJson === true ? written.map(({ shown }) => shown).join('\n') : text);
    const most = Math.max(0, ...scores.values());
    if (most === 0) return { score: 0, reasoning };
    const wanted = Math.max(...languages.map((language) => scores.get(language) ?? 0));
    return { score: Math.round((1 - wanted / most) * 10_000) / 10_000, reasoning };
  };
}

function lookAtSchema(conforms: ConformsTo): Look {
  const reasoning = 'The answer is not JSON as the schema has it.';
  return ({ text, quotes }) => ({ score: quotes.length === 0 || conforms(text) ? 0 : 1, reasoning });
}
