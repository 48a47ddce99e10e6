export interface PdfLine {
  readonly text: string;
  readonly size?: number;
  /** From the left of the page, in points. */
  readonly x?: number;
  /** From the bottom of the page, in points; by default below the previous line. */
  readonly y?: number;
}

export interface PdfOptions {
  /** Objects added to the trailer, such as `/Encrypt 99 0 R`. */
  readonly trailer?: string;
  readonly objects?: Readonly<Record<number, string>>;
  /** Replaces the pages. */
  readonly kids?: string;
  readonly count?: number;
}

/** Writes a plain PDF by hand: Helvetica, one content stream per page. */
export function writePdf(pages: ReadonlyArray<readonly PdfLine[]>, options: PdfOptions = {}): Buffer {
  const objects = new Map<number, string>();
  const kids = pages.map((_, index) => `${10 + index * 2} 0 R`).join(' ');
  objects.set(1, '<< /Type /Catalog /Pages 2 0 R >>');
  objects.set(
    2,
    `<< /Type /Pages /Kids [${options.kids ?? kids}] /Count ${options.count ?? pages.length} >>`,
  );
  objects.set(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [index, lines] of pages.entries()) {
    const stream = contentOf(lines);
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${11 + index * 2} 0 R >>`;
    objects.set(10 + index * 2, page);
    objects.set(11 + index * 2, `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  for (const [number, body] of Object.entries(options.objects ?? {})) objects.set(Number(number), body);
  return assemble(objects, options.trailer ?? '');
}

function contentOf(lines: readonly PdfLine[]): string {
  let y = 800;
  const shown = lines.map(({ text, size = 11, x = 60, y: own }) => {
    y = own ?? y - size * 1.2;
    return `/F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj`;
  });
  return `BT\n${shown.join('\n')}\nET`;
}

function assemble(objects: ReadonlyMap<number, string>, trailer: string): Buffer {
  const size = Math.max(...objects.keys()) + 1;
  const offsets: Array<number | null> = Array.from({ length: size }, () => null);
  let body = '%PDF-1.4\n';
  for (const [number, content] of objects) {
    offsets[number] = body.length;
    body += `${number} 0 obj\n${content}\nendobj\n`;
  }
  const table = offsets.map((offset) =>
    offset === null ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
  );
  const start = body.length;
  return Buffer.from(
    `${body}xref\n0 ${size}\n${table.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
}
