import robotsParser from 'robots-parser';
import { parsedLimits } from '../parsed-limits.ts';
import { SourceFault } from '../source-fault.ts';
import { requestWhole, type SourceHttp } from '../source-http.ts';

/** What a site allows, as RFC 9309 defines. */
export interface Robots {
  isAllowed(url: string): boolean;
  /** Between two requests. */
  readonly delayMs: number;
  readonly sitemaps: readonly string[];
}

const userAgent = 'Avow';
const { bytesMax, linesMax, lineUnitsMax } = parsedLimits.robots;
const delayMsMax = 60_000;

// The types of the package describe an ES module, and it is a CommonJS one.
const parse = robotsParser as unknown as typeof robotsParser.default;

export async function readRobots(
  http: SourceHttp,
  origin: string,
  { headers, signal }: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const response = await requestWhole(http, url, { what: 'The website', headers, signal, bytesMax });
  // A site whose rules cannot be read may forbid everything: nothing of it is read, and nothing removed.
  if (response.status >= 500 || response.status === 429)
    throw new SourceFault(
      'unreachable',
      `The robots.txt of the website could not be read (status ${response.status}).`,
    );
  const text = response.status === 200 ? response.bytes.toString('utf8') : '';
  checkLines(text);
  const robots = parse(url, text);
  return {
    isAllowed: (address) => robots.isAllowed(address, userAgent) !== false,
    delayMs: Math.min((robots.getCrawlDelay(userAgent) ?? 0) * 1_000, delayMsMax),
    sitemaps: robots.getSitemaps().filter((address) => URL.canParse(address)),
  };
}

/** Each address is compared with every rule. */
function checkLines(text: string): void {
  const lines = text.split(/\r?\n|\r/);
  if (lines.length > linesMax || lines.some((line) => line.length > lineUnitsMax))
    throw new SourceFault(
      'too_large',
      `The robots.txt of the website has more than ${linesMax} lines, or one of more than ${lineUnitsMax} characters.`,
    );
}
