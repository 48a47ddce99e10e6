import { type DocumentParser, openDocumentProcess } from '@avow/documents';
import type { Config } from '../config/load-config.ts';

/** The process that reads files, confined as the operator asks. */
export function openParser({ confinement }: Pick<Config, 'confinement'>): DocumentParser {
  return openDocumentProcess({ confinementRequired: confinement === 'required' });
}
