import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';

const brandNames: Record<string, string> = { rowhouse: 'Rowhouse', millbrook: 'Millbrook' };

export default defineConfig(({ mode }) => {
  const environment = loadEnv(mode, import.meta.dirname, ['VITE_', 'ROWHOUSE_']);
  const brand = environment['VITE_BRAND'] ?? 'rowhouse';
  if (!(brand in brandNames)) {
    throw new Error(`VITE_BRAND is “${brand}”; it must be one of ${Object.keys(brandNames).join(', ')}.`);
  }
  const server = environment['ROWHOUSE_SERVER'] ?? 'http://127.0.0.1:4000';
  return {
    root: import.meta.dirname,
    plugins: [react(), brandPage(brand), fontPreload()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2023',
      // The content security policy has no data: addresses, so nothing may be put into the code as one.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
    server: {
      proxy: {
        '/graphql': server,
        '/auth': server,
        '/files': server,
        '/exports': server,
        '/mailbox': server,
        '/socket': { target: server, ws: true },
      },
    },
  };
});

function brandPage(brand: string): Plugin {
  return {
    name: 'brand-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replaceAll('%BRAND_NAME%', brandNames[brand] ?? brand).replaceAll('%BRAND%', brand),
    },
  };
}

/** The text of the first page waits for these: asked for with the page, they come before the first paint. */
function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /poppins-latin-(400|500|600)-normal-.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  };
}
