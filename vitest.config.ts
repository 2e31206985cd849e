import { defineConfig } from 'vitest/config';

// npm test runs "unit" and "client" beside "server", on machines that may have two cores.
// To end what hangs, and no measure of anything: the machine may be busy with four other things.
const testTimeout = 180_000;

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
          environment: 'node',
          testTimeout,
        },
      },
      {
        test: {
          name: 'client',
          include: ['client/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['testing/client-setup.ts'],
          testTimeout,
        },
      },
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
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
    ],
  },
});
