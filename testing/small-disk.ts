// A disk that is really full: a small file system of its own, filled by a file beside what is tested. Only the superuser of a
// Linux machine may mount one; everywhere else whoever asks for it is to skip.
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  folder: string;
  /** Nothing more can be written to it. */
  fill(): Promise<void>;
  /** As before it was filled. */
  free(): Promise<void>;
  unmount(): Promise<void>;
}

export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-small-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  const filling = path.join(folder, 'filling');
  return {
    folder,
    fill: () => fillWith(filling),
    free: () => rm(filling, { force: true }),
    async unmount() {
      await run('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether this user of this machine may mount a file system, which is tried. */
export async function canMount(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return mountSmallDisk(1).then(
    async (disk) => {
      await disk.unmount();
      return true;
    },
    () => false,
  );
}

async function fillWith(file: string): Promise<void> {
  const handle = await open(file, 'a');
  try {
    for (let size = 1 << 20; size >= 1;) {
      const written = await handle.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error;
          return 0;
        },
      );
      if (written < size) size >>= 1;
    }
  } finally {
    await handle.close();
  }
  await stat(file);
}
