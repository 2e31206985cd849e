// One change of all records that the filter finds, however many. The server counts what it would do while it is chosen,
// shows a few of them, and does it in the background.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { BulkChangePreview, BulkValuesInput } from '@rowhouse/domain/contract.generated.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { placeField, sayWhatStays } from '@rowhouse/domain/projects/rules.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useId, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { makeRandomKey } from '../../../../platform/random-key.ts';
import { RequestFailure, toSentence } from '../../../../platform/request-failure.ts';
import { sendOnBadLine } from '../../../../platform/send-through-gaps.ts';
import { ErrorAlert } from '../../../../ui/error-alert.tsx';
import { ProgressLine } from '../../../../ui/progress-line.tsx';
import { snackbars } from '../../../../ui/snackbars.tsx';
import { TitledDialog } from '../../../../ui/titled-dialog.tsx';
import type { FieldOptions } from '../../../../values/value-field.ts';
import { findRecords } from '../../api.ts';
import { previewBulkChange, startBulkChange } from './api.ts';
import { BulkChoiceForm, useBulkChoice } from '../bulk-choice.tsx';
import { BulkComment, mayNeedComment, useBulkComment, useBulkMoves } from '../use-bulk-moves.tsx';
import { PreviewTable } from '../selected/bulk-edit-dialog.tsx';
import styles from '../selected/bulk-edit-dialog.module.css';
import { previewBulk, toBulkChange } from '../selected/bulk-preview.ts';
import type { RecordField } from '../../record-field.ts';
import type { RecordQuery } from '../../record-query.ts';
import { keyOfRefused } from '../../row-edit/row-values.ts';
import { useSettled } from '../../grid/use-settled.ts';

export type BulkAllKind = 'edit' | 'delete' | 'restore';

type BulkAllProps = {
  query: RecordQuery;
  /** How many the grid says that there are. */
  count: number;
  fields: readonly RecordField[];
  options: FieldOptions;
  onStarted: () => void;
  onClose: () => void;
};

export function BulkAllDialog({ kind, ...props }: BulkAllProps & { kind: BulkAllKind }) {
  return kind === 'edit' ? (
    <EditAll {...props} />
  ) : (
    <SetAllEnabled {...props} isEnabled={kind === 'restore'} />
  );
}

/** What is typed is counted when it rests. */
const restMs = 300;
const never = () => false;

function usePreview(query: RecordQuery, values: BulkValuesInput | null) {
  const text = JSON.stringify(values);
  const wanted = useMemo(() => JSON.parse(text) as BulkValuesInput | null, [text]);
  const asked = useSettled(wanted, restMs, never);
  const preview = useQuery({
    queryKey: ['bulk-all', query, asked],
    queryFn: async ({ signal }) => {
      if (asked === null) return null;
      const { sort: _, ...unsorted } = query;
      return previewBulkChange({ query: unsorted, values: asked }, signal);
    },
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isCurrent = asked === wanted && !preview.isPlaceholderData;
  return { preview, counted: isCurrent ? (preview.data ?? null) : null };
}

/** Sent again after an answer that was lost, it is still one change. */
function useStart(query: RecordQuery, { onStarted, onClose }: Pick<BulkAllProps, 'onStarted' | 'onClose'>) {
  const attempt = useRef<{ of: string; key: string }>(undefined);
  const [isStarting, setIsStarting] = useState(false);
  const start = useCallback(
    async (values: BulkValuesInput): Promise<unknown> => {
      const { sort: _, ...unsorted } = query;
      const of = JSON.stringify(values);
      if (attempt.current?.of !== of) attempt.current = { of, key: makeRandomKey() };
      const { key } = attempt.current;
      setIsStarting(true);
      try {
        await sendOnBadLine(() => startBulkChange({ query: unsorted, values, idempotencyKey: key }));
        onStarted();
        onClose();
        return null;
      } catch (failure) {
        snackbars.error(`Save changes failed: ${toSentence(failure)}`);
        return failure;
      } finally {
        setIsStarting(false);
      }
    },
    [query, onStarted, onClose],
  );
  return { isStarting, start };
}

const records = (count: number): string => `${showCount(count)} ${count === 1 ? 'record' : 'records'}`;

/** '4,012 records: 3,990 change, 12 have it already, 10 cannot be changed' */
function showCounts({ total, changing, unchanged, refused }: BulkChangePreview): string {
  const parts = [
    `${showCount(changing)} ${changing === 1 ? 'changes' : 'change'}`,
    ...(unchanged === 0 ? [] : [`${showCount(unchanged)} ${unchanged === 1 ? 'has' : 'have'} it already`]),
    ...(refused === 0 ? [] : [`${showCount(refused)} cannot be changed`]),
  ];
  return `${records(total)}: ${parts.join(', ')}`;
}

function EditAll({ query, count, fields, options, ...ends }: BulkAllProps) {
  const formId = useId();
  const choice = useBulkChoice(fields);
  const { field, value, whyNot } = choice;
  const moves = useBulkMoves(query.recordTypeId, fields, field);
  const comment = useBulkComment();
  const mayComment = mayNeedComment(moves, value);
  const sent = mayComment && comment.comment !== null ? { comment: comment.comment } : {};
  const values = field && whyNot === null ? { ...toBulkChange(field, value), ...sent } : null;
  const { preview, counted } = usePreview(query, values);
  const { isStarting, start } = useStart(query, ends);
  const sample = useSample(query.recordTypeId, preview.data?.sampleIds);
  const lines = useMemo(
    () => (field && sample.length > 0 && whyNot === null ? previewBulk(sample, field, value) : null),
    [field, sample, whyNot, value],
  );

  async function apply() {
    if (!field || values === null || isStarting || counted?.changing === 0) return;
    if (mayComment && !comment.tryIt(false)) return;
    const failure = await start(values);
    const at = failure instanceof RequestFailure && failure.field ? keyOfRefused(failure.field) : null;
    if (at === field.key) choice.refuse(toSentence(failure));
  }

  const changing = counted?.changing ?? null;
  return (
    <BulkAllFrame
      title={`Bulk edit of all ${records(count)}`}
      isHeld={isStarting || field !== undefined}
      isTyped={choice.isTyped}
      isStarting={isStarting}
      onClose={ends.onClose}
      button={
        <Button type="submit" form={formId} variant="contained" disabled={isStarting || changing === 0}>
          {verbOf(isStarting, changing, count)}
        </Button>
      }
    >
      <BulkChoiceForm id={formId} choice={choice} options={options} onSubmit={() => void apply()}>
        {mayComment && <BulkComment comment={comment} isRequired={false} />}
      </BulkChoiceForm>
      {values !== null && (
        <Counting
          isActive={preview.isFetching || counted === null}
          failure={preview.error}
          retry={preview.refetch}
        />
      )}
      {values !== null && preview.data && <Reasons preview={preview.data} />}
      {field && values !== null && preview.data && sample.length > 0 && (
        <PreviewTable
          field={field}
          records={sample}
          value={value}
          preview={lines}
          counts={`${showCounts(preview.data)}. ${preview.data.changing > sample.length ? 'The newest of them:' : ''}`}
          options={options}
        />
      )}
      {values !== null && preview.data && sample.length === 0 && (
        <p role="status" className={styles.counts}>
          {showCounts(preview.data)}
        </p>
      )}
      <p className={styles.missing}>It goes on when this page is closed, and can be stopped and undone.</p>
    </BulkAllFrame>
  );
}

function verbOf(isStarting: boolean, changing: number | null, count: number): string {
  if (isStarting) return 'Starting';
  if (changing === 0) return 'Nothing to change';
  return `Change ${records(changing ?? count)}`;
}

/** The rows of a few records, by the ordinary question. */
function useSample(recordTypeId: number, ids: readonly number[] | undefined) {
  const found = useQuery({
    queryKey: ['bulk-all', recordTypeId, 'sample', ids],
    queryFn: ({ signal }) => findRecords(recordTypeId, ids ?? [], { signal }),
    enabled: ids !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  return useMemo(() => (ids?.length ? (found.data ?? []) : []), [ids, found.data]);
}

function SetAllEnabled({ query, count, fields, isEnabled, ...ends }: BulkAllProps & { isEnabled: boolean }) {
  const values = useMemo(() => ({ enabled: isEnabled }), [isEnabled]);
  const { preview, counted } = usePreview(query, values);
  const { isStarting, start } = useStart(query, ends);
  const [verb, state] = isEnabled ? ['restore', 'not deleted'] : ['delete', 'deleted'];
  const changing = counted?.changing ?? count;
  return (
    <BulkAllFrame
      title={`Are you sure you want to ${verb} ${records(changing)}?`}
      isHeld={isStarting}
      isStarting={isStarting}
      isCancelFirst
      onClose={ends.onClose}
      button={
        <Button
          variant="contained"
          color={isEnabled ? 'primary' : 'error'}
          disabled={isStarting || counted === null || counted.changing === 0}
          onClick={() => void start(values)}
        >
          {`${isEnabled ? 'Restore' : 'Delete'} ${records(changing)}`}
        </Button>
      }
    >
      <Counting isActive={counted === null} failure={preview.error} retry={preview.refetch} />
      {counted && (
        <p role="status">
          {isEnabled
            ? `${records(counted.changing)} come back into the list.`
            : `${records(counted.changing)} leave the list. They can be restored.`}
          {!isEnabled && fields.some(({ key }) => key === placeField) && sayWhatStays(counted.changing)}
          {counted.unchanged > 0 &&
            ` ${showCount(counted.unchanged)} ${counted.unchanged === 1 ? 'is' : 'are'} ${state} already.`}
        </p>
      )}
      <p className={styles.missing}>It goes on when this page is closed, and can be stopped and undone.</p>
    </BulkAllFrame>
  );
}

type BulkAllFrameProps = {
  title: string;
  /** Whether a click beside it would throw something away. */
  isHeld: boolean;
  isTyped?: boolean;
  isStarting: boolean;
  isCancelFirst?: boolean;
  button: ReactElement;
  children: ReactNode;
  onClose: () => void;
};

function BulkAllFrame(props: BulkAllFrameProps) {
  const { title, isHeld, isTyped, isStarting, isCancelFirst = false, button, children, onClose } = props;
  return (
    <TitledDialog
      title={title}
      isWholeOnPhone={!isCancelFirst}
      maxWidth="sm"
      isTyped={isTyped === true}
      onClose={(_, reason) => {
        if (!isStarting && (reason === 'escapeKeyDown' || !isHeld)) onClose();
      }}
    >
      <DialogContent className={styles.content}>{children}</DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the safest thing to do has the focus */}
        <Button autoFocus={isCancelFirst} disabled={isStarting} onClick={onClose}>
          Cancel
        </Button>
        {button}
      </DialogActions>
    </TitledDialog>
  );
}

type CountingProps = { isActive: boolean; failure: Error | null; retry: () => Promise<unknown> };

function Counting({ isActive, failure, retry }: CountingProps) {
  if (failure !== null)
    return <ErrorAlert failure={failure} title="This cannot be done" onRetry={() => void retry()} />;
  return <ProgressLine active={isActive} label="Counting" />;
}

/** What stands in the way of some of them. */
function Reasons({ preview: { reasons } }: { preview: BulkChangePreview }) {
  if (reasons.length === 0) return null;
  return (
    <div role="alert" className={styles.failures}>
      <strong>Some cannot be changed</strong>
      {reasons.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
