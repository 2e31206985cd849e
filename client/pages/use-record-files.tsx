import { Suspense, useMemo } from 'react';
import { openAttachment } from '../features/attachments/open-attachment.ts';
import type { RecordFiles } from '../features/records/record-files.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const loadEditor = async () => ({
  default: (await import('../features/attachments/file-cell-editor.tsx')).FileCellEditor,
});
const FileCellEditor = lazyPart(loadEditor);

/** What the grid of the type needs for the cells that hold files. */
export function useRecordFiles(recordTypeId: number): RecordFiles {
  return useMemo(
    () => ({
      prepare: () => void loadEditor(),
      renderEditor: (fieldKey, props) => (
        <Suspense fallback={null}>
          <FileCellEditor {...props} recordTypeId={recordTypeId} fieldKey={fieldKey} />
        </Suspense>
      ),
      open: (fieldKey, record, file) =>
        void openAttachment({ recordTypeId, fieldKey, recordId: record.id, fileId: file.id }),
    }),
    [recordTypeId],
  );
}
