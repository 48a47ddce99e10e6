import { describe } from 'vitest';
import { readerFolder } from './reader-folder.ts';
import { compressedGraphAndVocabulary, testShippedModel } from './shipped-model.suite.ts';

describe('the reading model that ships', () => testShippedModel(readerFolder, compressedGraphAndVocabulary));
