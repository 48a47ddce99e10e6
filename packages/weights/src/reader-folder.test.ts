import { describe } from 'vitest';
import { readerFolder } from './reader-folder.ts';
import { testShippedModel } from './shipped-model.suite.ts';

describe('the reading model that ships', () => testShippedModel(readerFolder));
