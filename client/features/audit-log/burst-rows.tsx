import { sayBurst } from '@rowhouse/domain/audit-log/bursts.ts';
import { activityOf, describeChanges, personOf } from '@rowhouse/domain/audit-log/describe-log.ts';
import { nameSource } from '@rowhouse/domain/audit-log/change-source.ts';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { useEffect, useRef, useState } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { RecordLog } from './api.ts';
import { showMoment } from './show-moment.ts';
import styles from './record-history.module.css';

/** What rows offer for putting back: each at once, or to be chosen with others. */
export type Taking =
  | { readonly kind: 'each'; readonly onPutBack: (logs: readonly RecordLog[]) => void }
  | {
      readonly kind: 'several';
      readonly chosen: ReadonlySet<number>;
      readonly onChoose: (logs: readonly RecordLog[], isOn: boolean) => void;
    };

/** A single entry, or several under a head that opens. */
type BurstRowsProps = {
  burst: readonly RecordLog[];
  isWhole: boolean;
  /** Null where nothing can be put back. */
  taking: Taking | null;
  /** The entry that is gone to; null for none of these. */
  shown: number | null;
};

export function BurstRows({ burst, isWhole, taking, shown }: BurstRowsProps) {
  const [isOpen, setOpen] = useState(shown !== null);
  const [newest] = burst;
  if (newest === undefined) return null;
  if (burst.length === 1) return <EntryRows log={newest} isAlone taking={taking} isShown={shown !== null} />;
  return (
    <>
      <div role="row" className={`${styles.row} ${styles.burst}`}>
        <div role="cell" aria-colspan={5} className={styles.name}>
          <Tick logs={burst} of={`${personOf(newest)}, ${sayBurst(burst, isWhole)}`} taking={taking} />
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
          <PutBackButton
            logs={burst}
            of={`${personOf(newest)}, ${sayBurst(burst, isWhole)}`}
            taking={taking}
          />
        </div>
        <When at={newest.datetime} />
      </div>
      {isOpen &&
        burst.map((log) => (
          <EntryRows key={log.id} log={log} isAlone={false} taking={taking} isShown={shown === log.id} />
        ))}
    </>
  );
}

/** One row for each thing that the entry changed. */
type EntryRowsProps = {
  log: RecordLog;
  isAlone: boolean;
  taking: Taking | null;
  isShown: boolean;
};

function EntryRows({ log, isAlone, taking, isShown }: EntryRowsProps) {
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
        {at === 0 && <Tick logs={[log]} of={`${what}, ${showMoment(log.datetime)}`} taking={taking} />}
        {isAlone && at === 0 && <Initials name={person} />}
        <span>{what}</span>
        {isAlone && at === 0 && <Source log={log} />}
        {at === 0 && log.putBackBy !== null && <span className={styles.quiet}>put back</span>}
        {at === 0 && <PutBackButton logs={[log]} of={what} taking={taking} />}
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

type TakingProps = { logs: readonly RecordLog[]; of: string; taking: Taking | null };

/** What was said about a record is nothing that is put back. */
const canBeTaken = (logs: readonly RecordLog[]) =>
  logs.filter(({ comment, conversation }) => comment === null && conversation === null);

function PutBackButton({ logs: all, of, taking }: TakingProps) {
  const logs = canBeTaken(all);
  if (taking?.kind !== 'each' || logs.length === 0) return null;
  return (
    <Button
      className={styles.putBack}
      variant="outlined"
      size="small"
      aria-label={`Put back… ${of}`}
      onClick={() => taking.onPutBack(logs)}
    >
      Put back…
    </Button>
  );
}

function Tick({ logs: all, of, taking }: TakingProps) {
  const logs = canBeTaken(all);
  if (taking?.kind !== 'several' || logs.length === 0) return null;
  const count = logs.filter(({ id }) => taking.chosen.has(id)).length;
  return (
    <Checkbox
      className={styles.tick!}
      size="small"
      checked={count === logs.length}
      indeterminate={count > 0 && count < logs.length}
      slotProps={{ input: { 'aria-label': `Choose ${of}` } }}
      onChange={(_, isOn) => taking.onChoose(logs, isOn)}
    />
  );
}

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
