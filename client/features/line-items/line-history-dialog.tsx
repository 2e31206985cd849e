import { auditPage } from '@rowhouse/domain/audit-log/page.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { HistoryDialog, nextHistoryOffset } from '../../ui/history-dialog.tsx';
import { findLineHistory } from './edit/api.ts';
import type { LineCells } from './use-line-cells.ts';
import type { LineId, LineType } from './line.ts';

type LineHistoryDialogProps = {
  record: { readonly id: number; readonly label: string };
  type: LineType;
  cells: LineCells;
  /** Where lines stand now. */
  places: ReadonlyMap<LineId, number>;
  onClose: () => void;
};

type Log = Awaited<ReturnType<typeof askPage>>['logs'][number];

const askPage = (recordId: number, offset: number, signal: AbortSignal) =>
  findLineHistory({ filterInput: { recordId }, pagination: { offset, limit: auditPage } }, signal);

const activities: Readonly<Record<string, string>> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  reorder: 'Reordered',
};

export function LineHistoryDialog({ record, type, cells, places, onClose }: LineHistoryDialogProps) {
  const query = useInfiniteQuery({
    queryKey: ['line-items', 'history', record.id],
    queryFn: ({ pageParam, signal }) => askPage(record.id, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: nextHistoryOffset,
    gcTime: 0,
  });
  const fields = new Map(type.fields.map((field) => [field.key, field]));
  const show = (fieldId: number | null | undefined, value: string | null | undefined) => {
    if (value == null) return '–';
    const field = fieldId == null ? undefined : fields.get(additionalFieldKey(fieldId));
    // What the field kept when it was of another type reads as it was written.
    if (field === undefined || valueOf(field.dataType).whyNot(value) !== null) return value;
    return cells.text(field, value) || value;
  };
  const lineOf = ({ lineItemsRowId: id, action }: Log) => {
    if (id == null) return 'All';
    const place = places.get(id);
    if (place !== undefined) return `Line ${place}`;
    return action === 'delete' ? 'Line' : 'Deleted line';
  };
  return (
    <HistoryDialog
      title={`History of the lines of ${record.label}`}
      emptyText="Changes of lines will stand here."
      query={query}
      describe={(log) => ({
        id: log.id,
        part: lineOf(log),
        changes: log.changes.map(({ what, lineItemsByTypeFiledsId: id, oldValue, newValue }) => ({
          what,
          before: show(id, oldValue),
          after: show(id, newValue),
        })),
        activity: activities[log.action] ?? log.action,
        user: log.user?.name ?? log.user?.email ?? 'Unknown',
        at: log.datetime,
      })}
      onClose={onClose}
    />
  );
}
