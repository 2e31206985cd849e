import {
  readAttachedFile,
  showFileSize,
  type AttachedFile,
} from '@rowhouse/domain/attachments/attached-file.ts';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import styles from './file-columns.module.css';
import type { RecordColumn } from './record-columns.tsx';
import type { RecordField } from '../record-field.ts';
import type { RecordFiles } from '../record-files.ts';
import { storedValue } from '../row-edit/row-values.ts';

/** The columns of the grid, those that hold files with a button in each cell and an editor of their own. */
export function withFileCells(
  columns: readonly RecordColumn[],
  fields: ReadonlyMap<string, RecordField>,
  files: RecordFiles,
): readonly RecordColumn[] {
  return columns.map((column) => {
    const field = fields.get(column.id);
    if (field?.dataType !== 'attachment') return column;
    const { key } = field;
    return {
      ...column,
      render: (record) => {
        const stored = storedValue(field, record);
        const file = readAttachedFile(stored);
        if (file === null) {
          if (stored !== '') noteBroken(`${field.name} of record ${record.id}`);
          return column.render?.(record);
        }
        return (
          <button
            type="button"
            tabIndex={-1}
            className={styles.file}
            onClick={() => files.open(key, record, file)}
          >
            {describe(file)}
          </button>
        );
      },
      ...(column.edit && {
        edit: {
          ...column.edit,
          show: (value) => {
            const file = readAttachedFile(value);
            return file === null ? (
              column.edit!.show('')
            ) : (
              <span className={styles.draft}>{describe(file)}</span>
            );
          },
          editor: (props) => files.renderEditor(key, props),
        },
      }),
    };
  });
}

const noted = new Set<string>();

/** Specification 8: a value that does not parse is logged only. Cells are rendered often, it is said once. */
function noteBroken(where: string) {
  if (noted.has(where)) return;
  noted.add(where);
  // oxlint-disable-next-line no-console -- the log of a browser
  console.warn(`The value of ${where} is no attachment.`);
}

const describe = ({ name, sizeBytes }: AttachedFile): ReactNode => (
  <>
    <Icon name="file" size={16} />
    <span className={styles.name}>{name}</span>
    {sizeBytes !== null && <span className={styles.size}>{showFileSize(sizeBytes)}</span>}
  </>
);
