// Cells of a file as they will stand in the record, and why one cannot.
import type { ScrollColumn } from '../../../ui/scroll-table.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { ImportJudgement } from './api.ts';
import styles from './import-dialog.module.css';
import type { SentFile } from './use-import.ts';

type PreviewValue = ImportJudgement['rows'][number]['values'][number];
export type TakenColumn = { readonly index: number; readonly name: string };

/** The columns of the file that go to a field, by the names of the fields. */
export function takenColumns({ created }: SentFile, keys: readonly string[]): TakenColumn[] {
  return keys.flatMap((key, index) => {
    const field = created.fields.find((one) => one.key === key);
    return field === undefined ? [] : [{ index, name: field.name }];
  });
}

type FileRow = { readonly cells: readonly string[]; readonly values: readonly PreviewValue[] };

/** Where the columns are not settled yet nothing says what the cells become: then they stand as in the file. */
export function valueColumns<Row extends FileRow>(taken: readonly TakenColumn[]): ScrollColumn<Row>[] {
  const valueIn = ({ values }: Row, index: number) => values.find(({ column }) => column === index);
  return taken.map(({ index, name }) => ({
    key: index,
    name,
    className: (row) => (valueIn(row, index)?.fault == null ? styles.sample : styles.wrongCell),
    renderCell(row) {
      const value = valueIn(row, index);
      return value === undefined ? row.cells[index] : <PreviewCell value={value} />;
    },
  }));
}

function PreviewCell({ value: { shown, source, fault } }: { value: PreviewValue }) {
  if (fault !== null)
    return (
      <>
        <span className={styles.unread}>
          <Icon name="error" size={16} />
          {shown === '' ? 'Empty' : shown}
        </span>
        <span className={styles.reason}>{fault}</span>
      </>
    );
  if (source === 'EMPTY') return <span className={styles.quiet}>Empty</span>;
  if (source === 'KEPT') return <span className={styles.quiet}>Stays as it is</span>;
  if (source === 'GIVEN' && shown === '') return <span className={styles.quiet}>The next number</span>;
  return source === 'GIVEN' ? (
    <>
      {shown} <span className={styles.quiet}>(filled in)</span>
    </>
  ) : (
    shown
  );
}

/** What is said of a row and of no cell of it. */
export function faultOfRow(fault: string | null, values: readonly PreviewValue[]): string {
  const rest = values.reduce((text, one) => text.replace(one.fault ?? '', ''), fault ?? '');
  return rest.replace(/^(; )+|(; )+$/g, '').replace(/(; ){2,}/g, '; ');
}
