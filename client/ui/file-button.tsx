// A button by which a file is chosen. The same file can be chosen once more.
import Button, { type ButtonProps } from '@mui/material/Button';
import { useRef } from 'react';
import styles from './file-button.module.css';
import { Icon } from './icons.tsx';

/** What is read as a table. */
export const tableFiles =
  '.xlsx,.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type FileButtonProps = Pick<
  ButtonProps,
  'autoFocus' | 'children' | 'disabled' | 'size' | 'startIcon' | 'variant'
> & {
  /** What the file is. */
  label: string;
  /** As the `accept` of an input. */
  accept: string;
  onFile: (file: File) => void;
  /** It takes no file for now, and keeps the keyboard: a button that is disabled gives it away. */
  isBusy?: boolean;
};

export function FileButton({ label, accept, onFile, isBusy = false, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="upload" size={16} />}
        {...button}
        aria-disabled={isBusy || undefined}
        className={isBusy ? styles.busy : undefined}
        onClick={() => {
          if (!isBusy) input.current?.click();
        }}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
