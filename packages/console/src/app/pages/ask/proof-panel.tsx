import type { AuditProof, AuditRecord } from '@avow/contract/records';
import { useState } from 'react';
import { CallError, call } from '../../api/call.ts';
import type { CheckedProof } from '../../api/check-proof.ts';
import { fetchKeyChanges } from '../../api/fetch-key-changes.ts';
import type { KeyComparison } from '../../api/known-keys.ts';
import { Button } from '../../design/button.tsx';
import { CopyId } from '../../design/copy.tsx';
import { formatCount, formatDateTime } from '../../design/format.ts';
import { Icon } from '../../design/icon.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { FactList, Notice } from '../../design/surface.tsx';
import { proofTexts } from '../../texts/proof.ts';

interface Outcome {
  readonly proof: AuditProof;
  readonly checked: CheckedProof;
  /** Null: the key has not signed the checkpoint. */
  readonly key: KeyComparison | null;
}

/** Asks for the proof of a record and checks it here, without trust in the service. */
export function ProofPanel({ record }: { readonly record: AuditRecord }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [fault, setFault] = useState<CallError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setFault(null);
    try {
      const proof = await call('getAuditProof', { params: { message_id: record.message_id } });
      // Loaded once they are needed, since most who read a record do not check it.
      const { checkProof } = await import('../../api/check-proof.ts');
      const { compareWithKnownKey } = await import('../../api/known-keys.ts');
      const checked = await checkProof(proof, record);
      const isSigned = checked.steps.some(({ step, fault }) => step === 'signature' && fault === null);
      const signed = {
        ...{ tenantId: record.tenant_id, key: proof.verifier_key },
        ...{ size: proof.checkpoint.size, note: proof.checkpoint.note },
      };
      const key = isSigned ? await compareWithKnownKey(signed, fetchKeyChanges) : null;
      setOutcome({ proof, checked, key });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  if (record.log === null) return <p className="quiet">{proofTexts.waiting}</p>;
  return (
    <div className="stack">
      <p className="quiet">{proofTexts.explain}</p>
      <div>
        <Button look="primary" onPress={() => void check()} isBusy={isBusy}>
          {outcome === null ? proofTexts.check : proofTexts.again}
        </Button>
      </div>
      <FormFault error={fault} />
      {outcome === null ? (
        <FactList
          rows={[
            [proofTexts.position, formatCount(record.log.leaf_index)],
            [proofTexts.leafHash, <CopyId key="hash" id={record.log.leaf_hash} />],
          ]}
        />
      ) : (
        <ProofOutcome outcome={outcome} />
      )}
    </div>
  );
}

function ProofOutcome({ outcome: { proof, checked, key } }: { readonly outcome: Outcome }) {
  const isBroken = checked.steps.some(({ fault }) => fault !== null);
  return (
    <div className="stack">
      <Notice tone={isBroken ? 'bad' : 'good'}>{isBroken ? proofTexts.broken : proofTexts.holds}</Notice>
      <ol className="stack tight">
        {checked.steps.map(({ step, fault }) => (
          <li key={step} className={fault === null ? 'row good' : 'row bad'}>
            <Icon name={fault === null ? 'check' : 'close'} />
            <span>{proofTexts.steps[step]}</span>
            {fault === null ? null : <span>{fault}</span>}
          </li>
        ))}
      </ol>
      <p className="small quiet">{proofTexts.fields(checked.fields)}</p>
      {key === null ? null : <KeyOutcome comparison={key} />}
      <FactList
        rows={[
          [proofTexts.position, formatCount(proof.leaf_index)],
          [proofTexts.treeSize, formatCount(proof.checkpoint.size)],
          [proofTexts.leafHash, <CopyId key="leaf" id={proof.leaf_hash} />],
          [proofTexts.root, <CopyId key="root" id={proof.checkpoint.root} />],
          [proofTexts.signedAt, formatDateTime(proof.checkpoint.created_at)],
          [proofTexts.key, <CopyId key="key" id={proof.verifier_key} />],
        ]}
      />
      <details>
        <summary>{proofTexts.note}</summary>
        <pre className="code wraps">{proof.checkpoint.note}</pre>
      </details>
    </div>
  );
}

function KeyOutcome({ comparison }: { readonly comparison: KeyComparison }) {
  const text = {
    same: proofTexts.sameKey,
    first: proofTexts.newKey,
    followed: proofTexts.followedKey,
    other: proofTexts.otherKey,
    unknown: proofTexts.unknownKey,
  }[comparison];
  if (comparison === 'other') return <Notice tone="bad">{text}</Notice>;
  if (comparison === 'unknown') return <Notice tone="info">{text}</Notice>;
  return <p className="small quiet">{text}</p>;
}
