import type { LogEntry } from '@avow/ledger-log/entries';
import type { Archive, ArchivedSample, ArchivedStep } from './archive.ts';
import type { Fault } from './fault.ts';
import { formatStoredTime } from './format-stored-time.ts';
import { readLogEvents } from './read-log-events.ts';

interface LoggedStep {
  readonly leafIndex: number;
  readonly entry: LogEntry;
}

/** What the log tells of one sample. */
interface LoggedSample {
  readonly drawn: LoggedStep;
  readonly judged: LoggedStep[];
  signedOff: LoggedStep | null;
}

/** Compares samples, their findings and their sign-offs with the entries that tell of them. */
export function compareSamples(archive: Archive, tenantId: string): Fault | null {
  const rows = new Map([...archive.listSamples(tenantId)].map((row) => [row.sampleId, row]));
  for (const [sampleId, logged] of readLogged(archive, tenantId)) {
    const fault = compareSample(rows.get(sampleId) ?? null, logged);
    if (fault !== null) return { tenantId, messageId: null, ...fault };
    rows.delete(sampleId);
  }
  const [stray] = rows.keys();
  if (stray === undefined) return null;
  const why = `No entry of the log says that the sample ${stray} was drawn.`;
  return { tenantId, leaves: null, messageId: null, field: 'samples', why };
}

function readLogged(archive: Archive, tenantId: string): ReadonlyMap<string, LoggedSample> {
  const samples = new Map<string, LoggedSample>();
  for (const step of readLogEvents(archive, tenantId, { kind: 'sample' })) {
    const { subject, state } = step.entry;
    const known = samples.get(subject);
    if (state === 'drawn') samples.set(subject, { drawn: step, judged: [], signedOff: null });
    else if (state === 'judged') known?.judged.push(step);
    else if (state === 'signed_off' && known !== undefined) known.signedOff = step;
  }
  return samples;
}

type SampleFault = Pick<Fault, 'leaves' | 'field' | 'why'>;

const faultAt = ({ leafIndex }: LoggedStep, field: string, why: string): SampleFault => ({
  ...{ leaves: { start: leafIndex, end: leafIndex + 1 }, field, why },
});

const isStep = (stored: ArchivedStep | undefined | null, { leafIndex, entry }: LoggedStep) =>
  stored?.leafIndex === leafIndex &&
  stored.actor === entry.actor &&
  stored.atMs !== null &&
  formatStoredTime(stored.atMs) === entry.time;

function compareSample(row: ArchivedSample | null, logged: LoggedSample): SampleFault | null {
  const { drawn, judged, signedOff } = logged;
  const { subject } = drawn.entry;
  if (row === null) return faultAt(drawn, 'samples', `The log tells of ${subject}, but its row is missing.`);
  if (!isStep(row.draw, drawn) || !isAsDrawn(row, drawn.entry))
    return faultAt(drawn, 'samples', `The row of ${subject} is not what the log tells of.`);
  if (!row.isInOrder || !hasCommitments(row, drawn.entry, ['records', 'reasons']))
    return faultAt(drawn, 'sample_items', `The records of ${subject} are not those that were drawn.`);
  return (
    compareJudgements(row, logged) ??
    (signedOff === null
      ? row.signedOff === null
        ? null
        : faultAt(drawn, 'samples', `No entry of the log says that ${subject} was signed off.`)
      : isStep(row.signedOff, signedOff) && detailOf(signedOff.entry, 'judged') === countOf(judged)
        ? null
        : faultAt(signedOff, 'samples', `The sign-off of ${subject} is not what the log tells of.`))
  );
}

const detailOf = ({ details }: LogEntry, wanted: string) => details.find(([name]) => name === wanted)?.[1];

/** Of different records: each has a finding when a sample is signed off. */
const countOf = (judged: readonly LoggedStep[]) =>
  String(new Set(judged.map(({ entry }) => detailOf(entry, 'message'))).size);

function isAsDrawn(row: ArchivedSample, entry: LogEntry): boolean {
  // The name of a person is that of the time of the draw.
  const said = entry.details.filter(([name]) => name !== 'actor_name');
  return JSON.stringify(said) === JSON.stringify(row.details) && hasCommitments(row, entry, ['content']);
}

/** What cannot be derived without the key is not looked at, nor what an earlier release did not commit to. */
function hasCommitments({ commitments }: ArchivedSample, entry: LogEntry, names: readonly string[]): boolean {
  const logged = new Map(entry.commitments);
  return commitments
    .filter(([name]) => names.includes(name) && logged.has(name))
    .every(([name, value]) => logged.get(name) === value);
}

function compareJudgements(
  { judgements }: ArchivedSample,
  { drawn, judged }: LoggedSample,
): SampleFault | null {
  const rows = new Map(judgements.map((row) => [row.leafIndex, row]));
  for (const step of judged) {
    const row = rows.get(step.leafIndex);
    const { entry } = step;
    const isSame =
      row?.messageId === detailOf(entry, 'message') && row?.finding === detailOf(entry, 'finding');
    if (!isSame || !isStep(row, step))
      return faultAt(
        step,
        'sample_judgements',
        `The finding of ${entry.subject} is not what the log tells of.`,
      );
    rows.delete(step.leafIndex);
  }
  return rows.size === 0
    ? null
    : faultAt(
        drawn,
        'sample_judgements',
        `No entry of the log tells of a finding of ${drawn.entry.subject}.`,
      );
}
