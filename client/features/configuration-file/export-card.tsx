import Button from '@mui/material/Button';
import { useState } from 'react';
import { sayParts } from '@rowhouse/domain/configuration-file/say-parts.ts';
import { downloadFile } from '../../platform/download.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { exportConfiguration } from './api.ts';
import styles from './configuration-file.module.css';

/** The configuration as it stands when the button is pressed. */
export function ExportCard() {
  const [state, setState] = useState<{
    readonly isBusy: boolean;
    readonly said: string | null;
    readonly leftOut: readonly string[];
    readonly failure: unknown;
  }>({ isBusy: false, said: null, leftOut: [], failure: null });

  async function download() {
    setState({ isBusy: true, said: null, leftOut: [], failure: null });
    try {
      const { fileName, text, parts, leftOut } = await exportConfiguration();
      downloadFile(new Blob([text], { type: 'application/json' }), fileName);
      setState({ isBusy: false, said: `${fileName}: ${sayParts(parts)}.`, leftOut, failure: null });
    } catch (failure) {
      setState({ isBusy: false, said: null, leftOut: [], failure });
    }
  }

  return (
    <Card
      title="Download"
      subtitle="All that is set up here as one file: record types, lists, custom objects, menu, roles, pages of other servers, order forms, shared dashboards and saved views of roles. It holds no people, no records and no secrets. The same configuration always makes the same file."
      actions={
        <Button
          variant="outlined"
          startIcon={<Icon name="download" size={16} />}
          disabled={state.isBusy}
          onClick={() => void download()}
        >
          Download
        </Button>
      }
    >
      <p role="status" className={styles.said}>
        {state.isBusy ? 'Reading what is set up…' : state.said}
      </p>
      {state.leftOut.length > 0 && (
        <ul aria-label="Not in the file" className={styles.said}>
          {state.leftOut.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {state.failure !== null && (
        <ErrorAlert
          failure={state.failure}
          title="The file could not be made"
          onRetry={() => void download()}
        />
      )}
    </Card>
  );
}
