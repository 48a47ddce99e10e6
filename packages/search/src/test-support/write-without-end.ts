import { argv, stdout } from 'node:process';
import { listVersions, packFolder } from '../segments/pack-folder.ts';
import { IndexWriter } from '../writing/index-writer.ts';
import { plainPassage } from './segment-of.ts';

/** Stages version after version, and encodes them, until it is killed. Says what is done once it is. */
const tenantId = 'ten_a';
const packId = 'pack_a';
const encoder = 'e';
const [, , directory = ''] = argv;
const writer = new IndexWriter({ directory });
const latest = listVersions(packFolder(directory, { tenantId, packId })).at(-1) ?? 1;
stdout.write('begun\n');

for (let version = latest + 1; ; version += 1) {
  const pack = { packId, version } as const;
  const stage = writer.beginStage(tenantId, { pack, base: version - 1 });
  for (let ordinal = 0; ordinal < 5; ordinal += 1)
    writer.addPassages(stage, [
      plainPassage(`leave ${version} ${ordinal}`, { documentId: `doc_${version}`, ordinal }),
    ]);
  await writer.commitStage(stage, []);
  stdout.write(`staged ${version}\n`);
  const waiting = writer.listWaiting(tenantId, { pack, encoder, limit: 4 });
  const vectors = waiting.map(({ key }) => ({ key, vector: new Float32Array(64).fill(0.125) }));
  await writer.addVectors(tenantId, { pack, encoder, vectors });
  stdout.write(`encoded ${writer.vectorProgress(tenantId, { pack, encoder }).done}\n`);
}
