import type { WorkMeter } from '../../limits/work-meter.ts';
import type { Installation } from '../installation.ts';

type EmbeddedModels = Pick<Installation, 'encoder' | 'reader' | 'screener'>;

export function hasEmbeddedModels({ encoder, reader, screener }: EmbeddedModels): boolean {
  return encoder !== null || reader !== null || screener !== null;
}

/** The same parts, with embedded models whose work for questions is measured. */
export function meterModels<Parts extends EmbeddedModels>(parts: Parts, { call }: WorkMeter): Parts {
  const { encoder, reader, screener } = parts;
  return {
    ...parts,
    encoder: encoder && {
      ...encoder,
      encodeQuestion: (...asked) => call(() => encoder.encodeQuestion(...asked)),
    },
    reader: reader && {
      ...reader,
      read: (...asked) => call(() => reader.read(...asked)),
      judge: (...asked) => call(() => reader.judge(...asked)),
    },
    screener: screener && {
      ...screener,
      screen: (...asked) => call(() => screener.screen(...asked)),
    },
  };
}
