// The columns of a board: what may be chosen, and what records hold besides.
import type { RecordAggregates } from '@rowhouse/domain/contract.generated.ts';
import { addDecimals, readDecimal, writeDecimal } from '@rowhouse/domain/kernel/decimal.ts';
import type { Option } from '../../../ui/inputs/option.ts';
import type { Move } from '../layouts/move-record.ts';
import type { RecordField } from '../record-field.ts';

export type BoardColumn = {
  /** As stored; '' for the records that hold none. */
  readonly id: string;
  readonly name: string;
  /** Null until it is known. */
  readonly count: number | null;
  /** Null where nothing is added, and until it is known. */
  readonly sum: string | null;
  /** Why no record may be moved to it, or null. */
  readonly whyClosed: string | null;
};

type Group = RecordAggregates['groups'][number];
type Answer = Pick<RecordAggregates, 'groups'> | undefined;

/**
 * Every choice in its order, then disabled ones and none, as far as there are records of them: the counts of all columns
 * are those of the filter.
 */
export function toColumns(
  field: RecordField,
  options: readonly Option[],
  answer: Answer,
): readonly BoardColumn[] {
  const groups = new Map((answer?.groups ?? []).map((group) => [group.values[0]?.value ?? '', group]));
  const known = new Map(options.map((option) => [option.id, option]));
  const isKnown = answer !== undefined;
  const toColumn = (id: string, name: string, whyClosed: string | null): BoardColumn => {
    const group = groups.get(id);
    return {
      id,
      name,
      count: isKnown ? Number(group?.measures[0] ?? 0) : null,
      sum: group?.measures[1] ?? null,
      whyClosed,
    };
  };
  const gone = [...groups].filter(([id]) => id !== '' && known.get(id)?.enabled !== true);
  const hasNone = groups.has('');
  return [
    ...options.filter(({ enabled }) => enabled).map(({ id, name }) => toColumn(id, name, null)),
    ...gone.map(([id, group]) =>
      toColumn(id, shownOf(group), `${shownOf(group)} is disabled: no record can be moved to it.`),
    ),
    ...(hasNone ? [toColumn('', `No ${field.name}`, whyNotNone(field))] : []),
  ];
}

const shownOf = ({ values }: Group): string => values[0]?.shown ?? '';

const whyNotNone = (field: RecordField): string | null =>
  field.required || field.key === 'status' ? `${field.name} is not left empty.` : null;

/** The columns with the moves that the numbers do not know yet. */
export function withMoves(
  columns: readonly BoardColumn[],
  moves: Iterable<Move>,
  { askedMs, amountOf }: { askedMs: number; amountOf: (move: Move) => string | null },
): readonly BoardColumn[] {
  const late = [...moves].filter(({ atMs, from, to }) => atMs > askedMs && from !== to);
  if (late.length === 0) return columns;
  return columns.map((column) =>
    late.reduce((before, move) => withMove(before, move, amountOf(move)), column),
  );
}

function withMove(column: BoardColumn, { from, to }: Move, amount: string | null): BoardColumn {
  if ((column.id !== from && column.id !== to) || column.count === null) return column;
  const isTo = column.id === to;
  return {
    ...column,
    count: column.count + (isTo ? 1 : -1),
    sum: amount === null ? column.sum : added(column.sum, amount, isTo ? 1n : -1n),
  };
}

function added(sum: string | null, amount: string, sign: bigint): string {
  const { units, scale } = readDecimal(amount);
  return writeDecimal(addDecimals(readDecimal(sum ?? '0'), { units: sign * units, scale }));
}
