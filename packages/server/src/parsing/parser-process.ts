import { parseBytes } from './parse-bytes.ts';
import { serveParsing } from './serve-parsing.ts';

serveParsing(parseBytes);
