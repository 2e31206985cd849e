import type { Log } from './log.ts';

/** Beside the grace in which it still takes connections. */
const longestStopMs = 25_000;

/** On SIGTERM or SIGINT finishes what runs, in order, and ends; a second signal, or too long a stop, ends at once. */
export function stopOnSignal(log: Log, { graceMs }: { graceMs: number }, stop: () => Promise<void>): void {
  let isStopping = false;
  const begin = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('the stop took too long');
      process.exit(1);
    }, graceMs + longestStopMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}
