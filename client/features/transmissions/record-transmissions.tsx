// What was sent of a record and where it came from, in a line under its header. Whoever sees the record reads it, where the
// role sees the Target Tenant.
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { watchRecordComments } from '../../platform/socket.ts';
import { Icon } from '../../ui/icons.tsx';
import { findOfRecord, type RecordTransmission } from './api.ts';
import { TransmissionStateChip } from './transmission-state.tsx';
import styles from './transmissions.module.css';

/** What is queued goes in a moment; what failed is tried again later. */
function lookAgainMs(all: readonly RecordTransmission[]): number | false {
  if (all.some(({ state }) => state === 'QUEUED')) return 1000;
  return all.some(({ state }) => state === 'FAILED') ? 15_000 : false;
}

const none: readonly RecordTransmission[] = [];

/** What was sent of the record and where it came from. A new version of it asks again, and so does what is under way. */
export function useRecordTransmissions(
  recordId: number,
  recordTypeId: number,
  { version, enabled }: { readonly version: number | null; readonly enabled: boolean },
): readonly RecordTransmission[] {
  const client = useQueryClient();
  const queryKey = ['transmissions', 'of-record', recordId];
  const askAgain = useEffectEvent(() => void client.invalidateQueries({ queryKey }));
  // That somebody there has opened it is told as a comment is.
  useEffect(
    () => (enabled ? watchRecordComments({ recordId, recordTypeId }, () => askAgain()) : undefined),
    [enabled, recordId, recordTypeId],
  );
  const known = useRef<{ readonly recordId: number; readonly version: number } | null>(null);
  useEffect(() => {
    if (version === null) return;
    const before = known.current;
    known.current = { recordId, version };
    if (before?.recordId === recordId && before.version !== version) askAgain();
  }, [recordId, version]);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => findOfRecord({ recordId, recordTypeId }, signal),
    refetchInterval: ({ state }) => lookAgainMs(state.data ?? none),
    enabled,
  });
  return data ?? none;
}

/** The newest of each company. */
export function RecordTransmissions({ all }: { all: readonly RecordTransmission[] }) {
  const newest = newestOfEach(all);
  if (newest.length === 0) return null;
  const zone = viewerZone();
  return (
    <ul className={styles.ofRecord} aria-label="Transmissions">
      {newest.map(({ direction, company, state, at, reason }) => (
        <li key={`${direction} ${company}`}>
          <Icon name={direction === 'SENT' ? 'upload' : 'download'} size={16} />
          <span>{direction === 'SENT' ? `To ${company}` : `From ${company}`}</span>
          <TransmissionStateChip state={state} />
          {reason !== null && <span>{reason}</span>}
          <span className={styles.quiet}>{showInstant(at, zone)}</span>
        </li>
      ))}
    </ul>
  );
}

function newestOfEach(all: readonly RecordTransmission[]): readonly RecordTransmission[] {
  const seen = new Set<string>();
  return all.filter(({ direction, company }) => {
    const key = `${direction} ${company}`;
    return !seen.has(key) && seen.add(key);
  });
}
