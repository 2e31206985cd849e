// The files on their way into one record. It stands outside React: a tab that is left does not stop them.
import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import { headBytes, whyNotContent } from '@rowhouse/domain/attachments/file-types.ts';
import {
  findExtension,
  mostFilesOf,
  toFileName,
  tooManyFiles,
  whyNotFile,
} from '@rowhouse/domain/attachments/rules.ts';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { getSession } from '../../platform/session.ts';
import { holdUnsavedWork } from '../../platform/unsaved-work.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { createObserved, type Observed } from '../../platform/observed.ts';
import { changeRecordFiles, isRecordFile, type RecordPlace, type SavedFiles } from './change-record-files.ts';
import { isRefusedForGood, uploadFile } from './upload-file.ts';

export type UploadState =
  | { readonly kind: 'waiting' }
  /** `part` is from 0 to 1; `secondsLeft` is null while it cannot be told. */
  | { readonly kind: 'sending'; readonly part: number; readonly secondsLeft: number | null }
  /** All of it is sent; the server judges and keeps it. */
  | { readonly kind: 'checking' }
  /** The file itself may be what is refused: then the same one is refused again. */
  | { readonly kind: 'failed'; readonly sentence: string; readonly mayRetry: boolean };

export type UploadRow = {
  readonly key: number;
  readonly fieldKey: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: UploadState;
};

type Upload = {
  readonly key: number;
  readonly fieldKey: string;
  readonly file: File;
  /** Of a record file: the id of what stood there when it was chosen, which it replaces. */
  expected: number | null;
  /** Known once it is up: a second try then only writes it into the record. */
  uploaded: AttachedFile | null;
  stop: AbortController;
};

export type UploadQueue = {
  readonly rows: Pick<Observed<readonly UploadRow[]>, 'get' | 'subscribe'>;
  /** Takes the files of which nothing is wrong yet, and answers a sentence for each of the others. */
  readonly add: (
    fieldKey: string,
    files: readonly File[],
    standing: readonly AttachedFile[],
  ) => readonly string[];
  /** Stops it, or lets a failed one go. */
  readonly cancel: (key: number) => void;
  readonly retry: (key: number, standing: readonly AttachedFile[]) => void;
  readonly onSaved: (listener: (saved: SavedFiles, name: string) => void) => () => void;
};

const mostAtOnce = 3;
/** Before that a speed says nothing. */
const soonestEstimateMs = 1000;

const queues = new Map<string, UploadQueue>();
/** What waits of all records, and how many are on their way: the server takes four of one person. */
const waiting: (() => Promise<void>)[] = [];
let underWay = 0;

/** The same for all who show the record to this person. */
export function uploadsOf(place: RecordPlace): UploadQueue {
  const { personId, tenantId } = getSession();
  const name = [personId, tenantId, place.recordTypeId, place.recordId].join(' ');
  const queue = queues.get(name) ?? createUploadQueue(place);
  queues.set(name, queue);
  return queue;
}

let lastKey = 0;

function createUploadQueue(place: RecordPlace): UploadQueue {
  const rows = createObserved<readonly UploadRow[]>([]);
  const uploads = new Map<number, Upload>();
  const listeners = new Set<(saved: SavedFiles, name: string) => void>();
  let release: (() => void) | null = null;
  /** Changes of one record follow each other. */
  let saving: Promise<unknown> = Promise.resolve();

  function setRows(next: readonly UploadRow[]) {
    rows.set(next);
    const isRunning = next.some(({ state }) => state.kind !== 'failed');
    if (isRunning) release ??= holdUnsavedWork('A file is on its way. It is not kept until it has arrived.');
    else {
      release?.();
      release = null;
    }
  }

  const show = (key: number, state: UploadState) =>
    setRows(rows.get().map((row) => (row.key === key ? { ...row, state } : row)));
  const drop = (key: number) => {
    uploads.delete(key);
    setRows(rows.get().filter((row) => row.key !== key));
  };
  const isWanted = (upload: Upload) => uploads.get(upload.key) === upload && !upload.stop.signal.aborted;

  function start(upload: Upload) {
    waiting.push(async () => {
      if (!isWanted(upload)) return;
      try {
        upload.uploaded ??= await send(upload);
        if (!isWanted(upload)) return;
        show(upload.key, { kind: 'checking' });
        const turn = saving.then(() => save(upload, upload.uploaded!));
        saving = turn.catch(() => undefined);
        const saved = await turn;
        drop(upload.key);
        for (const listener of listeners) listener(saved, upload.uploaded.name);
      } catch (failure) {
        if (!isWanted(upload)) return;
        // Once it is up, what was refused is its place, which may be free the next time.
        const mayRetry = upload.uploaded !== null || !isRefusedForGood(failure);
        show(upload.key, { kind: 'failed', sentence: toSentence(failure), mayRetry });
        if (!rows.isWatched()) sayFailure(upload, failure, mayRetry);
      }
    });
    pump();
  }

  /** Whoever chose the file is elsewhere, or the record is out of sight: nobody sees its row. */
  function sayFailure({ file, key }: Upload, failure: unknown, mayRetry: boolean) {
    const isGone = failure instanceof RequestFailure && failure.code === 'NOT_FOUND';
    snackbars.error(
      `${toFileName(file.name)} was not added to its record. ${toSentence(failure)}`,
      mayRetry && !isGone ? { label: 'Retry', run: () => startAgain(key) } : undefined,
    );
  }

  function startAgain(key: number) {
    const upload = uploads.get(key);
    if (upload === undefined) return;
    upload.stop = new AbortController();
    show(key, { kind: 'waiting' });
    start(upload);
  }

  async function send(upload: Upload): Promise<AttachedFile> {
    const { file, fieldKey, key, stop } = upload;
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    const whyNot = whyNotContent(findExtension(toFileName(file.name)) ?? '', head);
    if (whyNot !== null) throw new RequestFailure('INVALID', whyNot);
    const begun = performance.now();
    show(key, { kind: 'sending', part: 0, secondsLeft: null });
    const onProgress = (part: number) => {
      if (!isWanted(upload)) return;
      const elapsed = performance.now() - begun;
      const secondsLeft = part > 0 && elapsed >= soonestEstimateMs ? (elapsed / part - elapsed) / 1000 : null;
      show(key, part >= 1 ? { kind: 'checking' } : { kind: 'sending', part, secondsLeft });
    };
    const { recordTypeId } = place;
    return uploadFile(file, { recordTypeId, fieldKey }, { onProgress, signal: stop.signal });
  }

  const save = ({ fieldKey, expected }: Upload, uploaded: AttachedFile): Promise<SavedFiles> =>
    changeRecordFiles(place, fieldKey, (standing) => {
      if (standing.some(({ id }) => id === uploaded.id)) return standing;
      if (!isRecordFile(fieldKey))
        return standing.length >= mostFilesOf(fieldKey) ? tooManyFiles(fieldKey) : [...standing, uploaded];
      const [other] = standing;
      return other !== undefined && other.id !== expected
        ? `Somebody else put ${other.name} here meanwhile. Retry replaces it.`
        : [uploaded];
    });

  return {
    rows,
    add(fieldKey, files, standing) {
      const refused: string[] = [];
      const room =
        mostFilesOf(fieldKey) -
        rows.get().filter((row) => row.fieldKey === fieldKey).length -
        (isRecordFile(fieldKey) ? 0 : standing.length);
      const taken: Upload[] = [];
      for (const file of files) {
        const name = toFileName(file.name);
        const whyNot = whyNotFile(fieldKey, { name, sizeBytes: file.size });
        if (whyNot !== null) refused.push(files.length === 1 ? whyNot : `${name}: ${whyNot}`);
        else if (taken.length >= room) {
          refused.push(tooManyFiles(fieldKey));
          break;
        } else {
          lastKey += 1;
          const expected = standing[0]?.id ?? null;
          const stop = new AbortController();
          taken.push({ key: lastKey, fieldKey, file, expected, uploaded: null, stop });
        }
      }
      for (const upload of taken) uploads.set(upload.key, upload);
      setRows([
        ...rows.get(),
        ...taken.map(({ key, file }): UploadRow => ({
          key,
          fieldKey,
          name: toFileName(file.name),
          sizeBytes: file.size,
          state: { kind: 'waiting' },
        })),
      ]);
      for (const upload of taken) start(upload);
      return refused;
    },
    cancel(key) {
      const upload = uploads.get(key);
      drop(key);
      upload?.stop.abort();
    },
    retry(key, standing) {
      const upload = uploads.get(key);
      if (upload !== undefined) upload.expected = standing[0]?.id ?? null;
      startAgain(key);
    },
    onSaved(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function pump(): void {
  while (underWay < mostAtOnce) {
    const next = waiting.shift();
    if (next === undefined) return;
    underWay += 1;
    void next().finally(() => {
      underWay -= 1;
      pump();
    });
  }
}
