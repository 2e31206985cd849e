import { failureOfStatus, RequestFailure, toFailureCode } from './request-failure.ts';

export type SendFileOptions = {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** In place of the type of bytes. */
  headers?: readonly { readonly name: string; readonly value: string }[];
  /** The place answers nothing that is to be read: not our server. */
  isStorage?: boolean;
};

const bytes = [{ name: 'content-type', value: 'application/octet-stream' }];

/** The server gives a silent sender, and a silent storage, 30 seconds; what it says then is waited for. */
const patienceMs = 45_000;
/** How long the first bytes may take to another place: a network that lets nothing through to it says nothing either. */
const storagePatienceMs = 15_000;

/**
 * Sends a file's bytes to a place that the server named, and answers what it said. By XMLHttpRequest, because fetch
 * tells of no progress. Any refusal is thrown as a RequestFailure, a stop as the signal's reason.
 */
export function sendFile(
  url: string,
  file: Blob,
  { onProgress, signal, headers = bytes, isStorage = false }: SendFileOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let waiting: number | undefined;
    const wait = (ms = patienceMs) => {
      window.clearTimeout(waiting);
      waiting = window.setTimeout(() => request.abort(), ms);
    };
    const stop = () => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait();
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('loadend', () => {
      window.clearTimeout(waiting);
      signal.removeEventListener('abort', stop);
      const answer = isStorage ? {} : (request.response as Record<string, unknown> | null);
      if (signal.aborted) reject(signal.reason);
      else if (request.status === 200 && answer !== null) resolve(answer);
      else reject(failureOf(request.status, answer));
    });
    request.open('PUT', url);
    request.responseType = isStorage ? 'text' : 'json';
    for (const { name, value } of headers) request.setRequestHeader(name, value);
    wait(isStorage ? storagePatienceMs : patienceMs);
    request.send(file);
  });
}

function failureOf(status: number, answer: Record<string, unknown> | null): RequestFailure {
  if (status === 0)
    return new RequestFailure(
      'UNREACHABLE',
      'The server cannot be reached. Check your connection and try again.',
    );
  const message = answer?.['message'];
  return typeof message === 'string'
    ? new RequestFailure(toFailureCode(answer?.['code']), message)
    : failureOfStatus(status);
}
