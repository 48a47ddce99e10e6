import type { Support } from '@avow/answering';
import type { Guard, StageOutcome } from '@avow/guardrails';

/** Where the words of a citation are from. */
export type CitedSource = Pick<Support, 'source' | 'title' | 'url'>;

export interface CitationsOutcome {
  /** As they may be shown, in the order given. */
  readonly sources: readonly CitedSource[];
  readonly redacted: boolean;
  /** Of every text that was looked through. */
  readonly outcomes: readonly StageOutcome[];
}

interface Seen {
  /** After every redaction. */
  readonly text: string;
  readonly redacted: boolean;
  readonly outcomes: readonly StageOutcome[];
}

/**
 * Looks through titles, sources and addresses for what the answer must not show either. Each text by itself: joined, the
 * end of one and the start of the next could read like something that neither contains.
 */
export async function guardCitations(
  guard: Guard,
  cited: readonly CitedSource[],
  deadline: AbortSignal,
): Promise<CitationsOutcome> {
  // The quotes of an answer are often from one document.
  const texts = new Set(
    cited.flatMap(({ source, title, url }) => [source, title, ...(url === null ? [] : [url])]),
  );
  const seen = new Map(
    await Promise.all(
      Array.from(texts, async (text) => [text, await lookThrough(guard, text, deadline)] as const),
    ),
  );
  const shown = (text: string) => seen.get(text)?.text ?? text;
  return {
    sources: cited.map(({ source, title, url }) => ({
      source: shown(source),
      title: shown(title),
      // With a part of it replaced, it would lead elsewhere.
      url: url === null || seen.get(url)?.redacted === true ? null : url,
    })),
    redacted: seen.values().some(({ redacted }) => redacted),
    outcomes: seen
      .values()
      .flatMap(({ outcomes }) => outcomes)
      .toArray(),
  };
}

/** As it is written, and as an address reads to whom it is meant for. */
async function lookThrough(guard: Guard, text: string, deadline: AbortSignal): Promise<Seen> {
  const written = await guard.check('citation', { text, quotes: [] }, deadline);
  const decoded = decodeAddress(written.text);
  if (decoded === written.text) return { ...written, outcomes: [written] };
  const read = await guard.check('citation', { text: decoded, quotes: [] }, deadline);
  return {
    text: read.redacted ? read.text : written.text,
    redacted: written.redacted || read.redacted,
    outcomes: [written, read],
  };
}

function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
