import Button from '@mui/material/Button';
import { Icon } from './icons.tsx';
import { snackbars } from './snackbars.tsx';

type CopyButtonProps = {
  /** What the button is called: 'Copy the key'. */
  label: string;
  text: string;
  /** Said afterwards: 'Key copied to clipboard'. */
  done: string;
};

export function CopyButton({ label, text, done }: CopyButtonProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      snackbars.success(done);
    } catch {
      snackbars.error('The browser did not allow it to be copied.');
    }
  }
  return (
    <Button startIcon={<Icon name="copy" />} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
