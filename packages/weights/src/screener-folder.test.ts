import { describe } from 'vitest';
import { screenerFolder } from './screener-folder.ts';
import { compressedGraphAndVocabulary, testShippedModel } from './shipped-model.suite.ts';

describe('the screening model that ships', () =>
  testShippedModel(screenerFolder, compressedGraphAndVocabulary));
