import { describe } from 'vitest';
import { ngramsFolder } from './ngrams-folder.ts';
import { testShippedModel } from './shipped-model.suite.ts';

describe('the n-gram classifier that ships', () =>
  testShippedModel(ngramsFolder, { named: ['weights.bin', 'fixtures.json'], describing: ['CARD.md'] }));
