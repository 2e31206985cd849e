// A field is to get another data type: what becomes of each value is counted and shown before anything is done.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import {
  mostNumbers,
  outcomes,
  sayOutcome,
  whatOutcomeMeans,
  whatRetypeDoes,
  type RetypeReport,
} from '@rowhouse/domain/record-types/retype.ts';
import { dataTypeNames, needsList } from '@rowhouse/domain/record-types/rules.ts';
import { readsDays, readsNumbers, targetsOf, type Outcome } from '@rowhouse/domain/values/conversion.ts';
import { useState } from 'react';
import { askImpact } from '../../platform/ask-impact.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import { ScrollTable, type ScrollColumn } from '../../ui/scroll-table.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { startRetype, type RecordTypes } from './api.ts';
import styles from './retype.module.css';
import { useChangeDesigns } from './use-designs.ts';
import { useRetypeReport, type ReportOfRetype } from './use-retype-report.ts';

export type RetypeDialogProps = {
  /** Of which it is the field. */
  recordTypeId: number;
  field: {
    readonly id: number;
    readonly name: string;
    readonly version: number;
    readonly dataType: string;
    readonly listId?: number | null;
    readonly required: boolean;
  };
  ofLines: boolean;
  lists: RecordTypes['lists'];
  /** The address of the grid with the records of these numbers; null where no menu item leads there. */
  toRecords: (numbers: readonly number[]) => string | null;
  onClose: () => void;
};

export function RetypeDialog({ recordTypeId, field, ofLines, lists, toRecords, onClose }: RetypeDialogProps) {
  const from = field.dataType as DataType;
  const [dataType, setDataType] = useState<DataType | ''>('');
  const [listId, setListId] = useState<number | null>(null);
  const [dayFirst, setDayFirst] = useState(false);
  const [decimalComma, setDecimalComma] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const change = useChangeDesigns();
  const isChosen =
    dataType !== '' &&
    (!needsList(dataType) || listId !== null) &&
    !(dataType === from && listId === field.listId);
  const asked = { fieldId: field.id, ofLines, dataType, listId, dayFirst, decimalComma };
  const found = useRetypeReport(isChosen ? asked : null);
  const lost = found.isWhole ? found.report.lost : 0;

  async function carryOut() {
    if (dataType === '') return;
    const isSure = await askImpact({
      title: `Change the type of ${field.name}?`,
      confirmLabel: `Change to ${dataTypeNames[dataType]}${lost === 0 ? '' : ` and ${sayLoss(lost)}`}`,
      changes: [
        ofLines
          ? { kind: 'LINE_FIELD', id: field.id, takes: 'RETYPE' }
          : { kind: 'FIELD', id: recordTypeId, fieldKey: `f${field.id}`, takes: 'RETYPE' },
      ],
    });
    if (!isSure) return;
    setRunning(true);
    setFailure(null);
    try {
      await change(() => startRetype({ ...asked, version: field.version }));
      onClose();
      snackbars.success(`The type of ${field.name} is being changed`);
    } catch (refusal) {
      setFailure(refusal);
      setRunning(false);
    }
  }

  return (
    <TitledDialog
      title={<>Change the type of {field.name}</>}
      maxWidth="md"
      isWholeOnPhone
      onClose={isRunning ? undefined : onClose}
    >
      <DialogContent>
        <div className={styles.stack}>
          <p>
            {field.name} is of the type {dataTypeNames[from]} now. Choose another, and see what becomes of
            each value before anything is changed.
          </p>
          <div className={styles.choices}>
            <FieldFrame label="New data type" required>
              {(framed) => (
                <Select
                  {...framed}
                  value={dataType}
                  onChange={(event) => {
                    const chosen = event.currentTarget.value as DataType | '';
                    setDataType(chosen);
                    setListId(
                      chosen !== '' && needsList(chosen) && chosen !== from ? (field.listId ?? null) : null,
                    );
                  }}
                >
                  <option value="">Choose</option>
                  {targetsOf(from).map((one) => (
                    <option key={one} value={one}>
                      {one === from ? `${dataTypeNames[one]} of another list` : dataTypeNames[one]}
                    </option>
                  ))}
                </Select>
              )}
            </FieldFrame>
            {dataType !== '' && needsList(dataType) && (
              <FieldFrame label="List" required>
                {(framed) => (
                  <Select
                    {...framed}
                    value={listId ?? ''}
                    onChange={(event) => setListId(Number(event.currentTarget.value) || null)}
                  >
                    <option value="">Choose</option>
                    {lists
                      .filter(({ id }) => dataType !== from || id !== field.listId)
                      .map(({ id, name }) => (
                        <option key={id} value={id}>
                          {name}
                        </option>
                      ))}
                  </Select>
                )}
              </FieldFrame>
            )}
          </div>
          {dataType !== '' && readsDays(from, dataType) && (
            <LabelledCheckbox
              label="The texts write the day before the month: 16/04/2026"
              checked={dayFirst}
              onChange={(event) => setDayFirst(event.currentTarget.checked)}
            />
          )}
          {dataType !== '' && readsNumbers(from, dataType) && (
            <LabelledCheckbox
              label="The texts write decimals behind a comma: 1.234,50"
              checked={decimalComma}
              onChange={(event) => setDecimalComma(event.currentTarget.checked)}
            />
          )}
          {isChosen && (
            <Report found={found} ofLines={ofLines} isRequired={field.required} toRecords={toRecords} />
          )}
          {failure !== null && <ErrorAlert failure={failure} title="The type was not changed" />}
        </div>
      </DialogContent>
      <DialogActions>
        <Button disabled={isRunning} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={lost === 0 ? 'primary' : 'error'}
          disabled={isRunning || !isChosen || !found.isWhole || found.inTheWay.length > 0}
          onClick={() => void carryOut()}
        >
          {lost === 0 ? 'Change the type' : `Change the type and ${sayLoss(lost)}`}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}

const sayLoss = (lost: number): string => `lose ${showCount(lost)} ${lost === 1 ? 'value' : 'values'}`;

type ReportProps = {
  found: ReportOfRetype & { again: () => void };
  ofLines: boolean;
  isRequired: boolean;
  toRecords: RetypeDialogProps['toRecords'];
};

function Report({ found, ofLines, isRequired, toRecords }: ReportProps) {
  const { report, inTheWay, isWhole, failure, again } = found;
  if (failure !== null)
    return <ErrorAlert failure={failure} title="The values could not be looked at" onRetry={again} />;
  return (
    <section className={styles.stack} aria-label="What becomes of the values">
      {isWhole ? (
        <p role="status">{report.done === 0 ? 'There are no records yet.' : sayWhole(report, ofLines)}</p>
      ) : (
        <div className={styles.progress} role="status">
          <span>
            Looking at the values: {showCount(report.done)} of{' '}
            {showCount(Math.max(report.total, report.done))} records
          </span>
          <progress max={Math.max(report.total, 1)} value={report.done} aria-hidden="true" />
        </div>
      )}
      {inTheWay.length > 0 && (
        <div className={styles.notice} role="alert">
          <p>Something is decided, computed or sent by these values. Take the field out there first:</p>
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
            ofLines={ofLines}
            toRecords={toRecords}
          />
        ))}
      {isWhole && isRequired && report.lost > 0 && (
        <p className={styles.notice}>
          The field is required: these {ofLines ? 'lines' : 'records'} ask for a value when they are saved
          next.
        </p>
      )}
      {isWhole && <p className={styles.quiet}>{whatRetypeDoes}</p>}
    </section>
  );
}

function sayWhole({ done, empty, deleted }: RetypeReport, ofLines: boolean): string {
  const records = `${showCount(done)} ${done === 1 ? 'record was' : 'records were'} looked at`;
  const those = ofLines ? `of their lines` : 'of them';
  const without =
    empty === 0 ? '' : `; ${showCount(empty)} ${those} ${empty === 1 ? 'holds' : 'hold'} nothing`;
  const gone =
    deleted === 0
      ? ''
      : `; ${showCount(deleted)} of the values stand in deleted records${ofLines ? ' or lines' : ''}`;
  return `${records}${without}${gone}.`;
}

type Sample = RetypeReport['samples'][number];

const sampleColumns: readonly ScrollColumn<Sample>[] = [
  { name: 'Record', isRowHeader: true, renderCell: ({ recordNumber }) => recordNumber },
  { name: 'Now', renderCell: ({ before }) => before },
  { name: 'Afterwards', renderCell: ({ after }) => (after === '' ? <em>nothing</em> : after) },
];

/** Of lines the grid shows the records. */
function sayWay(count: number, shown: number, ofLines: boolean): string {
  if (shown === mostNumbers && count > shown) return `Show the first ${mostNumbers} in the grid`;
  if (ofLines) return 'Show their records in the grid';
  return count <= shown ? 'Show them in the grid' : `Show ${shown} in the grid`;
}

function OutcomeCard({
  outcome,
  report,
  ofLines,
  toRecords,
}: {
  outcome: Outcome;
  report: RetypeReport;
  ofLines: boolean;
  toRecords: RetypeDialogProps['toRecords'];
}) {
  const count = report[outcome];
  const numbers = report.numbers[outcome];
  const samples = report.samples.filter((sample) => sample.outcome === outcome);
  const to = numbers.length === 0 ? null : toRecords(numbers);
  return (
    <section className={styles.outcome} data-outcome={outcome} aria-label={sayOutcome(outcome, count)}>
      <header>
        <h3>{sayOutcome(outcome, count)}</h3>
        <span className={styles.quiet}>{whatOutcomeMeans(outcome, ofLines)}</span>
        {to !== null && (
          <a href={to} target="_blank" rel="noreferrer">
            {sayWay(count, numbers.length, ofLines)}
          </a>
        )}
      </header>
      {samples.length > 0 && (
        <ScrollTable
          label={`Examples: ${sayOutcome(outcome, count)}`}
          columns={sampleColumns}
          rows={samples}
          rowKey={({ recordId, lineId }) => lineId ?? recordId}
        />
      )}
    </section>
  );
}
