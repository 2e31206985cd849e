import { SingleBar } from 'cli-progress';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';

export type Progress = {
  /** Of the whole, and in words how far it is. */
  tell(done: number, words: string): void;
  stop(): void;
};

const tellEveryMs = 1000;

/** A bar on a terminal; elsewhere a line a second, which a log can keep. */
export function startProgress(whole: number): Progress {
  if (process.stdout.isTTY) {
    const bar = new SingleBar({
      format: '{bar} {percentage}%  {words}',
      hideCursor: true,
      clearOnComplete: false,
    });
    bar.start(Math.max(1, whole), 0, { words: '' });
    return { tell: (done, words) => bar.update(Math.min(done, whole), { words }), stop: () => bar.stop() };
  }
  let lastAt = 0;
  let last = '';
  return {
    tell(_done, words) {
      last = words;
      if (Date.now() - lastAt < tellEveryMs) return;
      lastAt = Date.now();
      console.log(words);
      last = '';
    },
    stop() {
      if (last !== '') console.log(last);
    },
  };
}

export const perSecond = (count: number, ms: number): string =>
  `${showCount(Math.round(count / Math.max(0.001, ms / 1000)))}/s`;
