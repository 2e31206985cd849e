import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { WriteKind } from '../../../ui/grid/grid-column.ts';
import type { WritePlan } from './plan-writes.ts';
import { ScrollTable } from '../../../ui/scroll-table.tsx';
import styles from './write-question.module.css';

export type AskedWrite = WritePlan & {
  readonly kind: WriteKind;
  /** Cells beyond the last row or column. */
  readonly leftOut: number;
  /** Rows that are not in row edit yet. */
  readonly added: readonly number[];
};

type WriteQuestionProps = {
  plan: AskedWrite;
  labelOf: (id: number) => string;
  onAnswer: (goesOn: boolean) => void;
};

const mostShown = 50;
const cells = (count: number) => (count === 1 ? '1 cell' : `${count} cells`);
const rows = (count: number) => (count === 1 ? '1 row' : `${count} rows`);
const verbs: Record<WriteKind, string> = { type: 'Change', paste: 'Paste', fill: 'Fill', clear: 'Clear' };

/** Before cells are written that nobody sees coming: rows that are not in row edit, values that cannot stand. */
export function WriteQuestion({ plan, labelOf, onAnswer }: WriteQuestionProps) {
  const titleId = useId();
  const { changes, problems, kind, leftOut, added } = plan;
  const verb = verbs[kind];
  const total = changes.length + problems.length;
  const isNothing = changes.length === 0;
  return (
    <Dialog
      open
      fullWidth
      maxWidth={problems.length > 0 ? 'md' : 'sm'}
      onClose={() => onAnswer(false)}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>
        {isNothing
          ? `None of ${cells(total)} can be changed`
          : problems.length > 0
            ? `${verb} ${changes.length} of ${cells(total)}?`
            : `${verb} ${cells(changes.length)}?`}
      </DialogTitle>
      <DialogContent className={styles.content}>
        {added.length > 0 && (
          <p>{`${rows(added.length)} will be in row edit. Nothing is stored until you save.`}</p>
        )}
        {leftOut > 0 && (
          <p>{`${cells(leftOut)} of what you paste would stand beyond the last row or column here, and will be left out.`}</p>
        )}
        {problems.length > 0 && (
          <>
            <p>{`${cells(problems.length)} cannot be changed:`}</p>
            <ScrollTable
              label="Cells that cannot be changed"
              columns={[
                { name: 'Row', renderCell: ({ row }) => labelOf(row) },
                { name: 'Column', renderCell: ({ column }) => column },
                { name: 'Value', renderCell: ({ text }) => text, className: styles.value },
                { name: 'Why', renderCell: ({ whyNot }) => whyNot },
              ]}
              rows={problems.slice(0, mostShown)}
              rowKey={(_, index) => index}
              tail={problems.length > mostShown && <p>{`and ${problems.length - mostShown} more`}</p>}
            />
          </>
        )}
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its safest button */}
        <Button autoFocus onClick={() => onAnswer(false)}>
          {isNothing ? 'Close' : 'Cancel'}
        </Button>
        {!isNothing && (
          <Button variant="contained" onClick={() => onAnswer(true)}>
            {`${verb} ${cells(changes.length)}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
