import { RequestFailure, toFailureCode } from './request-failure.ts';

export type SendFileOptions = {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
};

/** The server gives a silent sender, and a silent storage, 30 seconds; what it says then is waited for. */
const patienceMs = 45_000;

/**
 * Sends a file's bytes to a place that the server named, and answers what it said. By XMLHttpRequest, because fetch
 * tells of no progress. Any refusal is thrown as a RequestFailure, a stop as the signal's reason.
 */
export function sendFile(url: string, file: Blob, { onProgress, signal }: SendFileOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let waiting: number | undefined;
    const wait = () => {
      window.clearTimeout(waiting);
      waiting = window.setTimeout(() => request.abort(), patienceMs);
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
      const answer = request.response as Record<string, unknown> | null;
      if (signal.aborted) reject(signal.reason);
      else if (request.status === 200 && answer !== null) resolve(answer);
      else reject(failureOf(request.status, answer));
    });
    request.open('PUT', url);
    request.responseType = 'json';
    request.setRequestHeader('content-type', 'application/octet-stream');
    wait();
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
  // Specification 8: what the HTTP client says when the answer has no body to show.
  return new RequestFailure(
    toFailureCode(answer?.['code']),
    typeof message === 'string' ? message : 'Wrong Services',
  );
}
