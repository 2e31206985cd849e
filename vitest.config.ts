import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// npm test runs "unit" and "client" beside "server", on machines that may have two cores.
// To end what hangs, and no measure of anything: the machine may be busy with four other things.
const testTimeout = 420_000;

// To load the modules again for each file takes three times what the tests do. Modules of their own have the files that
// put something else in a module's place, and a process of their own those of what counts from the moment the page opened.
const ownModules = globSync('client/**/*.test.{ts,tsx}').filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8')),
);
const ownProcess = ['client/platform/graphql/asked-first.test.tsx', 'client/ui/page-header.test.tsx'];
const component = {
  environment: 'jsdom',
  setupFiles: ['testing/client-setup.ts'],
  testTimeout,
};

export default defineConfig({
  test: {
    passWithNoTests: false,
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['domain/**/*.test.ts', 'tools/**/*.test.ts', 'client/**/*.test.ts'],
          exclude: [...ownModules, ...ownProcess],
          environment: 'node',
          isolate: false,
          testTimeout,
        },
      },
      {
        test: {
          ...component,
          name: 'client',
          include: ['client/**/*.test.tsx'],
          exclude: [...ownModules, ...ownProcess],
          isolate: false,
        },
      },
      {
        test: {
          ...component,
          name: 'client, own modules',
          include: ownModules,
          setupFiles: ['testing/own-modules.ts', ...component.setupFiles],
          isolate: false,
        },
      },
      { test: { ...component, name: 'client, own process', include: ownProcess } },
      {
        // As Node resolves them: otherwise the tests' graphql is another copy than the libraries'.
        ssr: { resolve: { conditions: ['module-sync', 'node'] } },
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'testing/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          // Loading the application costs more than most files take; each has its own database and its own server.
          isolate: false,
          globalSetup: ['testing/global-setup.ts'],
          setupFiles: ['testing/server-setup.ts'],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
    ],
  },
});
