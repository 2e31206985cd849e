import { doubtConnection, getConnection, onConnectionReturn } from './connection.ts';
import { createObserved } from './observed.ts';
import { isConnectionLost } from './request-failure.ts';

const mostTries = 3;

type Sending = {
  readonly signal: AbortSignal;
  /** It waits for the connection from here on. */
  readonly onWait: () => void;
};

/**
 * A part of what is sent in parts. What arrives twice is kept once, so who does not know whether it arrived sends it again; while the
 * server is not there, it waits.
 */
export async function sendThroughGaps<Result>(
  send: () => Promise<Result>,
  { signal, onWait }: Sending,
): Promise<Result> {
  for (let tries = 1; ;) {
    try {
      return await send();
    } catch (error) {
      if (signal.aborted || !isConnectionLost(error) || tries === mostTries) throw error;
      await doubtConnection();
      if (getConnection().state === 'fine') tries += 1;
      else {
        onWait();
        await untilConnected(signal);
      }
    }
  }
}

const untilConnected = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = onConnectionReturn(() => {
      stop();
      resolve();
    });
    signal.addEventListener('abort', () => {
      stop();
      reject(new DOMException('It is not sent any more.', 'AbortError'));
    });
  });

/**
 * What somebody waits for, under a key with which it is kept once: sent again where an answer was lost on the way and the server is
 * there. While it is not, the person is told.
 */
export const sendOnBadLine = <Result>(send: () => Promise<Result>): Promise<Result> =>
  tryAgain(send, 1).finally(() => isSentAgain.set(false));

const tryAgain = <Result>(send: () => Promise<Result>, tries: number): Promise<Result> =>
  send().catch(async (error: unknown) => {
    if (!isConnectionLost(error) || tries === mostTries) throw error;
    isSentAgain.set(true);
    await doubtConnection();
    if (getConnection().state !== 'fine') throw error;
    return tryAgain(send, tries + 1);
  });

export const isSentAgain = createObserved(false);
