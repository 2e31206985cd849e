import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { isDay, readShownDay, showDay } from '@rowhouse/domain/kernel/dates.ts';
import { useState, type FormEvent } from 'react';
import { DateInput } from '../../../ui/inputs/date-input.tsx';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';

type MoveToDayProps = {
  title: string;
  /** What the day is of: 'Due Date'. */
  label: string;
  day: string | null;
  onMove: (day: string) => void;
  onClose: () => void;
};

/** The way without dragging: the day is written or chosen. */
export function MoveToDay({ title, label, day, onMove, onClose }: MoveToDayProps) {
  const [value, setValue] = useState(day ?? '');
  const [error, setError] = useState<string | null>(null);
  function send(event: FormEvent) {
    event.preventDefault();
    if (isDay(value)) onMove(value);
    else setError('Write a day as MM/DD/YYYY.');
  }
  return (
    <TitledDialog title={title} maxWidth="xs" onClose={onClose}>
      <form noValidate onSubmit={send}>
        <DialogContent>
          <DateInput
            label={label}
            required
            value={value}
            error={error}
            read={(typed) => readShownDay(typed) ?? typed}
            show={showDay}
            onChange={setValue}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained">
            Move
          </Button>
        </DialogActions>
      </form>
    </TitledDialog>
  );
}
