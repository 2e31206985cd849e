import { readdir } from 'node:fs/promises';
import path from 'node:path';

const ignoredFolders = new Set(['node_modules', 'dist', 'generated', 'data', 'test-results']);

/** Every file under the given folders, as sorted paths from the root. */
export async function listFiles(root: string, folders: string[]): Promise<string[]> {
  const found: string[] = [];
  async function visit(folder: string): Promise<void> {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const place = path.posix.join(folder, entry.name);
      if (entry.isFile()) found.push(place);
      else if (entry.isDirectory() && !entry.name.startsWith('.') && !ignoredFolders.has(entry.name))
        await visit(place);
    }
  }
  for (const folder of folders) await visit(folder);
  return found.toSorted();
}
