// A button by which a file is chosen. The same file can be chosen once more.
import Button, { type ButtonProps } from '@mui/material/Button';
import { useRef } from 'react';
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
};

export function FileButton({ label, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="upload" size={16} />}
        {...button}
        onClick={() => input.current?.click()}
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
