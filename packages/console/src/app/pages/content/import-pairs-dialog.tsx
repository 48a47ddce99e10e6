import { useEffect, useId, useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Notice } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { contentTexts } from '../../texts/content.ts';
import { pairsFileTexts as words } from '../../texts/pairs-file.ts';
import { texts } from '../../texts.ts';
import { JobStatus } from './job-status.tsx';
import { type PairsPreview, pairsFileBytesMax, previewPairsFile, type RowFault } from './read-pairs-file.ts';

interface Props {
  readonly packId: string;
  /** Chosen before it was opened. */
  readonly given: File | null;
  readonly onClose: () => void;
}

interface Chosen {
  readonly file: File;
  /** Null: it cannot be shown before it is imported. */
  readonly preview: PairsPreview | null;
}

/** Takes a file of questions and answers into a draft: what of it can be read is shown first, then what became of each row. */
export function ImportPairsDialog({ packId, given, onClose }: Props) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const add = useChange('importQna');
  const choose = async (file: File | undefined | null) => {
    if (file == null) return;
    add.reset();
    setChosen({ file, preview: await previewPairsFile(file) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file that is given.
  useEffect(() => void choose(given), [given]);
  const preview = chosen?.preview ?? null;
  const isTooLarge = chosen !== null && chosen.file.size > pairsFileBytesMax;
  const canImport = chosen !== null && !isTooLarge && (preview === null || preview.pairs.length > 0);
  const submit = () => {
    if (!canImport) return;
    const form = new FormData();
    form.append('file', chosen.file, chosen.file.name);
    add.mutate({ params: { pack_id: packId }, form });
  };
  return (
    <Dialog
      title={words.title}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={submit}
      actions={
        add.data === undefined ? (
          <>
            <Button onPress={onClose}>{texts.actions.cancel}</Button>
            <Button look="primary" type="submit" isBusy={add.isPending} isDisabled={!canImport}>
              {words.save(preview?.pairs.length ?? null)}
            </Button>
          </>
        ) : (
          <Button look="primary" onPress={onClose}>
            {texts.actions.close}
          </Button>
        )
      }
    >
      {add.data === undefined ? (
        <div className="stack">
          <FileField onChoose={(file) => void choose(file)} />
          {chosen === null ? <pre className="code wraps">{words.example}</pre> : null}
          {isTooLarge ? <Notice tone="bad">{words.tooLarge}</Notice> : null}
          <FormFault error={add.error} />
          {chosen === null || isTooLarge ? null : <Shown {...chosen} />}
        </div>
      ) : (
        <JobStatus packId={packId} jobId={add.data.id} />
      )}
    </Dialog>
  );
}

function FileField({ onChoose }: { readonly onChoose: (file: File | undefined) => void }) {
  const id = useId();
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{words.choose}</label>
        <input
          id={id}
          type="file"
          className="input"
          accept=".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.zip"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChoose(target.files?.[0])}
        />
        <span id={`${id}-hint`} className="hint">
          {words.hint}
        </span>
      </div>
      <p className="small quiet">{words.columns}</p>
    </>
  );
}

const pairsShownMax = 50;

function Shown({ file: { name }, preview }: Chosen) {
  if (preview === null) return <Notice tone="info">{words.unseen(name)}</Notice>;
  const { pairs, faults, taken, ignored } = preview;
  return (
    <>
      <FaultList faults={faults} />
      {pairs.length === 0 ? null : (
        <p>
          <span className="strong">{words.preview(name, pairs.length)}</span>{' '}
          {taken.length === 0 ? null : words.taken(taken)}{' '}
          {pairs.length > pairsShownMax ? words.firstShown(pairsShownMax) : null}
        </p>
      )}
      {ignored.length === 0 ? null : <Notice tone="warn">{words.ignored(ignored)}</Notice>}
      {pairs.length === 0 ? null : <PairTable pairs={pairs.slice(0, pairsShownMax)} />}
    </>
  );
}

const faultsShownMax = 20;

function FaultList({ faults }: { readonly faults: readonly RowFault[] }) {
  if (faults.length === 0) return null;
  return (
    <div className="notice bad" role="alert">
      <div>
        {words.faultsTitle(faults.length)}
        <ul className="change-list">
          {faults.slice(0, faultsShownMax).map(({ row, message }) => (
            <li key={`${row} ${message}`}>{words.row(row, message)}</li>
          ))}
        </ul>
        {faults.length > faultsShownMax ? words.more(faults.length - faultsShownMax) : null}
      </div>
    </div>
  );
}

function PairTable({ pairs }: Pick<PairsPreview, 'pairs'>) {
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.rowTitle}</th>
            <th scope="col">{contentTexts.question}</th>
            <th scope="col">{contentTexts.answer}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ row, question, answer }) => (
            <tr key={row}>
              <td className="nums">{row}</td>
              <td className="strong">{question}</td>
              <td className="wide">{answer}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
