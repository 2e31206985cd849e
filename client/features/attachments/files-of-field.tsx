import { takenExtensions } from '@rowhouse/domain/attachments/file-types.ts';
import { mostFilesOf } from '@rowhouse/domain/attachments/rules.ts';
import { useEffect, useId, useRef, useState, type DragEvent, type RefObject } from 'react';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { changeRecordFiles, isRecordFile, type RecordPlace, type SavedFiles } from './change-record-files.ts';
import { useFileDrag } from './file-drag.ts';
import { FileRow } from './file-row.tsx';
import type { FileField, ListedFile } from './listed-file.ts';
import styles from './record-files-list.module.css';
import type { UploadQueue, UploadRow } from './upload-queue.ts';
import { UploadingRow } from './uploading-row.tsx';

type FilesOfFieldProps = {
  place: RecordPlace;
  field: FileField;
  files: readonly ListedFile[];
  uploads: readonly UploadRow[];
  queue: UploadQueue;
  mayEdit: boolean;
  mayDelete: boolean;
  /** Told after each change, with what is said of it. */
  onSaved: (saved: SavedFiles, said: string) => void;
  onOpen?: (fieldKey: string, file: ListedFile) => void;
};

export function FilesOfField(props: FilesOfFieldProps) {
  const { place, field, files, uploads, queue, mayEdit, mayDelete, onSaved, onOpen } = props;
  const confirm = useConfirm();
  const root = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const titleId = useId();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const isOne = isRecordFile(field.key);
  const isDragged = useFileDrag(field.key);
  const running = uploads.filter(({ state }) => state.kind !== 'failed').length;
  const hasRoom = isOne ? running === 0 : files.length + running < mostFilesOf(field.key);
  const takes = mayEdit && hasRoom;
  const isEmpty = files.length === 0 && uploads.length === 0;
  useFocusKept(
    root,
    `${isEmpty} ${files.map(({ id }) => id).join()} ${uploads.map(({ key }) => key).join()}`,
  );

  function add(given: readonly File[]) {
    if (given.length > 0) setRefused(queue.add(field.key, given, files));
  }

  async function remove(file: ListedFile) {
    await confirm({
      title: 'Are you sure you want to delete this attachment?',
      body: file.name,
      confirmLabel: 'Delete',
      loadingLabel: 'Deleting',
      tone: 'danger',
      onConfirm: async () => {
        const saved = await changeRecordFiles(place, field.key, (standing) =>
          standing.filter(({ id }) => id !== file.id),
        );
        onSaved(saved, `${file.name} is deleted.`);
      },
    });
  }

  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = takes ? 'copy' : 'none';
    setOver(takes);
  };
  const choose = () => input.current!.click();
  const hint = isOne ? 'PDF (max. 3MB)' : `Up to ${mostFilesOf(field.key)} files, each up to 10 MB`;

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is dropped here is chosen by a button too
    <section
      ref={root}
      className={styles.field}
      aria-labelledby={titleId}
      data-lit={(takes && isDragged) || undefined}
      data-over={isOver || undefined}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (takes) add([...event.dataTransfer.files]);
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {field.name}
        </h2>
        {!isEmpty && mayEdit && <span className={styles.hint}>{isOne ? hint : 'each up to 10 MB'}</span>}
        {!isEmpty && !isOne && takes && (
          <button
            type="button"
            className={styles.add}
            aria-label={`Add files to ${field.name}`}
            onClick={choose}
          >
            <Icon name="plus" size={16} />
            Add files
          </button>
        )}
      </div>
      {isEmpty ? (
        <button type="button" className={styles.area} onClick={choose}>
          <Icon name="upload" size={20} />
          <span className={styles.invitation}>
            <VisuallyHidden>{`${field.name}: `}</VisuallyHidden>
            Click to upload<span className={styles.drop}> or drag and drop</span>
          </span>
          <span className={styles.hint}>{hint}</span>
        </button>
      ) : (
        <ul className={styles.rows}>
          {files.map((file) => (
            <FileRow
              key={file.id}
              place={place}
              fieldKey={field.key}
              file={file}
              mayEdit={mayEdit}
              mayDelete={mayEdit && mayDelete}
              onDelete={() => void remove(file)}
              onSaved={onSaved}
              {...(isOne && takes && { onReplace: choose })}
              {...(onOpen && isOne && { onOpen: () => onOpen(field.key, file) })}
            />
          ))}
          {uploads.map((upload) => (
            <UploadingRow
              key={upload.key}
              upload={upload}
              onCancel={() => queue.cancel(upload.key)}
              onRetry={() => queue.retry(upload.key, files)}
            />
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <div role="alert" className={styles.refused}>
          <strong>Error!</strong>{' '}
          {refused.map((sentence) => (
            <span key={sentence} className={styles.sentence}>
              {sentence}
            </span>
          ))}
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isOne}
        aria-label={field.name}
        accept={isOne ? '.pdf,application/pdf' : takenExtensions.map((one) => `.${one}`).join()}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])]);
          // The same file can be chosen once more.
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}

/** Who was on a button of a row that went is on the first one of what is left. */
function useFocusKept(root: RefObject<HTMLElement | null>, shown: string) {
  const wasWithin = useRef(false);
  useEffect(() => {
    const element = root.current!;
    const note = () => {
      wasWithin.current = element.contains(document.activeElement);
    };
    if (wasWithin.current && document.activeElement === document.body)
      element.querySelector('button')?.focus({ preventScroll: true });
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [root, shown]);
}
