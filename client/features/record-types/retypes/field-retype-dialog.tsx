// A field of records, or of their lines, is to get another data type.
import { useMemo } from 'react';
import { startRetype } from './api.ts';
import { RetypeDialog, type RetypeDialogProps } from './retype-dialog.tsx';
import { useChangeDesigns } from '../use-designs.ts';
import { lookAtField } from './use-retype-report.ts';

type FieldRetypeDialogProps = Omit<RetypeDialogProps, 'thing' | 'toRecords'> & {
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
  toRecords: (numbers: readonly number[]) => string | null;
};

export function FieldRetypeDialog(props: FieldRetypeDialogProps) {
  const { recordTypeId, field, ofLines, lists, toRecords, onClose } = props;
  const { id, version } = field;
  const change = useChangeDesigns();
  const look = useMemo(
    () => lookAtField(recordTypeId, { fieldId: id, ofLines }),
    [recordTypeId, id, ofLines],
  );
  return (
    <RetypeDialog
      thing={{
        ...field,
        holders: ofLines ? 'lines' : 'records',
        look,
        change: ofLines
          ? { kind: 'LINE_FIELD', id, takes: 'RETYPE' }
          : { kind: 'FIELD', id: recordTypeId, fieldKey: `f${id}`, takes: 'RETYPE' },
        start: (choice) => change(() => startRetype({ fieldId: id, ofLines, version, ...choice })),
      }}
      lists={lists}
      toRecords={(_type, numbers) => toRecords(numbers)}
      onClose={onClose}
    />
  );
}
