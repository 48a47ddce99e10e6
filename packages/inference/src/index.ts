/**
 * Models behind small interfaces: encoder, reader and screener in supervised processes, and the settings of
 * language models, which are opened by `@avow/inference/language`.
 */

// What a model offers.

export type { Encoder } from './encoder.ts';
export type { GuardModel } from './guard-model.ts';
export type { LanguageModel, ModelCost, ModelTier, WritingTask } from './language-model.ts';
export { ModelFault, type ModelFaultCode } from './model-fault.ts';
export type {
  AnswerSpan,
  ClaimJudgement,
  ClaimToJudge,
  PassageToRead,
  Reader,
  ReaderCall,
  Reading,
} from './reader.ts';
export type { FoundName, Screener, ScreenerCall, Screening, TextClassifier } from './screener.ts';

// Embedded models.

export { coalesceScreenings } from './embedded/coalesce-screenings.ts';
export type { EncoderEvent } from './embedded/encoder-event.ts';
export { type EmbeddedEncoderOptions, openEmbeddedEncoder } from './embedded/open-embedded-encoder.ts';
export { type EmbeddedReaderOptions, openEmbeddedReader } from './embedded/open-embedded-reader.ts';
export { type EmbeddedScreenerOptions, openEmbeddedScreener } from './embedded/open-embedded-screener.ts';
export { planProcesses, readMachine } from './embedded/plan-processes.ts';
export type { ReaderEvent } from './embedded/reader-event.ts';
export type { ScreenerEvent } from './embedded/screener-event.ts';
export { embeddedLanguages } from './embedded-languages.ts';
export { openNgrams } from './ngrams/open-ngrams.ts';

// Settings of language models.

export type { ModelProvider, ModelSettings, ModelsSettings, TenantBudget } from './model-settings.ts';
