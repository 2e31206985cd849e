// What stands beside the fields of a record: its document, its files, its history. Each comes when it is opened.
import { readAttachedFiles, recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo } from 'react';
import { historyKey } from '../features/audit-log/api.ts';
import { getRecordFile } from '../features/records/api.ts';
import type { RecordField } from '../features/records/record-field.ts';
import type { RecordPane } from '../features/records/record-page/record-pane.ts';
import { recordQuery } from '../features/records/record-page/use-record.ts';
import { rowLabel, type RecordRow } from '../features/records/record-row.ts';
import { storedValues } from '../features/records/row-edit/row-values.ts';
import { DocumentElsewhere } from './document-elsewhere.tsx';
import { useDocumentWindow } from './use-document-window.tsx';
import type { TakingFromDocument } from './use-record-taking.tsx';
import { Icon } from '../ui/icons.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import styles from './use-record-pane.module.css';
import { ProgressLine } from '../ui/progress-line.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const DocumentViewer = lazyPart(async () => ({
  default: (await import('../features/documents/document-viewer.tsx')).DocumentViewer,
}));
const RecordFilesList = lazyPart(async () => ({
  default: (await import('../features/attachments/record-files-list.tsx')).RecordFilesList,
}));
const RecordHistory = lazyPart(async () => ({
  default: (await import('../features/audit-log/record-history.tsx')).RecordHistory,
}));

export function useRecordPane(
  recordTypeId: number,
  record: RecordRow | null,
  fields: readonly RecordField[] | undefined,
  mayPutBack: boolean,
  taken: TakingFromDocument | null,
): RecordPane {
  const queryClient = useQueryClient();
  const id = record?.id ?? null;
  const version = record?.version ?? null;
  useEffect(() => {
    if (id !== null) void queryClient.invalidateQueries({ queryKey: historyKey(id) });
  }, [queryClient, id, version]);
  const beside = useDocumentWindow(recordTypeId, record, taken);
  const isNarrow = useMediaQuery('(width < 900px)');
  return useMemo(() => {
    if (record === null || fields === undefined) return {};
    const fileFields = fields.filter(({ dataType }) => dataType === 'attachment');
    const values = storedValues(fileFields, record);
    const file = record.recordFile;
    const count = [...values.values()].reduce((sum, value) => sum + readAttachedFiles(value).length, 0);
    return {
      ...(file != null && {
        document: ({ page, onPage }) =>
          beside.isOpen ? (
            <DocumentElsewhere page={page} pages={beside.pages} onPage={onPage} />
          ) : (
            <Suspense fallback={<ProgressLine active />}>
              <DocumentViewer
                key={file.id}
                file={{ id: file.id, name: file.originalFileName ?? 'document.pdf' }}
                getUrl={async () => (await getRecordFile(file.id)).signedUrl}
                page={page}
                onPage={onPage}
                {...(taken && { taking: taken.taking, marks: taken.marks })}
                {...(!isNarrow && {
                  tools: (
                    <button
                      type="button"
                      data-stop
                      className={styles.tool}
                      aria-label="Open in a window of its own"
                      title="Open in a window of its own"
                      onClick={beside.open}
                    >
                      <Icon name="external" />
                    </button>
                  ),
                })}
              />
            </Suspense>
          ),
      }),
      ...(fileFields.length > 0 && {
        attachments: {
          count,
          render: ({ mayEdit, onDocument }) => (
            <Suspense fallback={<ProgressLine active />}>
              <RecordFilesList
                key={record.id}
                recordTypeId={recordTypeId}
                recordId={record.id}
                fields={fileFields}
                values={values}
                mayEdit={mayEdit}
                onChange={() =>
                  void queryClient.invalidateQueries({
                    queryKey: recordQuery(recordTypeId, record.id).queryKey,
                  })
                }
                {...(file != null && {
                  onOpen: (key: string) => {
                    if (key === recordFileKey) onDocument();
                  },
                })}
              />
            </Suspense>
          ),
        },
      }),
      history: () => (
        <Suspense fallback={<ProgressLine active />}>
          <RecordHistory
            key={record.id}
            record={{ id: record.id, label: rowLabel(record) }}
            recordTypeId={recordTypeId}
            fields={fields}
            mayPutBack={mayPutBack}
            onChanged={() => {
              for (const of of ['records', 'line-items'])
                void queryClient.invalidateQueries({ queryKey: [of] });
            }}
          />
        </Suspense>
      ),
    };
  }, [recordTypeId, record, fields, mayPutBack, taken, beside, isNarrow, queryClient]);
}
