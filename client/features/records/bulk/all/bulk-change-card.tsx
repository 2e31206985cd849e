import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { percentOf, restOf, titleOf } from '@rowhouse/domain/bulk-changes/describe.ts';
import { failedCount, whyNotUndo } from '@rowhouse/domain/bulk-changes/rules.ts';
import { useEffect, useState } from 'react';
import { toSentence } from '../../../../platform/request-failure.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { snackbars } from '../../../../ui/snackbars.tsx';
import { stopBulkChange, undoBulkChange, type MyBulkChange } from './api.ts';
import styles from './bulk-changes.module.css';
import { isRunning } from './use-bulk-changes.ts';

type BulkChangeCardProps = {
  change: MyBulkChange;
  /** It ended before the page was opened: it takes little room, and is not spoken once more. */
  isOld: boolean;
  onChanged: () => Promise<unknown>;
  onReport: () => void;
  onDismiss: () => void;
};

/** For so long the end of a change is news; then its line shrinks. */
const readMs = 10_000;

function useLater(isBegun: boolean, ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isBegun) return undefined;
    const timer = window.setTimeout(() => setOver(true), ms);
    return () => window.clearTimeout(timer);
  }, [isBegun, ms]);
  return isOver;
}

export function BulkChangeCard({ change, isOld, onChanged, onReport, onDismiss }: BulkChangeCardProps) {
  const [isBusy, setIsBusy] = useState(false);
  const running = isRunning(change);
  const percent = percentOf(change);
  const title = titleOf(change);
  const rest = restOf(change);
  const back = change.kind === 'UNDO' ? 'Redo' : 'Undo';
  const hasTrouble = failedCount(change) > 0 || change.state === 'FAILED';

  const isRead = useLater(!running && !isOld, readMs);

  async function act(work: (id: number) => Promise<unknown>) {
    setIsBusy(true);
    try {
      await work(change.id);
    } catch (failure) {
      snackbars.error(toSentence(failure));
    } finally {
      await onChanged();
      setIsBusy(false);
    }
  }

  return (
    <li
      className={styles.card}
      data-trouble={hasTrouble || undefined}
      data-small={isOld || isRead || undefined}
    >
      <Icon name={running ? 'refresh' : hasTrouble ? 'warning' : 'check'} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {rest !== '' && <p className={styles.rest}>{rest}</p>}
        {/* In tenths: whoever listens is told that it goes on, and not each record. */}
        <p role="status" className="rh-visually-hidden">
          {running ? `${title}: ${Math.floor(percent / 10) * 10} %` : isOld ? '' : `${title}. ${rest}`}
        </p>
      </div>
      {running && (
        <div className={styles.track} role="progressbar" aria-label={title} aria-valuenow={percent}>
          <div className={styles.done} style={{ width: `${percent}%` }} />
        </div>
      )}
      <div className={styles.actions}>
        {running ? (
          <Button disabled={isBusy} onClick={() => void act(stopBulkChange)}>
            Stop
          </Button>
        ) : (
          <>
            <Button variant="text" aria-label={`Report: ${title}`} onClick={onReport}>
              Report
            </Button>
            {whyNotUndo(change) === null && (
              <Button
                disabled={isBusy}
                aria-label={`${back}: ${title}`}
                onClick={() => void act(undoBulkChange)}
              >
                {back}
              </Button>
            )}
            <Tooltip title="Dismiss">
              <IconButton aria-label={`Dismiss: ${title}`} onClick={onDismiss}>
                <Icon name="close" size={16} />
              </IconButton>
            </Tooltip>
          </>
        )}
      </div>
    </li>
  );
}
