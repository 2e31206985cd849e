import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';

const brandNames: Record<string, string> = { rowhouse: 'Rowhouse', millbrook: 'Millbrook' };

export default defineConfig(({ command, mode }) => {
  const environment = loadEnv(mode, import.meta.dirname, ['VITE_', 'ROWHOUSE_']);
  const brand = environment['VITE_BRAND'] ?? 'rowhouse';
  if (!(brand in brandNames)) {
    throw new Error(`VITE_BRAND is “${brand}”; it must be one of ${Object.keys(brandNames).join(', ')}.`);
  }
  const server = environment['ROWHOUSE_SERVER'] ?? 'http://127.0.0.1:4000';
  return {
    root: import.meta.dirname,
    plugins: [react(), withoutUnused(), brandPage(brand), brandIcon(brand), firstPaint(), pdfFiles()],
    ...(command === 'build' && { css: { modules: { generateScopedName: shortClassNames() } } }),
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2023',
      // The content security policy has no data: addresses, so nothing may be put into the code as one.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: { groups: chunkGroups() },
          // Nothing else of the code is as hard to compress as these letters, and the first screen names a hundred files.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
        },
      },
    },
    server: {
      proxy: {
        '/graphql': server,
        '/auth': server,
        '/files': server,
        '/logos': server,
        '/exports': server,
        '/healthz': server,
        '/mailbox': server,
        '/unsubscribe': server,
        '/stop-mail': server,
        '/socket': { target: server, ws: true },
      },
    },
  };
});

/** A built page has more than 700 class names, each twice, of which nobody needs to know whose they are: 1.6 kB. */
function shortClassNames() {
  const named = new Map<string, { readonly file: string; readonly names: string[] }>();
  return (name: string, file: string): string => {
    const place = path.relative(import.meta.dirname, file);
    const key = createHash('sha256').update(place).digest('base64url').replace(/[-_]/g, '').slice(0, 3);
    const { file: first, names } = named.get(key) ?? { file: place, names: [] };
    if (first !== place) throw new Error(`${place} and ${first} have the same short name, ${key}.`);
    named.set(key, { file: first, names });
    if (!names.includes(name)) names.push(name);
    return `_${key}${names.indexOf(name).toString(36)}`;
  };
}

/** What stands in place of modules that libraries import and that this client never uses. */
const unused: Readonly<Record<string, string>> = {
  // Themes of CSS variables: the palettes are those of ui/theme.css.
  '@mui/material/styles/createThemeWithVars.mjs': `
    export default function createThemeWithVars() { throw new Error('This build has no themes of CSS variables.'); }
    export const createGetCssVar = createThemeWithVars;`,
  '@mui/material/styles/ThemeProviderWithVars.mjs': `
    export function CssVarsProvider() { throw new Error('This build has no themes of CSS variables.'); }
    export const Experimental_CssVarsProvider = CssVarsProvider;
    export const useColorScheme = CssVarsProvider;
    export const getInitColorSchemeScript = CssVarsProvider;`,
  // It would bring the names, and with them the code, of every input.
  '@mui/material/styles/enhanceHighContrast.mjs': 'export default (theme) => theme;',
  // No button here shows that something is loading by MUI's own means.
  '@mui/material/CircularProgress/CircularProgress.mjs': 'export default () => null;',
  // ui/theme.ts switches ripples off for all buttons.
  '@mui/material/ButtonBase/TouchRipple.mjs': `
    export default () => null;
    export const DELAY_RIPPLE = 80;
    export const TouchRippleRoot = () => null;
    export const TouchRippleRipple = () => null;`,
  // For Emotion's withTheme, which nothing here calls.
  'hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js': 'export default (target) => target;',
  // Of routers that are measured; it throws where somebody asks for one.
  'react-router/dist/production/lib/router/instrumentation.js': `
    export function instrumentClientSideRouter() { throw new Error('This build has no instrumented routers.'); }
    export const getRouteInstrumentationUpdates = instrumentClientSideRouter;
    export const instrumentHandler = instrumentClientSideRouter;
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const instrumentationResultMetaContext = null;`,
  // Of pages that a server renders: links there fetch pages ahead.
  'react-router/dist/production/lib/dom/ssr/components.js': `
    import { createContext } from 'react';
    export const FrameworkContext = createContext(undefined);
    export const usePrefetchBehavior = () => [false, null, {}];
    export const mergeRefs = (ref) => ref;
    export const PrefetchPageLinks = () => null;
    ${['Links', 'Meta', 'Scripts', 'CRITICAL_CSS_DATA_ATTRIBUTE', 'setIsHydrated', 'useFrameworkContext']
      .map((name) => `export const ${name} = null;`)
      .join(' ')}`,
};

function withoutUnused(): Plugin {
  const found = new Set<string>();
  const libraries = new Set<string>();
  return {
    name: 'without-unused',
    apply: 'build',
    load(id) {
      const [, name = ''] = /\/node_modules\/((?!.*\/node_modules\/).+)$/.exec(id) ?? [];
      libraries.add(libraryOf(name));
      const code = unused[name];
      if (code === undefined) return null;
      found.add(name);
      return { code, moduleSideEffects: false };
    },
    // Another version of a library may have them elsewhere: then this has to be looked at. Not every build has each library.
    generateBundle() {
      const gone = Object.keys(unused).filter((name) => libraries.has(libraryOf(name)) && !found.has(name));
      if (gone.length > 0) this.error(`The libraries have no ${gone.join(', ')} any more.`);
    },
  };
}

/** '@mui/material' of '@mui/material/styles/createTheme.mjs' */
const libraryOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

function brandPage(brand: string): Plugin {
  return {
    name: 'brand-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          // What the page says to those who read its source, and not to its readers.
          .replace(/^ *(?:\/\/ .*|<!-- .* -->)\n/gm, '')
          .replaceAll('%BRAND_NAME%', brandNames[brand] ?? brand)
          .replaceAll('%BRAND_LOGO%', readBeside(`brands/${brand}.svg`).trim())
          .replaceAll('%BRAND%', brand)
          .replace('%SHELL_STYLES%', () => pack(shellStyles(brand)))
          .replace('%SHELL_ITEMS%', bones(4))
          .replace('%SHELL_ROWS%', `<p>${bones(6)}</p>`.repeat(13)),
    },
  };
}

const readBeside = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');

/** The modules that draw the sign-in form, and what their names begin with in the page itself. */
const signInStyles = {
  column: 'ui/entry-column.module.css',
  field: 'ui/labelled-input.module.css',
  show: 'ui/password-input.module.css',
  form: 'features/identity/entry/entry-form.module.css',
  doors: 'features/identity/sign-in/sign-in-doors.module.css',
};

/** The page of the first bytes is drawn by the same rules as what takes its place. */
function shellStyles(brand: string): string {
  const form = Object.entries(signInStyles).flatMap(([prefix, file]) => {
    const named = readBeside(file).replace(/\.(?=[a-z])/g, `.${prefix}-`);
    // Only what stands in the page.
    return blocksOf(named).filter((block) => standsInPage(block));
  });
  return [readBeside('ui/theme.css'), accentOf(brand), ...form, readBeside('first-paint.css')].join('\n');
}

const classesOfPage = (): Set<string> =>
  new Set(
    [...readBeside('index.html').matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
const standsInPage = (block: string): boolean =>
  selectorsOf(block).some((selector) =>
    [...selector.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classesOfPage().has(name)),
  );
/** Rules, and conditions with the rules in them, as the formatter lays them out. */
const blocksOf = (css: string): readonly string[] =>
  css.replace(/\/\*[\s\S]*?\*\//g, '').match(/^(@[^{]+\{[\s\S]*?^\}|[^@{}\s][^{}]*\{[^{}]*\})/gm) ?? [];
const selectorsOf = (block: string): readonly string[] =>
  [...block.matchAll(/([^{}]+)\{/g)]
    .map(([, head = '']) => head.trim())
    .filter((head) => !head.startsWith('@'));

/** The accent as client/brands has it: until its code has come the page wears that of the theme otherwise. */
function accentOf(brand: string): string {
  const names = {
    primary: '--rh-primary',
    hover: '--rh-primary-hover',
    pale: '--rh-accent-pale',
    text: '--rh-on-primary',
  };
  const [, accent = ''] = /accent: \{(.*)\}/.exec(readBeside(`brands/${brand}.ts`)) ?? [];
  const values = Object.entries(names).map(
    ([key, name]) => `${name}: ${new RegExp(`${key}: '(#\\w+)'`).exec(accent)?.[1] ?? ''};`,
  );
  return `:root { ${values.join(' ')} }`;
}
const pack = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim();
const bones = (count: number): string => '<i></i>'.repeat(count);

/**
 * The page paints before its styles have come: they stand behind what is painted. And it names the code of its first
 * screens, so that it is asked for at once and not after the code before it.
 */
const firstQuestions = path.join(import.meta.dirname, 'app/first-questions.ts');

function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    buildStart() {
      if (this.environment.mode === 'build')
        this.emitFile({
          type: 'chunk',
          id: firstQuestions,
          name: 'first-questions',
          preserveSignature: 'strict',
        });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const filesOf = (names: readonly string[]) =>
          Object.values(bundle ?? {}).flatMap((file) =>
            file.type === 'chunk' && names.includes(file.name)
              ? [file.fileName, ...(file.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`)
              : [],
          );
        const assets = Object.keys(bundle ?? {});
        const questions = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.facadeModuleId === firstQuestions,
        );
        const early = {
          questions: questions && `/${questions.fileName}`,
          company: filesOf(['questions', 'rows', 'shared', 'company']),
          door: filesOf(['questions', 'shared', 'door']),
          fontStyles: assets.filter((file) => /fonts-.*\.css$/.test(file)).map((file) => `/${file}`),
          // The text of the first page waits for these.
          fonts: assets
            .filter((file) => /poppins-latin-(400|500|600)-normal-.*\.woff2$/.test(file))
            .map((file) => `/${file}`),
        };
        const styles = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? [];
        return styles
          .reduce((rest, link) => rest.replace(link, ''), html)
          .replace('%EARLY_FILES%', () => JSON.stringify(early))
          .replace('<div id="root">', () => `${styles.join('').trim()}\n    <div id="root">`);
      },
    },
  };
}

/** What a browser asks of every host, whatever icon the page names: a file of bookmarks, an address of no page. */
function brandIcon(brand: string): Plugin {
  const icon = readFileSync(path.join(import.meta.dirname, 'brands', `${brand}.ico`));
  return {
    name: 'brand-icon',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'favicon.ico', source: icon });
    },
    configureServer(server) {
      server.middlewares.use('/favicon.ico', (_request, response) => {
        response.setHeader('content-type', 'image/x-icon').end(icon);
      });
    },
  };
}

/**
 * What pdf.js asks for by name and only when a document needs it: character maps, the fourteen fonts that every reader
 * has, decoders of pictures. Not its interpreter of scripts. The version in their folder lets them be kept for a year.
 */
function pdfFiles(): Plugin {
  const main = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const { version } = JSON.parse(readFileSync(main, 'utf8')) as { version: string };
  const home = path.dirname(main);
  const base = `assets/pdfjs-${version}`;
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs'])
        for (const file of readdirSync(path.join(home, folder)).filter((name) => !name.startsWith('quickjs')))
          this.emitFile({
            type: 'asset',
            fileName: `${base}/${folder}/${file}`,
            source: readFileSync(path.join(home, folder, file)),
          });
    },
    configureServer(server) {
      server.middlewares.use(`/${base}`, (request, response, next) => {
        const [, folder = '', file = ''] = (request.url ?? '').split('/');
        if (!/^[a-z_]+$/.test(folder) || !/^[\w.-]+$/.test(file)) return next();
        response.end(readFileSync(path.join(home, folder, file)));
      });
    },
  };
}

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/**
 * Few chunks instead of fifty: what the first questions, the start, the sign-in page, the layout, the first rows and the grid
 * need, each in one, and what sign-in and the others share in one more. A chunk needs only those before it; nobody loads what no page of theirs uses.
 */
function chunkGroups() {
  const roots = [
    { name: 'questions', entries: ['app/first-questions.ts'] },
    { name: 'start', entries: ['main.tsx'] },
    { name: 'door', entries: ['pages/login-page.tsx'] },
    { name: 'rows', entries: ['app/first-rows.ts'] },
    // Every page of a company has the frame, and most begin with a grid: in one file they are 2 kB less than in two.
    {
      name: 'company',
      entries: ['app/layout/main-layout.tsx', 'app/menu-route.tsx', 'pages/record-grid-page.tsx'],
    },
    { name: 'opened', entries: ['ui/opened-parts.ts'] },
  ];
  let places: Map<string, string> | undefined;
  const placeOf = (id: string, modules: Modules): string | null => {
    places ??= arrange(modules);
    return places.get(id) ?? null;
  };
  const arrange = (modules: Modules): Map<string, string> => {
    const reached = roots.map(({ entries }) => {
      const found = new Set<string>();
      const visit = (id: string) => {
        if (found.has(id)) return;
        found.add(id);
        for (const next of modules.getModuleInfo(id)?.importedIds ?? []) visit(next);
      };
      for (const entry of entries) visit(path.join(import.meta.dirname, entry));
      return found;
    });
    const [questions, start, door, rows, company] = reached;
    const arranged = new Map<string, string>();
    for (const id of reached.flatMap((found) => [...found])) {
      // The first rows are asked before the start has come.
      if (questions?.has(id) || (start?.has(id) && rows?.has(id))) arranged.set(id, 'questions');
      else if (start?.has(id)) arranged.set(id, 'start');
      else if (door?.has(id)) arranged.set(id, company?.has(id) ? 'shared' : 'door');
      else if (rows?.has(id)) arranged.set(id, 'rows');
      else if (company?.has(id)) arranged.set(id, 'company');
      else arranged.set(id, 'opened');
    }
    return arranged;
  };
  return [
    {
      debugName: 'by who needs them',
      name: (id: string, context: Modules) => placeOf(id, context),
      includeDependenciesRecursively: false,
    },
  ];
}
