import type { CheckSettings } from '@avow/contract/guardrails';
import { codePointLength } from '@avow/contract/values';
import { detectLanguage, knownLanguages } from '@avow/text/languages';
import type { GuardrailInput } from '../guardrail.ts';
import { type CompiledSchema, type ConformsTo, compileSchema } from '../json-schema/compile-schema.ts';
import type { BuildCheck, CheckFault } from './check-builder.ts';
import { decide } from './decide.ts';
import { createAllowance } from './policy-allowance.ts';

interface Finding {
  readonly score: number;
  readonly reasoning: string;
}

type FormCheck = (input: GuardrailInput) => Finding;

/** The form of answers: their length, language and schema. */
export const buildFormat: BuildCheck<'format'> = (
  { settings, ...given },
  _,
  allowance = createAllowance(),
) => {
  const schema = settings.json_schema === undefined ? null : compileSchema(settings.json_schema, allowance);
  const faults = [...languageFaults(settings), ...schemaFaults(schema)];
  if (faults.length > 0) return { kind: 'faulty', faults };
  const formChecks: FormCheck[] = [];
  if (settings.code_points_max !== undefined) formChecks.push(checkLength(settings.code_points_max));
  if (settings.languages !== undefined) formChecks.push(checkLanguage(settings.languages));
  if (schema?.kind === 'schema') formChecks.push(checkSchema(schema.conforms));

  return {
    kind: 'text',
    check: (input) => {
      const worst = formChecks
        .map((look) => look(input))
        .reduce((one, other) => (other.score > one.score ? other : one), { score: 0, reasoning: '' });
      const reasoning = { found: worst.reasoning, clear: 'The answer has the required form.' };
      return decide({ score: worst.score, reasoning }, given);
    },
  };
};

function languageFaults({ languages = [] }: CheckSettings<'format'>): readonly CheckFault[] {
  return languages.flatMap((language, index) =>
    knownLanguages.has(language)
      ? []
      : [{ path: ['settings', 'languages', index], message: 'Must be a language that can be detected' }],
  );
}

function schemaFaults(schema: CompiledSchema | null): readonly CheckFault[] {
  return schema?.kind === 'faulty' ? [{ path: ['settings', 'json_schema'], message: schema.message }] : [];
}

function checkLength(codePointsMax: number): FormCheck {
  const reasoning = `The answer is longer than the limit of ${codePointsMax.toLocaleString('en')} characters.`;
  return ({ text }) => ({ score: codePointLength(text) <= codePointsMax ? 0 : 1, reasoning });
}

/** Related languages share most words: an answer is in another one only if that scores twice as high. */
function checkLanguage(languages: readonly string[]): FormCheck {
  const reasoning = 'The answer is not in one of the allowed languages.';
  return ({ text, quotes, written = [], isJson }) => {
    // The operator wrote what is shown instead of an answer.
    if (quotes.length === 0) return { score: 0, reasoning };
    // The keys of JSON are in the language of the schema's author.
    const scores = detectLanguage(isJson === true ? written.map(({ shown }) => shown).join('\n') : text);
    const most = Math.max(0, ...scores.values());
    if (most === 0) return { score: 0, reasoning };
    const wanted = Math.max(...languages.map((language) => scores.get(language) ?? 0));
    return { score: Math.round((1 - wanted / most) * 10_000) / 10_000, reasoning };
  };
}

function checkSchema(conforms: ConformsTo): FormCheck {
  const reasoning = 'The answer is not JSON that conforms to the schema.';
  return ({ text, quotes }) => ({ score: quotes.length === 0 || conforms(text) ? 0 : 1, reasoning });
}
