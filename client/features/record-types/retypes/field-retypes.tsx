import { type Design } from '../api.ts';
import { findWrittenSince, stopRetype, undoRetype } from './api.ts';
import { Retypes, type RetypeWork } from './retypes.tsx';
import { useChangeDesigns } from '../use-designs.ts';

type FieldRetypesProps = {
  design: Design;
  /** The kind of lines whose fields are meant; null for the fields of records. */
  lineTypeId: number | null;
  toRecords: (numbers: readonly number[]) => string | null;
};

/** Fields whose type is being changed, or was changed and can be changed back. */
export function FieldRetypes({ design, lineTypeId, toRecords }: FieldRetypesProps) {
  const change = useChangeDesigns();
  const fields =
    lineTypeId === null
      ? design.fields
      : (design.lineTypes.find(({ id }) => id === lineTypeId)?.fields ?? []);
  const retypes = design.retypes
    .filter((one) => (one.lineTypeId ?? null) === lineTypeId)
    .map((one) => ({ ...one, name: fields.find(({ id }) => id === one.fieldId)?.name ?? 'A deleted field' }));
  const work: RetypeWork = {
    holders: lineTypeId === null ? 'records' : 'lines',
    stop: (id) => change(() => stopRetype(id)),
    undo: (id) => change(() => undoRetype(id)),
    async findWritten(id, signal) {
      const found = await findWrittenSince(id, signal);
      return {
        written: found.map(({ id: recordId, recordNumber, at, by }) => ({
          key: String(recordId),
          holder: String(recordNumber),
          at,
          by: by ?? null,
        })),
        toGrid: toRecords(found.map(({ recordNumber }) => recordNumber)),
      };
    },
  };
  return <Retypes retypes={retypes} work={work} />;
}
