import Button from '@mui/material/Button';
import { downloadText } from '../../../platform/download.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import styles from './backup-codes.module.css';

/** The codes, the one time that they are told, with what is needed to keep them. */
export function BackupCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  return (
    <div className={styles.codes}>
      <ul className={styles.list} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton label="Copy" text={codes.join('\n')} done="Backup codes copied to clipboard" />
        <Button
          startIcon={<Icon name="download" />}
          onClick={() => downloadText(writeFile(codes, email), 'backup-codes.txt')}
        >
          Download
        </Button>
      </div>
    </div>
  );
}

const writeFile = (codes: readonly string[], email: string): string =>
  [`Backup codes of ${email}. Each one works once, in place of the code of the app.`, '', ...codes, ''].join(
    '\r\n',
  );
