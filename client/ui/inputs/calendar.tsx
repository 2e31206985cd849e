import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';

type CalendarProps = { value: Date | null; latest: Date | null; onChoose: (date: Date) => void };

export function Calendar({ value, latest, onChoose }: CalendarProps) {
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns}>
      <DateCalendar
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- who opens the calendar means to choose a day in it
        autoFocus
        value={value}
        maxDate={latest ?? undefined}
        sx={{ width: 'min(320px, calc(100vw - 34px))' }}
        reduceAnimations
        onChange={(date, state) => {
          if (date && state === 'finish') onChoose(new Date(date));
        }}
      />
    </LocalizationProvider>
  );
}
