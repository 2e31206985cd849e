import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import { headBytes, whyNotContent } from '@rowhouse/domain/attachments/file-types.ts';
import { findExtension, oneFileOnly, toFileName, whyNotFile } from '@rowhouse/domain/attachments/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { uploadFile, type FileTarget } from './upload-file.ts';

export type FileUpload = {
  /** What is on its way; null when nothing is. */
  readonly sending: { readonly name: string; readonly part: number } | null;
  /** Why the last one was not taken. */
  readonly failure: string | null;
  /** The same, known before the next frame shows it. */
  readonly isUnderWay: () => boolean;
  /** Several at once are refused: a field holds one. */
  readonly send: (files: readonly File[]) => void;
  readonly cancel: () => void;
};

/** One file at a time on its way into the field. Whoever takes the screen away stops it, and that is said. */
export function useFileUpload(target: FileTarget, onUploaded: (file: AttachedFile) => void): FileUpload {
  const [sending, setSending] = useState<FileUpload['sending']>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const underWay = useRef<{ name: string; stop: AbortController } | null>(null);
  const present = useRef(onUploaded);
  useEffect(() => {
    present.current = onUploaded;
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

  async function send(file: File) {
    const name = toFileName(file.name);
    const stop = new AbortController();
    const own = { name, stop };
    underWay.current = own;
    setFailure(null);
    setSending({ name, part: 0 });
    try {
      const onProgress = (part: number) => {
        if (underWay.current === own) setSending({ name, part });
      };
      // The server looks at it again; here it is told before anything is sent.
      const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
      const whyNot = whyNotContent(findExtension(name) ?? '', head);
      if (whyNot !== null) throw new RequestFailure('INVALID', whyNot);
      const uploaded = await uploadFile(file, target, { onProgress, signal: stop.signal });
      if (underWay.current !== own) return;
      underWay.current = null;
      setSending(null);
      present.current(uploaded);
    } catch (fault) {
      if (underWay.current !== own) return;
      underWay.current = null;
      setSending(null);
      setFailure(toSentence(fault));
    }
  }

  return {
    sending,
    failure,
    isUnderWay: () => underWay.current !== null,
    send: (files) => {
      const [file, ...others] = files;
      if (file === undefined || underWay.current !== null) return;
      const whyNot =
        others.length > 0
          ? oneFileOnly
          : whyNotFile(target.fieldKey, { name: toFileName(file.name), sizeBytes: file.size });
      if (whyNot === null) void send(file);
      else setFailure(whyNot);
    },
    cancel: () => {
      const left = underWay.current;
      underWay.current = null;
      left?.stop.abort();
      setSending(null);
    },
  };
}
