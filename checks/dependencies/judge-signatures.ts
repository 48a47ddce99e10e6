interface SignedPackage {
  readonly name?: string;
  readonly version?: string;
  /** EINTEGRITYSIGNATURE: of the registry. EATTESTATIONVERIFY: of where it was built. */
  readonly code?: string;
}

/** What `npm audit signatures --json --include-attestations` prints, as far as it is used. */
interface SignatureReport {
  readonly invalid?: readonly SignedPackage[];
  readonly missing?: readonly SignedPackage[];
  /** Those whose statement of where they were built verifies. */
  readonly verified?: readonly SignedPackage[];
}

export type JudgedSignatures =
  /** Nothing is known of signatures: that is not the same as valid ones. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'answered'; readonly attested: number; readonly faults: readonly string[] };

/** A signature that is wrong, or missing although the registry signs, is a fault. Provenance is counted, and not required. */
export function judgeSignatures(printed: string): JudgedSignatures {
  const report = readReport(printed);
  if (report?.invalid === undefined || report.missing === undefined) return { kind: 'unanswered' };
  const nameOf = ({ name, version }: SignedPackage) => `${name}@${version}`;
  const faults = [
    ...report.invalid.map((one) =>
      one.code === 'EATTESTATIONVERIFY'
        ? `${nameOf(one)}: its provenance does not verify`
        : `${nameOf(one)}: its signature does not verify`,
    ),
    ...report.missing.map((one) => `${nameOf(one)}: it is not signed by the registry`),
  ];
  return { kind: 'answered', attested: report.verified?.length ?? 0, faults };
}

function readReport(text: string): SignatureReport | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
