import { doubtConnection, noteAnswer } from './connection.ts';
import { idleHeaders } from './person-at-work.ts';
import { failureOfStatus, RequestFailure } from './request-failure.ts';

const patienceMs = 60_000;
/** After so long without an answer it is asked whether the server is there at all, while the call goes on. */
const doubtMs = 8000;

export type PostOptions = { headers?: Record<string, string>; signal?: AbortSignal };
export type Answer = { status: number; body: unknown };

/** Posts JSON to the own server. Throws only when no JSON answer came; what the answer means is the caller's. */
export async function post(path: string, content: unknown, options: PostOptions = {}): Promise<Answer> {
  const patience = AbortSignal.timeout(patienceMs);
  const doubt = setTimeout(() => void doubtConnection(), doubtMs);
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...idleHeaders(),
        ...options.headers,
      },
      body: JSON.stringify(content),
      signal: options.signal ? AbortSignal.any([options.signal, patience]) : patience,
      credentials: 'same-origin',
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    void doubtConnection();
    throw new RequestFailure(
      'UNREACHABLE',
      patience.aborted
        ? 'The server did not answer in time. Try again.'
        : 'The server cannot be reached. Check your connection and try again.',
    );
  } finally {
    clearTimeout(doubt);
  }
  try {
    const body: unknown = await response.json();
    noteAnswer();
    return { status: response.status, body };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    // Not ours: what stands before the server answers for it.
    void doubtConnection();
    throw failureOfStatus(response.status);
  }
}
