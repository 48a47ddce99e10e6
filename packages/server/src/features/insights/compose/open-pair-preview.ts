import { systemClock } from '@avow/foundation';
import { openEncoder } from '../../../app/models/open-encoder.ts';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import type { SelfRepairingSearch } from '../../publication/publication.ts';
import type { CuratedPreview } from '../insights.ts';
import { createQuestionVectors } from '../unanswered/question-vectors.ts';
import { composePairPreview } from './compose-insights.ts';

/** Opens previews of curated pairs without a service, with the same encoder as the service has. */
export async function openPairPreview({
  config,
  data,
  packSearch,
  onFailure,
}: {
  readonly config: Config;
  readonly data: DataFolder;
  readonly packSearch: SelfRepairingSearch;
  readonly onFailure: (error: unknown) => void;
}): Promise<CuratedPreview & { close(): Promise<void> }> {
  const encoder = await openEncoder(config);
  const { insights, records } = data.store;
  const vectors =
    encoder === null
      ? null
      : createQuestionVectors({ encoder, insights, records, hasQuestions: () => false, onFailure });
  const { preview } = composePairPreview({ data, encoder, clock: systemClock }, { packSearch, vectors });
  return {
    preview,
    close: async () => {
      await vectors?.stop();
      await encoder?.close();
    },
  };
}
