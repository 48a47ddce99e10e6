import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { checkProvenance, sha256 } from './provenance.ts';

const usage = `npm run check -- package --provenance FILE [--key FILE] ARTEFACT...
Compares files of a release with the statement of where they come from. Exits with 1 if they differ.
  --provenance FILE   the statement, avow-VERSION.intoto.json
  --key FILE          the public Ed25519 key in PEM that must have signed it; without it, no signature is checked`;

const { values, positionals } = parseArgs({
  options: {
    ...{ provenance: { type: 'string' }, key: { type: 'string' } },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
});
if (values.help || values.provenance === undefined || positionals.length === 0) {
  process.stdout.write(`${usage}\n`);
  process.exit(values.help ? 0 : 2);
}
const checked = checkProvenance(readFileSync(values.provenance, 'utf8'), {
  files: positionals.map((path) => [basename(path), sha256(readFileSync(path))]),
  publicKey: values.key === undefined ? null : readFileSync(values.key, 'utf8'),
});
if (checked.kind === 'fault') {
  process.stdout.write(`fault: ${checked.reason}\n`);
  process.exitCode = 1;
} else {
  const trust = checked.isSigned
    ? 'The key has signed the statement.'
    : 'No signature was checked: trust this as far as you trust where the statement comes from.';
  process.stdout.write(`ok: ${positionals.length} files are as stated. ${trust}\n`);
  process.stdout.write(`${JSON.stringify(checked.statement.predicate, null, 2)}\n`);
}
