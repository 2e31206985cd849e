import { showSize } from '@rowhouse/domain/kernel/formats.ts';
import { longestAnnotation, longestFileName } from '@rowhouse/domain/attachments/limits.ts';
import { renameFile, splitFileName } from '@rowhouse/domain/attachments/rules.ts';
import { useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { readDraft, removeDraft, writeDraft } from '../../platform/storage/drafts.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { describeFile, type RecordPlace, type SavedFiles } from './change-record-files.ts';
import { showUploadTime } from './file-words.ts';
import { downloadAttachment, openAttachment } from './open-attachment.ts';
import type { ListedFile } from './listed-file.ts';
import styles from './record-files-list.module.css';

type FileRowProps = {
  place: RecordPlace;
  fieldKey: string;
  file: ListedFile;
  mayEdit: boolean;
  mayDelete: boolean;
  onDelete: () => void;
  /** Of a record file, which is one. */
  onReplace?: () => void;
  onOpen?: () => void;
  onSaved: (saved: SavedFiles, said: string) => void;
};

export function FileRow(props: FileRowProps) {
  const { place, fieldKey, file, mayEdit, mayDelete, onDelete, onReplace, onOpen, onSaved } = props;
  const draftName = `file:${place.recordTypeId}:${place.recordId}:${fieldKey}:${file.id}`;
  const [isResumed, setResumed] = useState(() => mayEdit && readDraft(draftName, isWords) !== null);
  const [isEdited, setEdited] = useState(isResumed);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    if (wasEdited.current && !isEdited) editButton.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const at = { ...place, fieldKey, fileId: file.id };

  if (isEdited)
    return (
      <li className={styles.row}>
        <FileEditor
          file={file}
          draftName={draftName}
          takesFocus={!isResumed}
          onLeave={() => setEdited(false)}
          onSave={async (to) => {
            const saved = await describeFile(place, fieldKey, file, to);
            setEdited(false);
            onSaved(saved, `${renameFile(file.name, to.stem) ?? file.name} is saved.`);
          }}
        />
      </li>
    );
  return (
    <li className={styles.row}>
      <Icon name="file" size={20} />
      <div className={styles.words}>
        <p className={styles.naming}>
          <button
            type="button"
            className={styles.name}
            onClick={() => (onOpen ? onOpen() : void openAttachment(at))}
          >
            {file.name}
          </button>
          {file.description !== null && <span className={styles.description}>{file.description}</span>}
        </p>
        <p className={styles.facts}>
          {[showSize(file.fileSize * 1000), showUploadTime(file.createdAt), file.createdByName]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={styles.actions}>
        {mayEdit ? (
          <RowButton
            ref={editButton}
            icon="edit"
            label={`Rename or describe ${file.name}`}
            onClick={() => {
              setResumed(false);
              setEdited(true);
            }}
          />
        ) : (
          <span className={styles.lock} title="View only for your role">
            <Icon name="lock" size={18} />
            <span className="rh-visually-hidden">View only for your role</span>
          </span>
        )}
        {onReplace && <RowButton icon="upload" label={`Replace ${file.name}`} onClick={onReplace} />}
        <RowButton
          icon="download"
          label={`Download ${file.name}`}
          onClick={() => void downloadAttachment(at)}
        />
        {mayDelete && <RowButton icon="trash" label={`Delete ${file.name}`} onClick={onDelete} />}
      </div>
    </li>
  );
}

type RowButtonProps = {
  icon: IconName;
  label: string;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
};

const RowButton = ({ icon, label, onClick, ref }: RowButtonProps) => (
  <button
    ref={ref}
    type="button"
    className={styles.button}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <Icon name={icon} size={18} />
  </button>
);

/** What is typed of a file. */
type Words = { readonly name: string; readonly description: string };

const isWords = (value: unknown): value is Words =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'description' in value &&
  typeof value.description === 'string';

type FileEditorProps = {
  file: ListedFile;
  /** What is typed is kept under it: the list goes with its tab, and with the width of the window. */
  draftName: string;
  /** Whoever comes back to what they typed may be elsewhere in the page. */
  takesFocus: boolean;
  onLeave: () => void;
  onSave: (to: { stem: string; description: string }) => Promise<void>;
};

/** Enter saves, Esc leaves. The extension stands beside the name and stays. */
function FileEditor({ file, draftName, takesFocus, onLeave, onSave }: FileEditorProps) {
  const { stem, ending } = splitFileName(file.name);
  const [words, setWords] = useState(
    () => readDraft(draftName, isWords) ?? { name: stem, description: file.description ?? '' },
  );
  const { name, description } = words;
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    input.current!.focus();
    input.current!.select();
  }, [takesFocus]);

  function type(typed: Partial<Words>) {
    const next = { ...words, ...typed };
    setWords(next);
    writeDraft(draftName, next);
  }

  function leave() {
    removeDraft(draftName);
    onLeave();
  }

  async function save() {
    if (isSaving) return;
    if (name === stem && description === (file.description ?? '')) {
      leave();
      return;
    }
    setSaving(true);
    setFailure(null);
    try {
      await onSave({ stem: name, description });
      removeDraft(draftName);
    } catch (fault) {
      setFailure(toSentence(fault));
      setSaving(false);
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc leaves from any of its inputs
    <form
      className={styles.editor}
      aria-label={`Rename or describe ${file.name}`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label className={styles.label}>
        Name
        <span className={styles.boxed}>
          <input
            ref={input}
            className={styles.input}
            value={name}
            maxLength={longestFileName - ending.length}
            required
            autoComplete="off"
            onChange={(event) => type({ name: event.currentTarget.value })}
          />
          <span className={styles.ending}>{ending}</span>
        </span>
      </label>
      <label className={styles.label}>
        Description
        <span className={styles.boxed}>
          <input
            className={styles.input}
            value={description}
            maxLength={longestAnnotation}
            autoComplete="off"
            onChange={(event) => type({ description: event.currentTarget.value })}
          />
        </span>
      </label>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.choices}>
        <button type="button" className={styles.text} onClick={leave}>
          Cancel
        </button>
        <button type="submit" className={styles.text} disabled={isSaving}>
          {isSaving ? 'Saving' : 'Save'}
        </button>
      </div>
    </form>
  );
}
