// How the server is put together in few files (server-build.ts). Loading a thousand files, and taking the types out of
// those that are ours, is half of what a start costs.
import path from 'node:path';
import { type Plugin, defineConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** They read files of their own from where they stand, or start workers from there. */
const packagesWithFiles = ['@electric-sql/pglite', '@fontsource/inter', 'altair-static', 'pdfkit', 'pino'];

/** What says so in a package's code. */
const readsBesideItself =
  /\b(?:__dirname|__filename|import\.meta\.(?:url|dirname|filename)|require\.resolve|new (?:node:)?Worker)\b/;

/** It serves its client from its folder, which attach-realtime.ts switches off; the worker is a class of its own. */
const looksOnlySo = new Set(['socket.io', 'pg-boss']);

export default defineConfig({
  root,
  plugins: [keepPlaces()],
  ssr: {
    noExternal: true,
    external: packagesWithFiles,
    // As Node resolves them.
    resolve: { conditions: ['module-sync', 'node'] },
  },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    // The sources stand beside it, and need not be in the map once more.
    sourcemap: true,
    copyPublicDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        server: path.join(root, 'server/main.ts'),
        'command-line': path.join(root, 'server/command-line/rowhouse.ts'),
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
      },
    },
  },
});

/** Migrations, the contract and the client are found where they stand: each module still knows its own place. */
function keepPlaces(): Plugin {
  let target = '';
  return {
    name: 'keep-places',
    enforce: 'pre',
    configResolved({ build }) {
      target = path.resolve(root, build.outDir);
    },
    transform(code, id) {
      const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
      if (name !== undefined) {
        if (readsBesideItself.test(code) && !looksOnlySo.has(name))
          this.error(`${name} reads files from its own folder: name it in packagesWithFiles (${id}).`);
        return null;
      }
      if (!code.includes('import.meta.')) return null;
      const place = path.relative(target, id).split(path.sep).join('/');
      return {
        code: code.replaceAll(
          /import\.meta\.url/g,
          `new URL(${JSON.stringify(place)}, import.meta.url).href`,
        ),
        map: null,
      };
    },
  };
}
