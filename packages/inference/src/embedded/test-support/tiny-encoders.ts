import type { Encoder } from '../../encoder.ts';
import type { EncoderEvent } from '../encoder-event.ts';
import { type EmbeddedEncoderOptions, openEmbeddedEncoder } from '../open-embedded-encoder.ts';
import { useOpened } from './use-opened.ts';
import { writeTinyEncoder } from './write-tiny-encoder.ts';

const processUrl = new URL('./faulty-encoder-process.ts', import.meta.url);

/** Encoders of one test, which are closed after it, and a folder for their files. */
export function useTinyEncoders() {
  const used = useOpened<Encoder, EncoderEvent, EmbeddedEncoderOptions>(openEmbeddedEncoder);
  return {
    ...used,
    /** One whose process does what some texts ask for. */
    openTiny: async (options: Partial<EmbeddedEncoderOptions> = {}): Promise<Encoder> => {
      writeTinyEncoder(used.folder());
      return await used.open({ processUrl, ...options });
    },
  };
}
