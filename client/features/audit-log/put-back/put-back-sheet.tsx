// The question before values are put back: each with a tick, what it is now and what it would be, and why others stay.
import { showAudited } from '@rowhouse/domain/audit-log/show-audited.ts';
import { longestReason } from '@rowhouse/domain/put-back/limits.ts';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { previewPutBack, putBack, type PutBackRow } from './api.ts';
import styles from './put-back-sheet.module.css';

type PutBackSheetProps = {
  recordId: number;
  /** Of the history. */
  entries: readonly number[];
  /** Whose they are and when they were made. */
  note: string;
  /** Closes the sheet and goes to an entry of the history. */
  onShow: (entry: number) => void;
  onClose: () => void;
  onDone: () => void;
};

const countValues = (count: number): string => `${count} ${count === 1 ? 'value' : 'values'}`;

export function PutBackSheet({ recordId, entries, note, onShow, onClose, onDone }: PutBackSheetProps) {
  const preview = useQuery({
    queryKey: ['put-back', recordId, entries],
    queryFn: ({ signal }) => previewPutBack(recordId, entries, signal),
    gcTime: 0,
    staleTime: Infinity,
  });
  /** What the server said when it wrote nothing, instead of the preview. */
  const [answered, setAnswered] = useState<readonly PutBackRow[] | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSending, setSending] = useState(false);
  const [reason, setReason] = useState('');
  const reasonId = useId();
  const rows = answered ?? preview.data ?? [];
  const possible = rows.filter(({ whyNot }) => whyNot === null);
  const refused = rows.filter(({ whyNot }) => whyNot !== null);
  const chosen = possible.filter(({ key }) => !left.has(key));
  const wasPossible = new Set(
    (preview.data ?? []).flatMap(({ key, whyNot }) => (whyNot === null ? key : [])),
  );

  const tick = (key: string, isOn: boolean) =>
    setLeft((before) => {
      const next = new Set(before);
      if (isOn) next.delete(key);
      else next.add(key);
      return next;
    });

  async function send() {
    setSending(true);
    try {
      const keys = chosen.map(({ key }) => key);
      const result = await putBack(recordId, entries, keys, reason);
      if (result.done) {
        snackbars.success('Changes Saved!');
        onDone();
      } else setAnswered(result.rows);
    } catch (failure) {
      snackbars.error(`Save changes failed: ${toSentence(failure)}`);
    } finally {
      setSending(false);
    }
  }

  return (
    <SidePanel
      title={preview.isSuccess ? `Put back ${countValues(chosen.length)}?` : 'Put back?'}
      place="edge"
      width={520}
      bodyLabel="Values"
      onClose={onClose}
      foot={
        <>
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the sheet opens on its way out */}
          <Button autoFocus variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="contained"
            disabled={chosen.length === 0 || isSending || !preview.isSuccess}
            onClick={() => void send()}
          >
            {preview.isSuccess && chosen.length === 0
              ? 'Nothing can be put back'
              : preview.isSuccess
                ? `Put back ${countValues(chosen.length)}`
                : 'Put back'}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <ProgressLine active={preview.isFetching || isSending} />
        <p className={styles.note}>{`${note}. It is written as a new change, nothing is erased.`}</p>
        {preview.error !== null && (
          <ErrorAlert
            failure={preview.error}
            title="What can be put back could not be found out"
            onRetry={() => void preview.refetch()}
          />
        )}
        {rows.length > 0 && (
          <table className={styles.values}>
            <thead>
              <tr>
                <th>
                  <Checkbox
                    size="small"
                    checked={possible.length > 0 && chosen.length === possible.length}
                    indeterminate={chosen.length > 0 && chosen.length < possible.length}
                    disabled={possible.length === 0}
                    slotProps={{ input: { 'aria-label': 'Put back all' } }}
                    onChange={(_, isOn) => setLeft(new Set(isOn ? [] : possible.map(({ key }) => key)))}
                  />
                </th>
                <th>Name</th>
                <th>Now</th>
                <th>Put back to</th>
              </tr>
            </thead>
            <tbody>
              {[...possible, ...refused].map((row) => (
                <tr key={row.key} data-refused={row.whyNot !== null || undefined}>
                  <td>
                    <Checkbox
                      size="small"
                      checked={row.whyNot === null && !left.has(row.key)}
                      disabled={row.whyNot !== null}
                      slotProps={{ input: { 'aria-label': `Put back ${row.name}` } }}
                      onChange={(_, isOn) => tick(row.key, isOn)}
                    />
                  </td>
                  <th scope="row">
                    {row.name}
                    {row.entries > 1 && <span className={styles.quiet}> {row.entries} entries</span>}
                    {row.whyNot !== null && wasPossible.has(row.key) && (
                      <strong className={styles.changed}> changed just now</strong>
                    )}
                  </th>
                  <td>{showAudited(row.now, row.dataType, viewerZone())}</td>
                  <td>{row.whyNot === null ? showAudited(row.to, row.dataType, viewerZone()) : 'stays'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {refused.length > 0 && (
          <ul className={styles.reasons}>
            {refused.map(({ key, name, whyNot, because }) => (
              <li key={key}>
                <Icon name="warning" size={16} />
                <span>
                  <strong>{name} cannot be put back.</strong> {whyNot}{' '}
                  {because !== null && (
                    <button
                      type="button"
                      className={styles.show}
                      aria-label={`Show that entry of ${name}`}
                      onClick={() => onShow(because)}
                    >
                      Show that entry
                    </button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        {possible.length > 0 && (
          <div className={styles.reason}>
            <label htmlFor={reasonId}>Reason (optional)</label>
            <input
              id={reasonId}
              value={reason}
              maxLength={longestReason}
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
        )}
        {preview.isSuccess && rows.length === 0 && <p>Nothing can be put back</p>}
      </div>
    </SidePanel>
  );
}
