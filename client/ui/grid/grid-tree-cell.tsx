import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import type { GridTree } from './grid-column.ts';

const indentPx = 20;

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
