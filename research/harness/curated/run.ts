import { parseArgs } from 'node:util';
import { dataSetsFolder } from '../data-sets.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { curatedSets } from './curated-sets.ts';
import { matchers } from './matchers.ts';
import type { Decided } from './measure-matching.ts';
import { readBanks } from './read-banks.ts';
import { writeMatchReport } from './report.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    encoder: { type: 'string' },
    'asked-as': { type: 'string', default: 'question' },
    sets: { type: 'string' },
    wrong: { type: 'string', default: '0' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    `npm run eval -- qna [--data FOLDER] [--encoder FOLDER] [--asked-as question|passage] [--sets NAMES] [--wrong N]
How well questions find the curated pair that answers them, and no other. --wrong shows that many wrong matches of each set.`,
  );
  process.exit(0);
}
const folder = dataSetsFolder(values.data);
const encoder = await openChosenEncoder(values.encoder);
const askedAs = values['asked-as'] === 'passage' ? 'passage' : 'question';
const decided = new Map<string, Map<string, Decided[]>>(matchers.map(({ name }) => [name, new Map()]));
const names = values.sets?.split(',') ?? Object.keys(curatedSets);
for await (const { set, candidates } of readBanks(folder, names, encoder && { encoder, askedAs })) {
  for (const matcher of matchers) {
    const decisions = set.asked.map((asked, at) => ({
      asked,
      decision: matcher.decide(asked.text, candidates[at] ?? []),
    }));
    decided.get(matcher.name)?.set(set.name, decisions);
  }
}
await encoder?.close();
console.log(
  `Curated questions; encoder: ${encoder === null ? 'none' : `${encoder.name}, asked as a ${askedAs}`}`,
);
for (const matcher of matchers)
  console.log(writeMatchReport(matcher, decided.get(matcher.name) ?? new Map(), Number(values.wrong)));
