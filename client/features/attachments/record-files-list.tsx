// All files of a record, by the field that holds them, the record file first. A file counts when it is up: it is in the
// record at once, with its own entry in the history, and nothing here waits for Save.
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useObserved } from '../../platform/observed.ts';
import { findRecordFiles } from './api.ts';
import { filesKey, type SavedFiles } from './change-record-files.ts';
import { FilesOfField } from './files-of-field.tsx';
import type { FileField, ListedFile } from './listed-file.ts';
import styles from './record-files-list.module.css';
import { uploadsOf } from './upload-queue.ts';

type RecordFilesListProps = {
  recordTypeId: number;
  recordId: number;
  fields: readonly FileField[];
  /** The stored values of the record by the key of their field: when its files change, the list is read again. */
  values?: ReadonlyMap<string, string>;
  /** Whether the record may be changed at all; each field has its own access beside. */
  mayEdit: boolean;
  /** Told what stands in the record after a file came, went or was renamed. */
  onChange?: (saved: SavedFiles) => void;
  /** Shows a record file in the page; without it a file opens beside the page. */
  onOpen?: (fieldKey: string, file: ListedFile) => void;
};

export function RecordFilesList(props: RecordFilesListProps) {
  const { recordTypeId, recordId, fields, values, mayEdit, onChange, onOpen } = props;
  const place = useMemo(() => ({ recordTypeId, recordId }), [recordTypeId, recordId]);
  const queue = uploadsOf(place);
  const uploads = useObserved(queue.rows);
  const queryClient = useQueryClient();
  const queryKey = useMemo(() => ['record-files', recordTypeId, recordId], [recordTypeId, recordId]);
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => findRecordFiles(place, signal),
  });
  const voice = useRef<HTMLParagraphElement>(null);
  const say = (text: string) => {
    voice.current!.textContent = voice.current!.textContent === text ? `${text}\u00A0` : text;
  };
  const readAgain = () => queryClient.invalidateQueries({ queryKey });

  const settle = (saved: SavedFiles, said: string) => {
    void readAgain();
    say(said);
    onChange?.(saved);
  };
  const onUp = useEffectEvent(settle);
  useEffect(() => queue.onSaved((saved, name) => onUp(saved, `${name} is up.`)), [queue]);

  const fileFields = useMemo(
    () =>
      fields
        .filter(({ dataType }) => dataType === 'attachment')
        .toSorted((one, other) => Number(other.key === recordFileKey) - Number(one.key === recordFileKey)),
    [fields],
  );
  const standing = fileFields.map(({ key }) => filesKey(values?.get(key))).join('|');
  const before = useRef(standing);
  useEffect(() => {
    if (before.current === standing) return;
    before.current = standing;
    void queryClient.invalidateQueries({ queryKey });
  }, [standing, queryClient, queryKey]);

  const byField = useMemo(() => {
    const files = new Map<string, ListedFile[]>();
    for (const { recordAdditionalFieldByTypeId: fieldId, ...file } of found.data?.files ?? []) {
      const key = fieldId == null ? recordFileKey : additionalFieldKey(fieldId);
      const listed = {
        ...file,
        description: file.description ?? null,
        createdByName: file.createdByName ?? null,
        sizeBytes: null,
      };
      files.set(key, [...(files.get(key) ?? []), listed]);
    }
    return files;
  }, [found.data]);

  if (found.error && !found.data)
    return (
      <ErrorAlert
        failure={found.error}
        title="The files could not be loaded"
        onRetry={() => void found.refetch()}
      />
    );
  const shown = fileFields.filter(
    ({ key, access }) =>
      (mayEdit && access === 'Editable') || byField.has(key) || uploads.some((row) => row.fieldKey === key),
  );
  return (
    <div className={styles.list} aria-busy={found.isPending || undefined}>
      <p ref={voice} role="status" className="rh-visually-hidden" />
      {found.isPending
        ? fileFields.slice(0, 3).map(({ key }) => <div key={key} className={styles.skeleton} />)
        : shown.map((field) => (
            <FilesOfField
              key={field.key}
              place={place}
              field={field}
              files={byField.get(field.key) ?? noFiles}
              uploads={uploads.filter((row) => row.fieldKey === field.key)}
              queue={queue}
              mayEdit={mayEdit && field.access === 'Editable'}
              mayDelete={found.data?.mayDelete === true}
              onSaved={settle}
              {...(onOpen && { onOpen })}
            />
          ))}
      {!found.isPending && shown.length === 0 && <p className={styles.none}>No files</p>}
    </div>
  );
}

const noFiles: readonly ListedFile[] = [];
