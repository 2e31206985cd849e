import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import type { NamedField } from './history-filters.tsx';
import { RecordHistory } from './record-history.tsx';

type RecordHistoryDialogProps = {
  record: { readonly id: number; readonly label: string };
  /** Of the grid in which the record is seen. */
  recordTypeId: number;
  fields: readonly NamedField[];
  mayPutBack: boolean;
  onChanged: () => void;
  onClose: () => void;
};

export function RecordHistoryDialog({ onClose, ...history }: RecordHistoryDialogProps) {
  const isNarrow = useMediaQuery('(width < 600px)');
  return (
    <TitledDialog title={`History of ${history.record.label}`} isWholeOnPhone maxWidth="lg" onClose={onClose}>
      <DialogContent sx={isNarrow ? { px: 0 } : { height: 640, px: 1 }}>
        <RecordHistory {...history} />
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its way out */}
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
