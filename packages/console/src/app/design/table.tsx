import type { ReactNode } from 'react';
import { TableFrame } from './table-frame.tsx';

interface Column {
  readonly title: string;
  /** Of numbers. */
  readonly isEnd?: boolean;
  /** Its title is said to people who are read to, and not shown. */
  readonly isUnseen?: boolean;
}

interface Props {
  /** Said to people who are read to, where no heading says it. */
  readonly caption?: string;
  readonly columns: readonly (string | Column)[];
  /** Its rows. */
  readonly children: ReactNode;
}

/** A table with a title for each column. */
export function Table({ caption, columns, children }: Props) {
  return (
    <TableFrame>
      <table className="table">
        {caption === undefined ? null : <caption className="sr-only">{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => {
              const { title, isEnd, isUnseen }: Column =
                typeof column === 'string' ? { title: column } : column;
              return (
                <th key={title} scope="col" className={isEnd === true ? 'end' : undefined}>
                  {isUnseen === true ? <span className="sr-only">{title}</span> : title}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableFrame>
  );
}
