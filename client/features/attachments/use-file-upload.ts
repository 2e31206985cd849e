import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import { headBytes, whyNotContent } from '@rowhouse/domain/attachments/file-types.ts';
import {
  findExtension,
  mostFilesOf,
  toFileName,
  tooManyFiles,
  whyNotFile,
} from '@rowhouse/domain/attachments/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { isRefusedForGood, uploadFile, type FileTarget } from './upload-file.ts';

export type FileUpload = {
  /** What is on its way, and which of how many it is; null when nothing is. */
  readonly sending: {
    readonly name: string;
    readonly part: number;
    readonly place: number;
    readonly count: number;
  } | null;
  /** Why the last one was not taken. */
  readonly failure: string | null;
  /** Sends again what did not arrive; null where all did, or the same would be refused again. */
  readonly retry: (() => void) | null;
  /** Whether anything is on its way, known before the next frame shows it. */
  readonly isUnderWay: () => boolean;
  /** As many as the field has room for, one after the other; more are refused, and so are all when one of them is. */
  readonly send: (files: readonly File[], replaced?: AttachedFile) => void;
  /** What arrived before stays. */
  readonly cancel: () => void;
};

type Uploading = {
  readonly stop: AbortController;
  readonly arrived: AttachedFile[];
  readonly replaced: AttachedFile | null;
  name: string;
};

/** Files that the field holds, those that have arrived among them. */
export type TakeFiles = (files: readonly AttachedFile[], isOver: boolean) => void;

/**
 * Files on their way into the field. Whoever takes the screen away stops them, and that is said.
 * @param standing what the field holds
 * @param onUploaded told all that it holds then; `isOver` is false when one of several did not arrive
 */
export function useFileUpload(
  target: FileTarget,
  standing: readonly AttachedFile[],
  onUploaded: TakeFiles,
): FileUpload {
  const [sending, setSending] = useState<FileUpload['sending']>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [unsent, setUnsent] = useState<(Pick<Uploading, 'replaced'> & { files: readonly File[] }) | null>(
    null,
  );
  const underWay = useRef<Uploading | null>(null);
  const latest = useRef({ standing, onUploaded });
  useEffect(() => {
    latest.current = { standing, onUploaded };
  });
  useEffect(
    () => () => {
      const left = underWay.current;
      underWay.current = null;
      if (left === null) return;
      left.stop.abort();
      snackbars.warning(`The upload of ${left.name} was stopped.`);
    },
    [],
  );

  /** The new ones stand where the one stood that they replace, else last. */
  function finish({ arrived, replaced }: Uploading, isOver: boolean) {
    underWay.current = null;
    setSending(null);
    if (arrived.length === 0) return;
    const { standing: current, onUploaded: tell } = latest.current;
    const at = replaced === null ? -1 : current.findIndex(({ id }) => id === replaced.id);
    tell(at === -1 ? [...current, ...arrived] : current.toSpliced(at, 1, ...arrived), isOver);
  }

  async function sendAll(files: readonly File[], replaced: AttachedFile | null) {
    const own: Uploading = { stop: new AbortController(), arrived: [], replaced, name: '' };
    const { signal } = own.stop;
    underWay.current = own;
    setFailure(null);
    setUnsent(null);
    try {
      for (const [index, file] of files.entries()) {
        const name = toFileName(file.name);
        own.name = name;
        const onProgress = (part: number) => {
          if (underWay.current === own) setSending({ name, part, place: index + 1, count: files.length });
        };
        onProgress(0);
        // The server looks at it again; here it is told before anything is sent.
        const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
        const whyNot = whyNotContent(findExtension(name) ?? '', head);
        if (whyNot !== null) throw new RequestFailure('INVALID', whyNot);
        const uploaded = await uploadFile(file, target, { onProgress, signal });
        if (underWay.current !== own) return;
        own.arrived.push(uploaded);
      }
      finish(own, true);
    } catch (fault) {
      if (underWay.current !== own) return;
      setFailure(files.length === 1 ? toSentence(fault) : `${own.name}: ${toSentence(fault)}`);
      if (!isRefusedForGood(fault)) setUnsent({ files: files.slice(own.arrived.length), replaced });
      finish(own, false);
    }
  }

  function send(files: readonly File[], replaced: AttachedFile | null) {
    if (files.length === 0 || underWay.current !== null) return;
    const whyNot = whyNotFiles(target.fieldKey, files, standing.length - Number(replaced !== null));
    if (whyNot === null) {
      void sendAll(files, replaced);
      return;
    }
    setFailure(whyNot);
    setUnsent(null);
  }

  return {
    sending,
    failure,
    retry: unsent === null ? null : () => send(unsent.files, findIn(standing, unsent.replaced)),
    isUnderWay: () => underWay.current !== null,
    send: (files, replaced) => send(files, replaced ?? null),
    cancel: () => {
      const left = underWay.current;
      if (left === null) return;
      left.stop.abort();
      finish(left, false);
    },
  };
}

/** Of several, the first that arrived took its place. */
const findIn = (files: readonly AttachedFile[], one: AttachedFile | null): AttachedFile | null =>
  files.find(({ id }) => id === one?.id) ?? null;

function whyNotFiles(fieldKey: string, files: readonly File[], standing: number): string | null {
  if (standing + files.length > mostFilesOf(fieldKey)) return tooManyFiles(fieldKey);
  for (const file of files) {
    const name = toFileName(file.name);
    const whyNot = whyNotFile(fieldKey, { name, sizeBytes: file.size });
    if (whyNot !== null) return files.length === 1 ? whyNot : `${name}: ${whyNot}`;
  }
  return null;
}
