import { describe } from 'vitest';
import { encoderFolder } from './encoder-folder.ts';
import { testShippedModel } from './shipped-model.suite.ts';

describe('the encoder that ships', () => testShippedModel(encoderFolder));
