// What the grid writes into lines in edit, those of a record and those of one that is not there yet.
import { judgeTogether, type TogetherCell } from '@rowhouse/domain/records/pasted-together.ts';
import { indexChoices, readPasted } from '@rowhouse/domain/records/written-value.ts';
import { viewerZone } from '../../platform/clock.ts';
import type { Confirm, Question } from '../../ui/confirm-dialog.tsx';
import type { CellWrite, GridEditing, WriteKind } from '../../ui/grid/grid-column.ts';
import { isEdited, type Line, type LineField, type LineId } from './line.ts';
import type { LineSession } from './line-kind.ts';
import type { LineCells } from './use-line-cells.ts';

type LineEditingParts = {
  readonly session: LineSession;
  readonly confirm: Confirm;
  /** Those that are stored. */
  readonly getLines: () => readonly Line[];
  readonly getFields: () => readonly LineField[];
  readonly getCells: () => LineCells;
};

export function createLineEditing(parts: LineEditingParts): GridEditing {
  const { session, confirm, getLines, getFields, getCells } = parts;
  const begin = (ids: readonly LineId[]) => {
    const lines = getLines();
    session.begin(ids.flatMap((id) => lines.find((line) => line.id === id) ?? []));
    return true;
  };
  const whyLocked = ({ row, column }: CellWrite) => session.getRows().get(row)?.look.locked?.get(column);
  return {
    begin,
    async write(writes, kind, leftOut = 0) {
      const fields = new Map(
        getFields()
          .filter(isEdited)
          .map((field) => [field.key, field]),
      );
      const written = writes.filter(({ column }) => fields.has(column));
      const added = [...new Set(written.map(({ row }) => row))].filter((id) => !session.getRows().has(id));
      // What a line closes is known once it is in edit.
      begin(added);
      const whyUnclear = judgeTogether(kind === 'paste' ? written.flatMap(textOf(fields)) : []);
      const whyNot = (write: CellWrite) =>
        whyLocked(write) ?? textOf(fields)(write).map(whyUnclear)[0] ?? undefined;
      const fitting = written.filter((write) => whyNot(write) === undefined);
      const lost = leftOut + writes.length - fitting.length;
      const closed = written.flatMap((write) => whyNot(write) ?? []);
      // Nothing is written before it is known what would not be.
      const isAsked = kind === 'paste' ? lost > 0 : kind === 'fill' && closed.length > 0;
      if (isAsked && !(await confirm(misfit(kind, fitting.length, lost, closed)))) {
        session.leave(added);
        return;
      }
      session.write(
        fitting.map((write) => ({ ...write, value: valueOf(write, fields.get(write.column)!, getCells()) })),
      );
    },
  };
}

/** What comes from another program; a cell that was copied here brings its value. */
const textOf =
  (fields: ReadonlyMap<string, LineField>) =>
  ({ column, text, value }: CellWrite): readonly TogetherCell[] => {
    const field = fields.get(column);
    return field === undefined || value !== undefined ? [] : [{ dataType: field.dataType, text }];
  };

/** So many reasons are told of cells that are left out. */
const mostReasons = 3;

function misfit(kind: WriteKind, fitting: number, lost: number, closed: readonly string[]): Question {
  const count = (cells: number) => cells.toLocaleString('en-US');
  const all = `${count(fitting + lost)} ${fitting + lost === 1 ? 'cell' : 'cells'}`;
  const verb = kind === 'fill' ? 'Fill' : 'Paste';
  const reasons = [...new Set(closed)].slice(0, mostReasons);
  if (closed.length === lost)
    return {
      title: `${verb} ${count(fitting)} of ${all}?`,
      body: `${count(lost)} will be left out. ${reasons.join(' ')}`,
      confirmLabel: `${verb} ${count(fitting)} ${fitting === 1 ? 'cell' : 'cells'}`,
    };
  return {
    title: `Paste ${count(fitting)} of ${all}?`,
    body:
      `${count(lost)} of what you paste would stand beyond the last line or column, or where nothing can be written, ` +
      `and will be left out. ${reasons.map((why) => `${why} `).join('')}` +
      'To add the copied rows as lines, save or cancel the edit first, then paste.',
    confirmLabel: `Paste ${count(fitting)} ${fitting === 1 ? 'cell' : 'cells'}`,
  };
}

function valueOf({ text, value }: CellWrite, field: LineField, cells: LineCells): string {
  if (value !== undefined) return value;
  const read = readPasted(field, text, indexChoices(cells.options(field) ?? []), viewerZone());
  // What is no value stays as it was written, and its cell says what is wrong.
  return read.whyNot === undefined ? read.value : text;
}
