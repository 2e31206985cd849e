// One value for one field of many records. What it would do is shown while it is chosen, from the records as they
// stand now; what somebody changes between the look and the click is not overwritten.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { viewerZone } from '../../../../platform/clock.ts';
import { RequestFailure, toSentence } from '../../../../platform/request-failure.ts';
import { ErrorAlert } from '../../../../ui/error-alert.tsx';
import { ProgressLine } from '../../../../ui/progress-line.tsx';
import { snackbars } from '../../../../ui/snackbars.tsx';
import { ScrollTable } from '../../../../ui/scroll-table.tsx';
import { TitledDialog } from '../../../../ui/titled-dialog.tsx';
import { textOfStored } from '../../../../values/shown-text.ts';
import { noOptions, type FieldOptions } from '../../../../values/value-field.ts';
import { findRecords } from '../../api.ts';
import { BulkChoiceForm, useBulkChoice } from '../bulk-choice.tsx';
import { BulkComment, closeForAll, useBulkComment, useBulkMoves } from '../use-bulk-moves.tsx';
import styles from './bulk-edit-dialog.module.css';
import { BulkFailures } from './bulk-failures.tsx';
import { linesOf, previewBulk, showPreviewCounts, type Preview, type PreviewLine } from './bulk-preview.ts';
import type { BulkFailure } from './bulk-send.ts';
import { type RecordField } from '../../record-field.ts';
import type { RecordRow } from '../../record-row.ts';
import { keyOfRefused } from '../../row-edit/row-values.ts';

export type BulkEditRequest = {
  readonly field: RecordField;
  readonly value: string;
  /** Those that change, as they stood in the preview. */
  readonly records: readonly RecordRow[];
  /** Where the move of a status asks for one. */
  readonly comment: string | null;
};

type BulkEditDialogProps = {
  recordTypeId: number;
  ids: readonly number[];
  fields: readonly RecordField[];
  options: FieldOptions;
  /** Answers what was not done; throws when nothing was. */
  onApply: (change: BulkEditRequest) => Promise<readonly BulkFailure[]>;
  onClose: () => void;
};

export function BulkEditDialog(props: BulkEditDialogProps) {
  const { recordTypeId, fields, options, onApply, onClose } = props;
  const formId = useId();
  const [ids, setIds] = useState(props.ids);
  const [failures, setFailures] = useState<readonly (BulkFailure & { label: string })[]>([]);
  const choice = useBulkChoice(fields);
  const { field, value, whyNot } = choice;
  const [isApplying, setIsApplying] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const records = useQuery({
    queryKey: ['bulk-edit', recordTypeId, ids],
    queryFn: async ({ signal }) => {
      const found = await findRecords(recordTypeId, ids, { signal });
      const byId = new Map(found.map((record) => [record.id, record]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    enabled: ids.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

  const moves = useBulkMoves(recordTypeId, fields, field);
  const comment = useBulkComment();
  const previewed = useDeferredValue(value);
  const preview = useMemo(
    () =>
      field && records.data && whyNot === null
        ? previewBulk(records.data, field, previewed, (record) => moves.judge(record, previewed).whyNot)
        : null,
    [field, records.data, whyNot, previewed, moves],
  );
  const changing = preview?.changing.length ?? null;
  const needsComment =
    preview?.changing.some((record) => moves.judge(record, previewed).needsComment) ?? false;
  const closed = useMemo(
    () => closeForAll(options, moves, records.data ?? []),
    [options, moves, records.data],
  );

  async function apply() {
    if (!field || !records.data || isApplying) return;
    const { changing: changed } = previewBulk(
      records.data,
      field,
      value,
      (record) => moves.judge(record, value).whyNot,
    );
    if (changed.length === 0) return;
    const isAsked = changed.some((record) => moves.judge(record, value).needsComment);
    if (isAsked && !comment.tryIt(true)) return;
    setIsApplying(true);
    setRefusal(null);
    try {
      const failed = await onApply({
        field,
        value,
        records: changed,
        comment: isAsked ? comment.comment : null,
      });
      if (failed.length === 0) return onClose();
      const labels = new Map(records.data.map((record) => [record.id, labelOf(record)]));
      setFailures(failed.map((one) => ({ ...one, label: labels.get(one.id) ?? `Record ${one.id}` })));
      setIds(failed.filter(({ isGone }) => !isGone).map(({ id }) => id));
    } catch (failure) {
      const sentence = toSentence(failure);
      const at = failure instanceof RequestFailure && failure.field ? keyOfRefused(failure.field) : null;
      if (at === field.key) choice.refuse(sentence);
      // The message goes after seconds; whether it was done must still be known to who looks here later.
      else setRefusal(failure);
      snackbars.error(`Save changes failed: ${sentence}`);
    } finally {
      setIsApplying(false);
    }
  }

  /** Until they are there nothing can be changed; without a field a press says that one is to be chosen. */
  const isReading = field !== undefined && records.data === undefined && ids.length > 0;
  const missing = records.data ? ids.length - records.data.length : 0;
  const count = `${ids.length} ${ids.length === 1 ? 'record' : 'records'}`;
  const isOver = failures.length > 0 && ids.length === 0;

  return (
    <TitledDialog
      title={isOver ? 'Bulk edit' : `Bulk edit of ${count}`}
      isWholeOnPhone
      maxWidth="sm"
      isTyped={choice.isTyped && !isOver}
      onClose={(_, reason) => {
        // A click beside it does not throw away what was chosen.
        if (!isApplying && (reason === 'escapeKeyDown' || field === undefined)) onClose();
      }}
    >
      <DialogContent className={styles.content}>
        {failures.length > 0 && (
          <div role="alert" className={styles.failures}>
            <strong>
              {failures.length === 1
                ? 'One record was not changed'
                : `${failures.length} records were not changed`}
            </strong>
            <BulkFailures failures={failures} />
            {!isOver && <p>Below they are as they stand now. What you chose is kept.</p>}
          </div>
        )}
        {!isOver && (
          <BulkChoiceForm id={formId} choice={choice} options={closed} onSubmit={() => void apply()}>
            {needsComment && <BulkComment comment={comment} isRequired />}
          </BulkChoiceForm>
        )}
        {refusal !== null && <ErrorAlert failure={refusal} title="Save changes failed" />}
        {records.isError && (
          <ErrorAlert
            failure={records.error}
            title="The records could not be read"
            onRetry={() => void records.refetch()}
          />
        )}
        {field && records.isFetching && !records.data && <ProgressLine active />}
        {missing > 0 && (
          <p className={styles.missing}>
            {missing === 1
              ? 'One record is not there any more.'
              : `${missing} records are not there any more.`}
          </p>
        )}
        {field && records.data && records.data.length > 0 && (
          <PreviewTable
            field={field}
            records={records.data}
            value={previewed}
            preview={preview}
            counts={preview === null ? 'What they hold now' : showPreviewCounts(preview)}
            options={options}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={isApplying} onClick={onClose}>
          {isOver ? 'Close' : 'Cancel'}
        </Button>
        {!isOver && (
          <Button
            type="submit"
            form={formId}
            variant="contained"
            disabled={isApplying || changing === 0 || isReading}
          >
            {isApplying ? 'Saving' : verbOf(changing, count)}
          </Button>
        )}
      </DialogActions>
    </TitledDialog>
  );
}

function verbOf(changing: number | null, count: string): string {
  if (changing === null) return `Change ${count}`;
  if (changing === 0) return 'Nothing to change';
  return `Change ${changing} ${changing === 1 ? 'record' : 'records'}`;
}

export const labelOf = (record: RecordRow): string => `Record ${record.recordNumber ?? record.id}`;

type PreviewTableProps = {
  field: RecordField;
  records: readonly RecordRow[];
  value: string;
  /** Null while the value cannot stand. */
  preview: Preview | null;
  counts: string;
  options: FieldOptions;
};

export function PreviewTable({ field, records, value, preview, counts, options }: PreviewTableProps) {
  const names = useMemo(
    () => new Map((options.get(field.key) ?? noOptions).map((option) => [option.id, option])),
    [options, field.key],
  );
  const zone = viewerZone();
  const show = (stored: string) => {
    const text = stored === '' ? '' : textOfStored(field, stored, names, zone);
    return text === '' ? <span className={styles.empty}>empty</span> : text;
  };
  const after = ({ changes, whyNot }: PreviewLine) => {
    if (preview === null) return '…';
    if (whyNot !== null) return whyNot;
    return changes ? show(value) : 'has it already';
  };
  const isNumber = valueOf(field.dataType).family === 'number';
  return (
    <section className={styles.preview} aria-label="Preview">
      <p role="status" className={styles.counts}>
        {counts}
      </p>
      <ScrollTable
        label={`${field.name}, before and after`}
        className={isNumber ? `${styles.scroller} ${styles.figures}` : styles.scroller}
        columns={[
          { name: 'Record', isRowHeader: true, renderCell: ({ record }) => record.recordNumber ?? record.id },
          { name: `${field.name} now`, renderCell: ({ before }) => show(before) },
          { name: 'After', renderCell: after, className: styles.after },
        ]}
        rows={preview?.lines ?? linesOf(records, field)}
        rowKey={({ record }) => record.id}
        isQuiet={({ changes }) => preview !== null && !changes}
      />
    </section>
  );
}
