import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import {
  mostNumbers,
  outcomes,
  sayOutcome,
  whatOutcomeMeans,
  whatRetypeDoes,
  type RetypeHolders,
} from '@rowhouse/domain/record-types/retype.ts';
import type { Outcome } from '@rowhouse/domain/values/conversion.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ScrollTable, type ScrollColumn } from '../../../ui/scroll-table.tsx';
import styles from './retype.module.css';
import type { ReportOfRetype, ShownReport, ShownSample } from './use-retype-report.ts';

/** The address of the grid with the records of these numbers; null where no menu item leads there. */
export type ToRecords = (recordTypeId: number, numbers: readonly number[]) => string | null;

type ReportProps = {
  found: ReportOfRetype & { again: () => void };
  holders: RetypeHolders;
  isRequired: boolean;
  toRecords: ToRecords;
};

/** What becomes of the values, as far as they were looked at. */
export function Report({ found, holders, isRequired, toRecords }: ReportProps) {
  const { report, inTheWay, isWhole, failure, again } = found;
  if (failure !== null)
    return <ErrorAlert failure={failure} title="The values could not be looked at" onRetry={again} />;
  return (
    <section className={styles.stack} aria-label="What becomes of the values">
      {isWhole ? (
        <p role="status">{report.done === 0 ? nothingYet[holders] : sayWhole(report, holders)}</p>
      ) : (
        <div className={styles.progress} role="status">
          <span>
            Looking at the values: {showCount(report.done)} of{' '}
            {showCount(Math.max(report.total, report.done))} {walked[holders]}
          </span>
          <progress max={Math.max(report.total, 1)} value={report.done} aria-hidden="true" />
        </div>
      )}
      {inTheWay.length > 0 && (
        <div className={styles.notice} role="alert">
          <p>
            Something is decided, computed or sent by these values. Take {thingOf[holders]} out there first:
          </p>
          <ul>
            {inTheWay.map((name, at) => (
              <li key={at}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {outcomes
        .filter((outcome) => report[outcome] > 0)
        .map((outcome) => (
          <OutcomeCard
            key={outcome}
            outcome={outcome}
            report={report}
            holders={holders}
            toRecords={toRecords}
          />
        ))}
      {isWhole && isRequired && report.lost > 0 && (
        <p className={styles.notice}>
          {holders === 'objects' ? 'The property' : 'The field'} is required: these {holders} ask for a value
          when they are saved next.
        </p>
      )}
      {isWhole && <p className={styles.quiet}>{whatRetypeDoes}</p>}
    </section>
  );
}

/** What is looked at, one after the other. */
export const walked: Readonly<Record<RetypeHolders, string>> = {
  records: 'records',
  lines: 'records',
  objects: 'records and values of lists',
};
const nothingYet: Readonly<Record<RetypeHolders, string>> = {
  records: 'There are no records yet.',
  lines: 'There are no records yet.',
  objects: 'No record or value of a list holds such an object yet.',
};
const thingOf: Readonly<Record<RetypeHolders, string>> = {
  records: 'the field',
  lines: 'the field',
  objects: 'the property',
};
const emptyOnes: Readonly<Record<RetypeHolders, string>> = {
  records: 'of them',
  lines: 'of their lines',
  objects: 'of their objects',
};
const goneOnes: Readonly<Record<RetypeHolders, string>> = {
  records: 'deleted records',
  lines: 'deleted records or lines',
  objects: 'deleted records or disabled values of lists',
};

function sayWhole({ done, empty, deleted }: ShownReport, holders: RetypeHolders): string {
  const one = holders === 'objects' ? 'record or value of a list was' : 'record was';
  const looked = `${showCount(done)} ${done === 1 ? one : `${walked[holders]} were`} looked at`;
  const without =
    empty === 0
      ? ''
      : `; ${showCount(empty)} ${emptyOnes[holders]} ${empty === 1 ? 'holds' : 'hold'} nothing`;
  const gone = deleted === 0 ? '' : `; ${showCount(deleted)} of the values stand in ${goneOnes[holders]}`;
  return `${looked}${without}${gone}.`;
}

const sampleColumns = (holders: RetypeHolders): readonly ScrollColumn<ShownSample>[] => [
  {
    name: holders === 'objects' ? 'Held by' : 'Record',
    isRowHeader: true,
    renderCell: ({ holder }) => <span className={styles.holder}>{holder}</span>,
  },
  { name: 'Now', renderCell: ({ before }) => before },
  { name: 'Afterwards', renderCell: ({ after }) => (after === '' ? <em>nothing</em> : after) },
];

/** Of lines the grid shows the records; of objects those of one type. */
function sayWay(count: number, shown: number, holders: RetypeHolders, typeName: string | null): string {
  if (typeName !== null)
    return `Show ${shown === mostNumbers ? `the first ${mostNumbers}` : shown} in ${typeName}`;
  if (shown === mostNumbers && count > shown) return `Show the first ${mostNumbers} in the grid`;
  if (holders === 'lines') return 'Show their records in the grid';
  return count <= shown ? 'Show them in the grid' : `Show ${shown} in the grid`;
}

function OutcomeCard({
  outcome,
  report,
  holders,
  toRecords,
}: {
  outcome: Outcome;
  report: ShownReport;
  holders: RetypeHolders;
  toRecords: ToRecords;
}) {
  const count = report[outcome];
  const samples = report.samples.filter((sample) => sample.outcome === outcome);
  return (
    <section className={styles.outcome} data-outcome={outcome} aria-label={sayOutcome(outcome, count)}>
      <header>
        <h3>{sayOutcome(outcome, count)}</h3>
        <span className={styles.quiet}>{whatOutcomeMeans(outcome, holders)}</span>
        {report.records.map(({ recordTypeId, typeName, numbers: { [outcome]: numbers } }) => {
          const to = numbers.length === 0 ? null : toRecords(recordTypeId, numbers);
          return (
            to !== null && (
              <a key={recordTypeId} href={to} target="_blank" rel="noreferrer">
                {sayWay(count, numbers.length, holders, typeName)}
              </a>
            )
          );
        })}
      </header>
      {samples.length > 0 && (
        <ScrollTable
          label={`Examples: ${sayOutcome(outcome, count)}`}
          columns={sampleColumns(holders)}
          rows={samples}
          rowKey={({ key }) => key}
        />
      )}
    </section>
  );
}
