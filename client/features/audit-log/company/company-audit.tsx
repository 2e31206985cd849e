// What happened in the company, who did it, when and from where; each entry leads to what it is about.
import { nameSource } from '@rowhouse/domain/audit-log/change-source.ts';
import { nameAuditAction } from '@rowhouse/domain/audit-log/kinds.ts';
import { showAudited } from '@rowhouse/domain/audit-log/show-audited.ts';
import type { AuditLogsFilter } from '@rowhouse/domain/contract.generated.ts';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { ChangeTable, type ChangeEntry } from '../../../ui/change-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { companyAudit, putBackConfiguration, putBackTrial, type CompanyLog } from './api.ts';
import { showMoment } from '../show-moment.ts';
import styles from './company-audit.module.css';
import { EarlierEntries } from './earlier-entries.tsx';
import { PutBackDialog } from './put-back-dialog.tsx';

/** Where things are shown; null for what has no page in this menu. */
export type AuditPlaces = {
  readonly toRecord: (recordTypeId: number, recordId: number) => string | null;
  readonly toPage: (route: string) => string | null;
};

type CompanyAuditProps = { filter: AuditLogsFilter; isNarrowed: boolean; places: AuditPlaces };

export function CompanyAudit({ filter, isNarrowed, places }: CompanyAuditProps) {
  const query = useInfiniteQuery(companyAudit(filter));
  const logs = query.data?.pages.flatMap((page) => page.logs) ?? [];
  const isAllLookedAt = !query.hasNextPage;
  const [askedIds, setAsked] = useState<ReadonlySet<number>>(new Set());
  const asked = logs.filter(({ id }) => askedIds.has(id));
  const [tickedIds, setTicked] = useState<ReadonlySet<number>>(new Set());
  const ticked = logs.filter(({ id }) => tickedIds.has(id));
  const putting: Putting = {
    ticked: tickedIds,
    tick: (id, isTicked) =>
      setTicked(new Set([...[...tickedIds].filter((one) => one !== id), ...(isTicked ? [id] : [])])),
    ask: (id) => setAsked(new Set([id])),
  };
  return (
    <div className={styles.log}>
      <ProgressLine active={query.isFetching} label="Loading the audit log" />
      {query.error !== null && (
        <ErrorAlert
          failure={query.error}
          title="The audit log could not be loaded"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && logs.length === 0 && isAllLookedAt && (
        <EmptyState title={isNarrowed ? 'No entries found' : 'Nothing has happened yet'} icon="clock">
          {isNarrowed ? 'Choose less to see more entries.' : 'What people change will stand here.'}
        </EmptyState>
      )}
      {asked.length > 0 && (
        <PutBackDialog
          entries={asked.map((log) => toEntry(log, places, putting))}
          putBack={(reason) => putBackConfiguration(asked, reason)}
          trial={putBackTrial(asked)}
          onClose={() => setAsked(new Set())}
          onDone={() => {
            setAsked(new Set());
            setTicked(new Set());
          }}
        />
      )}
      {ticked.length > 0 && (
        <div className={styles.ticked} role="group" aria-label="Chosen changes">
          <span role="status">
            {ticked.length} {ticked.length === 1 ? 'change' : 'changes'} chosen
          </span>
          <Button variant="contained" onClick={() => setAsked(tickedIds)}>
            Put back…
          </Button>
          <Button onClick={() => setTicked(new Set())}>Choose none</Button>
        </div>
      )}
      {logs.length > 0 && (
        <ChangeTable label="Audit log" entries={logs.map((log) => toEntry(log, places, putting))} />
      )}
      <EarlierEntries key={JSON.stringify(filter)} query={query} />
    </div>
  );
}

/** What is chosen to go back, together or alone. */
type Putting = {
  readonly ticked: ReadonlySet<number>;
  readonly tick: (id: number, isTicked: boolean) => void;
  readonly ask: (id: number) => void;
};

function toEntry(log: CompanyLog, places: AuditPlaces, putting: Putting): ChangeEntry {
  const { id, user, datetime, source, line } = log;
  const zone = viewerZone();
  const show = ({ what, dataType, oldValue, newValue }: CompanyLog['changes'][number]) => ({
    what,
    before: showAudited(oldValue, dataType, zone),
    after: showAudited(newValue, dataType, zone),
  });
  const ofLine = line === null ? '' : line.index === null ? line.kind : `${line.kind} ${line.index}`;
  const subject = ofLine === '' ? log.subject : `${log.subject}, ${ofLine}`;
  const to = log.record
    ? places.toRecord(log.record.recordType.id, log.record.id)
    : log.route === null
      ? null
      : places.toPage(log.route);
  return {
    id,
    part: subject,
    partTo: to,
    changes: [
      ...log.changes.map(show),
      ...log.objectsLogs.flatMap(({ objectName, changes }) =>
        changes.map((change) => ({ ...show(change), what: `${objectName}: ${change.what}` })),
      ),
    ],
    activity: (
      <>
        {nameAuditAction(log.action)}
        {source !== null && (
          <span className={styles.source}>
            {nameSource(source)}
            {source.reason != null && `: ${source.reason}`}
          </span>
        )}
        {log.mayPutBack && (
          <span className={styles.again}>
            <input
              type="checkbox"
              className={styles.tick}
              aria-label={`Choose to put back: ${log.subject}, ${showMoment(datetime)}`}
              checked={putting.ticked.has(id)}
              onChange={({ target }) => putting.tick(id, target.checked)}
            />
            <Button
              size="small"
              variant="outlined"
              aria-label={`Put back: ${log.subject}`}
              onClick={() => putting.ask(id)}
            >
              Put back
            </Button>
          </span>
        )}
      </>
    ),
    user: user?.name ?? user?.email ?? sayNobody(log),
    at: datetime,
  };
}

const sayNobody = ({ kind, source }: CompanyLog): string => {
  if (source?.kind === 'COMMAND_LINE') return 'Command line';
  return kind === 'CONVERSATION' && source?.company != null ? source.company : 'The system';
};
