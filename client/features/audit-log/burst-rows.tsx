import { sayBurst } from '@rowhouse/domain/audit-log/bursts.ts';
import { nameSource } from '@rowhouse/domain/audit-log/change-source.ts';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { RecordLog } from './api.ts';
import { activityOf, describeChanges, personOf, showMoment } from './describe-log.ts';
import styles from './record-history.module.css';

/** A single entry, or several under a head that opens. */
type BurstRowsProps = {
  burst: readonly RecordLog[];
  isWhole: boolean;
  /** Null where nothing can be put back. */
  onPutBack: ((logs: readonly RecordLog[]) => void) | null;
  /** The entry that is gone to; null for none of these. */
  shown: number | null;
};

export function BurstRows({ burst, isWhole, onPutBack, shown }: BurstRowsProps) {
  const [isOpen, setOpen] = useState(shown !== null);
  const [newest] = burst;
  if (newest === undefined) return null;
  if (burst.length === 1)
    return <EntryRows log={newest} isAlone onPutBack={onPutBack} isShown={shown !== null} />;
  return (
    <>
      <div role="row" className={`${styles.row} ${styles.burst}`}>
        <div role="cell" aria-colspan={5} className={styles.name}>
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />
            <Initials name={personOf(newest)} />
            <strong>{personOf(newest)}</strong>
            <span className={styles.quiet}>{sayBurst(burst, isWhole)}</span>
          </button>
          <Source log={newest} />
          {onPutBack && (
            <PutBackButton
              of={`${personOf(newest)}, ${sayBurst(burst, isWhole)}`}
              onClick={() => onPutBack(burst)}
            />
          )}
        </div>
        <When at={newest.datetime} />
      </div>
      {isOpen &&
        burst.map((log) => (
          <EntryRows
            key={log.id}
            log={log}
            isAlone={false}
            onPutBack={onPutBack}
            isShown={shown === log.id}
          />
        ))}
    </>
  );
}

/** One row for each thing that the entry changed. */
type EntryRowsProps = {
  log: RecordLog;
  isAlone: boolean;
  onPutBack: BurstRowsProps['onPutBack'];
  isShown: boolean;
};

function EntryRows({ log, isAlone, onPutBack, isShown }: EntryRowsProps) {
  const person = personOf(log);
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isShown) return;
    first.current?.scrollIntoView({ block: 'center' });
    first.current?.focus({ preventScroll: true });
  }, [isShown]);
  return describeChanges(log, viewerZone()).map(({ what, before, after }, at) => (
    <div
      key={at}
      ref={at === 0 ? first : undefined}
      tabIndex={isShown && at === 0 ? -1 : undefined}
      data-shown={isShown || undefined}
      role="row"
      className={`${styles.row} ${styles.entry}`}
      data-goes-on={at > 0 || undefined}
      data-inside={!isAlone || undefined}
      data-whole={(before === '–' && after === '–') || undefined}
    >
      <div role="cell" className={styles.name}>
        {isAlone && at === 0 && <Initials name={person} />}
        <span className={styles.what}>{what}</span>
        {isAlone && at === 0 && <Source log={log} />}
        {at === 0 && log.putBackBy !== null && <span className={styles.quiet}>put back</span>}
        {at === 0 && onPutBack && log.action !== 'reorder' && (
          <PutBackButton of={what} onClick={() => onPutBack([log])} />
        )}
      </div>
      <div role="cell" className={styles.before}>
        <span>{before}</span>
      </div>
      <div role="cell" className={styles.after}>
        <span>{after}</span>
      </div>
      <div role="cell" className={styles.activity}>
        {activityOf(log)}
      </div>
      <div role="cell" className={styles.user}>
        {person}
      </div>
      <When at={log.datetime} />
    </div>
  ));
}

const PutBackButton = ({ of, onClick }: { of: string; onClick: () => void }) => (
  <Button
    className={styles.putBack}
    variant="outlined"
    size="small"
    aria-label={`Put back… ${of}`}
    onClick={onClick}
  >
    Put back…
  </Button>
);

const When = ({ at }: { at: string }) => (
  <div role="cell" className={styles.when}>
    <time dateTime={at}>{showMoment(at)}</time>
  </div>
);

function Source({ log: { source } }: { log: RecordLog }) {
  if (source === null) return null;
  return (
    <span className={styles.source}>
      <Chip tone="grey">{nameSource(source)}</Chip>
      {source.reason != null && <span className={styles.quiet}>“{source.reason}”</span>}
    </span>
  );
}

const Initials = ({ name }: { name: string }) => (
  <span className={styles.initials} aria-hidden="true">
    {name
      .split(/\s+/)
      .map((word) => word[0] ?? '')
      .slice(0, 2)
      .join('')
      .toUpperCase()}
  </span>
);
