// The three states of an attachment field (Specification 4): no file, files on their way, files chosen that can be
// removed. One picker for the cell of a grid and for a form.
import { showSize } from '@rowhouse/domain/kernel/formats.ts';
import { type AttachedFile, recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { takenExtensions } from '@rowhouse/domain/attachments/file-types.ts';
import { mostFilesOf } from '@rowhouse/domain/attachments/rules.ts';
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type Ref,
  type RefObject,
} from 'react';
import { Icon } from '../../ui/icons.tsx';
import { useFileDrag } from './file-drag.ts';
import styles from './file-picker.module.css';
import type { FileUpload } from './use-file-upload.ts';

export type FilePickerHandle = { focus: () => void };

type FilePickerProps = {
  /** The field's name. */
  label: string;
  fieldKey: string;
  files: readonly AttachedFile[];
  upload: FileUpload;
  onRemove: (file: AttachedFile) => void;
  id?: string | undefined;
  required?: boolean | undefined;
  /** Id of what says that something is wrong with the field. */
  describedBy?: string | undefined;
  isInvalid?: boolean | undefined;
  ref: Ref<FilePickerHandle>;
};

const clickOrDrop = 'Click to upload or drag and drop';

export function FilePicker(props: FilePickerProps) {
  const { label, fieldKey, files, upload, onRemove, id, required, describedBy, isInvalid, ref } = props;
  const { sending, failure, retry, send, cancel } = upload;
  const replaced = useRef<AttachedFile | undefined>(undefined);
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isOver, setIsOver] = useState(false);
  const isRecordFile = fieldKey === recordFileKey;
  const most = mostFilesOf(fieldKey);
  const choose = (instead?: AttachedFile) => {
    replaced.current = instead;
    input.current!.click();
  };
  const focus = () => root.current?.querySelector('button')?.focus({ preventScroll: true });
  useImperativeHandle(ref, () => ({ focus }));
  const isDragged = useFileDrag(fieldKey) && sending === null;
  const state = sending !== null ? 'sending' : files.length > 0 ? `chosen ${files.length}` : 'empty';
  useFocusKept(root, state);

  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = sending === null ? 'copy' : 'none';
    setIsOver(sending === null);
  };
  const main = {
    id,
    'aria-describedby': [describedBy, hintId].filter(Boolean).join(' '),
    'aria-invalid': isInvalid || undefined,
    'data-required': required || undefined,
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is dropped here is chosen by a button too
    <div
      ref={root}
      role="group"
      aria-label={label}
      className={styles.picker}
      data-over={isOver || isDragged || undefined}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        // One that is dropped on the only file of a field takes its place.
        send([...event.dataTransfer.files], isRecordFile ? files[0] : undefined);
      }}
    >
      {sending !== null && (
        <div className={styles.row}>
          <div className={styles.words}>
            <span className={styles.name}>
              {sending.name}
              {sending.count > 1 && (
                <span className={styles.hint}>
                  {' '}
                  {sending.place} of {sending.count}
                </span>
              )}
            </span>
            <progress
              className={styles.progress}
              max={1}
              value={sending.part}
              aria-label={`Upload of ${sending.name}`}
            />
          </div>
          <button type="button" className={styles.button} onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      {sending === null &&
        files.map((file, index) => (
          <div key={file.id} className={styles.row}>
            <Icon name="file" />
            <span className={styles.words}>
              <span className={styles.name}>{file.name}</span>
              {file.sizeBytes !== null && <span className={styles.hint}>{showSize(file.sizeBytes)}</span>}
            </span>
            <span className={styles.actions}>
              <button
                type="button"
                className={styles.button}
                aria-label={`Replace ${file.name}`}
                onClick={() => choose(file)}
                {...(index === 0 && main)}
              >
                Replace
              </button>
              <button
                type="button"
                className={styles.button}
                aria-label={`Remove ${file.name}`}
                onClick={() => onRemove(file)}
              >
                Remove
              </button>
            </span>
          </div>
        ))}
      {sending === null && files.length > 0 && files.length < most && (
        <button
          type="button"
          className={styles.more}
          aria-label={`Add files to ${label}`}
          onClick={() => choose()}
        >
          <Icon name="plus" size={16} />
          Add files
        </button>
      )}
      {sending === null && files.length === 0 && (
        <button
          type="button"
          className={styles.area}
          data-failed={failure !== null || undefined}
          aria-label={`${label}: ${clickOrDrop}`}
          onClick={() => choose()}
          {...main}
        >
          <Icon name="upload" />
          <span>
            Click to upload<span className={styles.drop}> or drag and drop</span>
          </span>
        </button>
      )}
      {/* A failure takes its place, so that a form does not grow by it. */}
      <p
        id={hintId}
        className={
          files.length === 0 && sending === null && failure === null ? styles.hint : 'rh-visually-hidden'
        }
      >
        {isRecordFile ? 'PDF (max. 3MB)' : `Up to ${most} files (max. 10 MB each)`}
      </p>
      {failure !== null && (
        <div role="alert" className={styles.failure}>
          <strong>Error!</strong> {failure}
          {retry !== null && (
            <button type="button" className={styles.button} onClick={retry}>
              Retry
            </button>
          )}
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple={most > 1}
        aria-label={label}
        accept={isRecordFile ? '.pdf,application/pdf' : takenExtensions.map((one) => `.${one}`).join()}
        onChange={(event) => {
          send([...(event.currentTarget.files ?? [])], replaced.current);
          // The same file can be chosen once more.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** A state takes the buttons of the one before away; who was on one of them is on the first of the new ones. */
function useFocusKept(root: RefObject<HTMLElement | null>, state: string) {
  const wasWithin = useRef(false);
  useLayoutEffect(() => {
    const element = root.current!;
    const isLost = document.activeElement === document.body;
    if (wasWithin.current && isLost) element.querySelector('button')?.focus({ preventScroll: true });
    const note = () => {
      wasWithin.current = element.contains(document.activeElement);
    };
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [root, state]);
}
