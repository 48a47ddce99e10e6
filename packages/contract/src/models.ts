/**
 * The language models of an installation, as operators set them up: their providers, keys, prices and budgets,
 * and the check of one.
 */

export {
  checkModelRequestSchema,
  type GivenModel,
  type ModelCheckResult,
  type ModelsState,
  modelCheckSchema,
  modelsStateSchema,
  type ReplaceModelsRequest,
  replaceModelsRequestSchema,
  type ShownModel,
} from './models/language-models.ts';
