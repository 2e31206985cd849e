import { Select } from '../../../ui/inputs/select.tsx';
import { ScrollTable } from '../../../ui/scroll-table.tsx';
import styles from './import-dialog.module.css';
import type { SentFile } from './use-import.ts';

type ImportColumnsProps = {
  sent: SentFile;
  keys: readonly string[];
  onChange: (keys: readonly string[]) => void;
};

/** Each column of the file, with what stands in it first, and the field that it goes to. */
export function ImportColumns({ sent, keys, onChange }: ImportColumnsProps) {
  const { fields } = sent.created;
  const missing = fields.filter(({ key, required }) => required && !keys.includes(key));
  return (
    <section className={styles.half}>
      <h3 className={styles.heading}>Columns</h3>
      <ScrollTable
        label="Columns of the file"
        className={`${styles.table} ${styles.columns}`}
        columns={[
          {
            name: 'Column',
            isRowHeader: true,
            className: styles.column,
            renderCell: ({ header }: Column) => header,
          },
          {
            name: 'In the first row',
            className: styles.sample,
            renderCell: ({ index }: Column) => sent.firstRow[index] ?? '',
          },
          {
            name: 'Goes to',
            className: styles.target,
            renderCell: ({ header, index }: Column) => (
              <Select
                small
                aria-label={`${header} goes to`}
                value={keys[index] ?? ''}
                onChange={({ target }) => onChange(keys.with(index, target.value))}
              >
                <option value="">Not taken</option>
                {fields.map(({ key, name, required }) => (
                  <option key={key} value={key} disabled={keys.includes(key) && keys[index] !== key}>
                    {required ? `${name} *` : name}
                  </option>
                ))}
              </Select>
            ),
          },
        ]}
        rows={sent.reading.headers.map((header, index): Column => ({ header, index }))}
        rowKey={({ index }) => index}
      />
      {missing.some(({ key }) => key === 'recordNumber') && (
        <p className={styles.hint}>Without a column for it, each record is given the next number.</p>
      )}
    </section>
  );
}

type Column = { readonly header: string; readonly index: number };
