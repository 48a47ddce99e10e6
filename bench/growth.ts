import { groundingLines } from '@avow/answering/write';
import { splitMarkdown, splitText } from '@avow/documents';
import { runStepsSync } from '@avow/foundation/concurrency';
import { compilePolicy, defaultPolicy } from '@avow/guardrails/policies';
import { createPhraseFinder } from '@avow/guardrails/testing/checks';
import { createRateLimiter } from '@avow/server';
import { formatAnswer } from '@avow/server/testing/inner';
import { splitSentences } from '@avow/text/sentences';
import { showHelp } from '../e2e/show-help.ts';
import { constantGrowthMax, linearGrowthMax, timeGrowth } from './time-growth.ts';

showHelp(`npm run bench -- growth
How much longer parsers, guardrails and limits take for sixteen times the input.`);

/** Pieces that parsers and patterns trip over when they come by the thousand. */
const pieces = [
  ...[
    'word ',
    'A word here. ',
    'No. 5 e.g. ',
    '漢。',
    'a',
    '")',
    '\r',
    ' ',
    'x\n\n',
    '- x\n',
    '- - - - x\n',
    '# a\n',
  ],
  ...[
    'a\n=\n',
    'a\n---\n',
    '> ',
    '> a\nb\n',
    '* * * ',
    '[',
    '*a_ ',
    '```\nx\n~~~\n',
    '<!-- ',
    '<a b="',
    '`',
    '![a](',
    '&a',
  ],
  ...['|-', '| a | b |\n', '[a]: b\n', '4111 ', 'GB82 ', '1', 'sk-a', 'ignore all ', 'a@'],
];

const texts = (piece: string) => (size: number) => `${piece.repeat(size / piece.length)}b`;
const builtIn = defaultPolicy({
  promptCodePointsMax: 32_000,
  deniedWords: ['secret project', 'a a a a b'],
  grounding: groundingLines,
  has: { screener: false, judge: false },
});
const noParts = { classifier: null, screener: null, encoder: null, guardModel: null, hasJudge: false };
const { guardrails } = runStepsSync(compilePolicy(builtIn, 'growth', noParts)).policy;
const call = { signal: new AbortController().signal, owner: '' };

const readers: ReadonlyArray<readonly [name: string, run: (text: string) => unknown]> = [
  ['splitting into sentences', splitSentences],
  ['cutting Markdown', splitMarkdown],
  ['cutting plain text', splitText],
  ['formatting an answer', (text) => formatAnswer(text.slice(0, 32_000), 'structured_text')],
  ...guardrails.map(
    (guardrail) =>
      [
        `${guardrail.name} (${guardrail.stage})`,
        (text: string) =>
          guardrail.target === 'passages'
            ? guardrail.check([text], call)
            : guardrail.check({ text, quotes: [] }, call),
      ] as const,
  ),
];

let exceeded = 0;
function report(name: string, growth: number, growthMax: number): void {
  const isExceeded = growth > growthMax;
  if (isExceeded) exceeded += 1;
  console.log(
    `  ${name.padEnd(44)} ${growth.toFixed(1).padStart(7)}${isExceeded ? `   over ${growthMax}` : ''}`,
  );
}

console.log('Sixteen times the input takes so many times as long (16: in proportion; 256: with the square)');
for (const [name, run] of readers) {
  let worst = { growth: 0, piece: '' };
  for (const piece of pieces) {
    const growth = timeGrowth({ size: 30_000, make: texts(piece), run });
    if (growth > worst.growth) worst = { growth, piece };
  }
  report(`${name}, worst: ${JSON.stringify(worst.piece)}`, worst.growth, linearGrowthMax);
}
const nearlyMatching = createPhraseFinder([[...Array(200).fill('a'), 'b']]);
report(
  'phrases that nearly match everywhere',
  timeGrowth({
    size: 50_000,
    make: (size) => Array<string>(size).fill('a'),
    run: (words) => [...nearlyMatching(words)],
  }),
  linearGrowthMax,
);

console.log('Sixteen times the table takes so many times as long (1: no longer)');
let named = 0;
report(
  'a new name where the table of limits is full',
  timeGrowth({
    size: 5_000,
    expected: 1,
    make: (namesMax) => {
      const limiter = createRateLimiter({ perMinute: 1, burst: 1 }, { namesMax });
      for (let index = 0; index < namesMax; index += 1) limiter.take(`old${index}`, 0);
      return limiter;
    },
    run: (limiter) => {
      for (let index = 0; index < 20_000; index += 1) limiter.take(`new${named++}`, 1);
    },
  }),
  constantGrowthMax,
);
if (exceeded > 0) process.exitCode = 1;
