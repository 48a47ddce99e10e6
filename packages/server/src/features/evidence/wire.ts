import type { CollectedEvidence } from './evidence.ts';
import type { Figure } from './figures/figure-book.ts';
import type { AssessedFramework } from './frameworks/assess-framework.ts';

/** What a pack says of itself. */
export interface PackFacts {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly version: string;
  readonly from: string;
  readonly until: string;
  readonly madeAt: string;
  /** What does not verify; null: nothing, or the log was not verified. */
  readonly fault: string | null;
  readonly isVerified: boolean;
  /** How many records are in the bundle; null: there is no bundle. */
  readonly records: number | null;
  /** Of the log. */
  readonly verifierKey: string;
}

const figureToWire = ({ key, title, definition, unit, value, hits, total, low, high }: Figure) => ({
  ...{ key, title, definition, unit, value },
  ...(unit === 'share' ? { hits, total, interval_95: low === null ? null : { low, high } } : {}),
});

/** `evidence.json` */
export function evidenceToWire({
  pack,
  figures,
  tables,
  reliability,
  guarantee,
  frameworks,
}: CollectedEvidence & {
  readonly pack: PackFacts;
  readonly frameworks: readonly AssessedFramework[];
}) {
  return {
    format: 'avow.evidence.v1',
    tenant_id: pack.tenantId,
    tenant_name: pack.tenantName,
    avow_version: pack.version,
    ...{ from: pack.from, until: pack.until, made_at: pack.madeAt },
    log: { verifier_key: pack.verifierKey, verified: pack.isVerified, fault: pack.fault },
    records: pack.records,
    figures: figures.map(figureToWire),
    tables,
    reliability: {
      calibration_error: reliability.error,
      bins: reliability.bins.map(({ count, meanScore, rightShare, low, high }) => ({
        ...{ count, mean_score: meanScore, right_share: rightShare, interval_95: { low, high } },
      })),
    },
    guarantee:
      guarantee?.state === 'in_force'
        ? {
            wrong_max: guarantee.content.wrongMax,
            level: guarantee.content.level,
            revision: guarantee.revision,
          }
        : null,
    frameworks: frameworks.map(({ framework }) => `frameworks/${framework}.json`),
    notice:
      'Figures and settings of one installation. They do not say that a law or a standard is satisfied.',
  };
}

/** `frameworks/NAME.json` */
export function frameworkToWire({ framework, name, source, note, controls }: AssessedFramework) {
  return {
    ...{ framework, name, source, note },
    controls: controls.map(({ figures, ...control }) => ({ ...control, figures: figures.map(figureToWire) })),
  };
}
