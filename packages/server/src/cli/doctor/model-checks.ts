import type { ModelSettings } from '@avow/inference';
import { checkModels } from '../../app/models/check-models.ts';
import { openEncoder, openReader, openScreener } from '../../app/models/open-embedded-models.ts';
import { openModelsToCheck } from '../../app/models/open-models-to-check.ts';
import { type DoctorCheck, fault, type Look, ok, warning } from './finding.ts';

const limits = { timeoutMs: 30_000 };

interface Closable {
  readonly name: string;
  close(): Promise<void>;
}

/** Whether an embedded model is installed and answers. */
async function run<Model extends Closable>(
  opening: Promise<Model | null>,
  { without, use }: { readonly without: string; readonly use: (model: Model) => Promise<unknown> },
): ReturnType<Look> {
  const model = await opening;
  if (model === null) return warning(`not installed: ${without}`);
  try {
    return (await use(model)) === null ? fault('does not run') : ok(model.name);
  } finally {
    await model.close();
  }
}

/** What keeps local models from running. The others are asked by "avow models check". */
async function findUnusable(models: ReadonlyArray<ModelSettings | null>): Promise<string[]> {
  const local = models.flatMap((model) =>
    model?.local == null ? [] : [{ ...model.local, atOnceMax: model.atOnceMax }],
  );
  if (local.length === 0) return [];
  const { checkLocalModel } = await import('@avow/inference/language');
  const found = await Promise.all(
    local.map((model) =>
      checkLocalModel(model).then(
        () => [],
        (error: unknown) => [error instanceof Error ? error.message : `${model.path} could not be checked.`],
      ),
    ),
  );
  return found.flat();
}

/** The models that answer, without asking those of providers. */
export const modelChecks: readonly DoctorCheck[] = [
  {
    check: 'encoder',
    look: async (config) => {
      if (config.searchByMeaning === 'off') return ok('off: keyword search only');
      return await run(openEncoder(config), {
        without: 'keyword search only',
        use: (encoder) => encoder.encodeQuestion('Does it run?', { ...limits, owner: '' }),
      });
    },
  },
  {
    check: 'language models',
    look: async ({ modelsFile }, context) => {
      if (modelsFile === null)
        return ok('no file names any: the embedded models answer, and those that are set in the console');
      const { tiers, refinement, verification, guardrail } = context.languageModels();
      const unusable = await findUnusable([...tiers, refinement, verification]);
      if (unusable.length > 0) return fault(unusable.join(' '));
      const also = [
        refinement && 'a refinement model',
        verification && 'a verification model',
        guardrail && 'a guardrail model',
      ];
      const parts = [`${tiers.length} of 3 tiers`, ...also.filter((part) => part !== null)];
      return ok(`${modelsFile} is valid: ${parts.join(', ')}. "avow models check" tests them.`);
    },
  },
];

/** Those that take longer, or ask providers. */
export const furtherModelChecks: readonly DoctorCheck[] = [
  {
    check: 'reader',
    look: async (config) => {
      if (config.embeddedReader === 'off') return ok('off: answers are selected by keywords');
      return await run(openReader(config), {
        without: 'answers from documents are selected by keywords',
        use: (reader) => reader.judge([{ claim: 'It runs.', evidence: 'It runs.' }], limits),
      });
    },
  },
  {
    check: 'screener',
    look: async (config) => {
      if (config.embeddedScreener === 'off') return ok('off: guardrails check texts by rules only');
      return await run(openScreener(config), {
        without: 'guardrails check texts by rules only',
        use: (screener) =>
          screener.screen(['Does it run?'], { signal: AbortSignal.timeout(limits.timeoutMs), owner: '' }),
      });
    },
  },
  {
    check: 'providers',
    look: async ({ modelsFile }, context) => {
      if (modelsFile === null) return ok('none are configured');
      const models = await openModelsToCheck(context.languageModels());
      const checks = await checkModels(models).finally(models.close);
      const failed = checks.filter((check) => check.fault !== null);
      return failed.length === 0
        ? ok(`${checks.length} answer`)
        : fault(failed.map((check) => `${check.name}: ${check.fault?.message}`).join('; '));
    },
  },
];
