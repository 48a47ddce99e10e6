import { useQuery } from '@tanstack/react-query';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/surface.tsx';
import { contentTexts } from '../../texts/content.ts';
import { looksLikePairs } from './read-pairs-file.ts';

interface Props {
  readonly files: readonly File[];
  readonly onPairs: (file: File) => void;
}

/** For a table of questions and answers among files that are about to become documents: it may become pairs. */
export function PairsOffer({ files, onPairs }: Props) {
  const { data: found = null } = useQuery({
    queryKey: ['looksLikePairs', files.map(({ name, size, lastModified }) => [name, size, lastModified])],
    queryFn: async () => {
      for (const file of files) if (await looksLikePairs(file)) return file;
      return null;
    },
  });
  if (found === null) return null;
  // The others would be forgotten.
  if (files.length > 1) return <Notice tone="info">{contentTexts.pairsAmong(found.name)}</Notice>;
  return (
    <Notice tone="info" actions={<Button onPress={() => onPairs(found)}>{contentTexts.asPairs}</Button>}>
      {contentTexts.looksLikePairs}
    </Notice>
  );
}
