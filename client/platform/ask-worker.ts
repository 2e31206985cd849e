/** One question to a worker of its own, that ends with the answer: by a signal, or when it takes too long. */
export function askWorker<Question, Answer>(
  worker: Worker,
  question: Question,
  { longestMs, signal }: { longestMs: number; signal?: AbortSignal },
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => reject(new WorkerTooSlow()), longestMs);
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
  // It could not be loaded, or ran out of memory.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  });
  worker.addEventListener('messageerror', () => reject(new Error('The answer could not be read.')));
  signal?.addEventListener('abort', () => reject(signal.reason as Error));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin and takes none
  worker.postMessage(question);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

export class WorkerTooSlow extends Error {}
