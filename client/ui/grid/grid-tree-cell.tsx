import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import type { GridHead, GridTree } from './grid-column.ts';

const indentPx = 20;

type HeadCellProps<Row> = {
  head: GridHead;
  tree: GridTree<Row>;
  row: Row;
  /** Undefined in the grid's own columns. */
  column: string | undefined;
};

/** A cell of a row that stands for others. */
export function HeadCell<Row>({ head, tree, row, column }: HeadCellProps<Row>) {
  if (column === undefined) return null;
  if (column !== tree.column) return head.render(column);
  return (
    <GridTreeCell tree={tree} row={row}>
      {head.title}
    </GridTreeCell>
  );
}

type GridTreeCellProps<Row> = { tree: GridTree<Row>; row: Row; children: ReactNode };

/** The cell that says where its row stands. Its button is for the mouse: keys have the arrows. */
export function GridTreeCell<Row>({ tree, row, children }: GridTreeCellProps<Row>) {
  const isOpen = tree.isOpen(row);
  return (
    <span className="rh-tree-cell" style={{ paddingInlineStart: (tree.levelOf(row) - 1) * indentPx }}>
      {isOpen === null ? (
        <span className="rh-tree-gap" />
      ) : (
        <button
          type="button"
          className="rh-tree-toggle"
          tabIndex={-1}
          aria-label={isOpen ? 'Collapse' : 'Expand'}
          data-tree-toggle
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />
        </button>
      )}
      <span className="rh-tree-words">{children}</span>
    </span>
  );
}
