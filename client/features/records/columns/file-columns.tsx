import { showSize } from '@rowhouse/domain/kernel/formats.ts';
import { readAttachedFiles, type AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
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
  opening: RecordFiles,
): readonly RecordColumn[] {
  return columns.map((column) => {
    const field = fields.get(column.id);
    if (field?.dataType !== 'attachment') return column;
    const { key } = field;
    return {
      ...column,
      render: (record) => {
        const stored = storedValue(field, record);
        const files = readAttachedFiles(stored);
        if (files.length === 0) {
          if (stored !== '') noteBroken(`${field.name} of record ${record.id}`);
          return column.render?.(record);
        }
        return besideEachOther(
          files.map((file) => (
            <button
              key={file.id}
              type="button"
              tabIndex={-1}
              className={styles.file}
              {...(files.length > 1 && { title: file.name })}
              onClick={() => opening.open(key, record, file)}
            >
              {describe(file, files.length)}
            </button>
          )),
        );
      },
      ...(column.edit && {
        edit: {
          ...column.edit,
          show: (value) => {
            const files = readAttachedFiles(value);
            if (files.length === 0) return column.edit!.show('');
            return besideEachOther(
              files.map((file) => (
                <span key={file.id} className={styles.draft}>
                  {describe(file, files.length)}
                </span>
              )),
            );
          },
          editor: (props) => opening.renderEditor(key, props),
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

/** Several share the width of the cell: each keeps its sign, and as much of its name as there is room for. */
const besideEachOther = (files: readonly ReactNode[]): ReactNode =>
  files.length === 1 ? files[0] : <span className={styles.several}>{files}</span>;

const describe = ({ name, sizeBytes }: AttachedFile, count: number): ReactNode => (
  <>
    <Icon name="file" size={16} />
    <span className={styles.name}>{name}</span>
    {sizeBytes !== null && count === 1 && <span className={styles.size}>{showSize(sizeBytes)}</span>}
  </>
);
