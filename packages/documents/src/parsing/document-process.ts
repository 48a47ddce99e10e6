import { splitDocument } from '../splitting/split-document.ts';
import { parseBytes, parseRows } from './parse-bytes.ts';
import { serveParsing } from './serve-parsing.ts';

serveParsing({ document: parseBytes, table: parseRows, passages: splitDocument });
