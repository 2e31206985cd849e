import { defineConfig } from '@playwright/test';
import { type Browser, findOrInstallBrowser, toLaunchOptions, withoutDrawing } from './testing/browser.ts';
import { patienceMs } from './testing/e2e/patience.ts';
import { findFreePort } from './testing/free-port.ts';

// This file is read again in each worker: what was found the first time is handed on by the environment.
process.env.JOURNEY_PORT ??= String(await findFreePort());
process.env.JOURNEY_MAIL_PORT ??= String(await findFreePort());
process.env.JOURNEY_BROWSER ??= JSON.stringify(await findOrInstallBrowser());
const browser = JSON.parse(process.env.JOURNEY_BROWSER) as Browser;
const baseURL = `http://127.0.0.1:${process.env.JOURNEY_PORT}`;

// A journey that needs a page to be drawn says so by its tag: one of fingers, or of a picture that is taken.
const drawn = process.env.PICTURES ? /./ : /@drawn/;

export default defineConfig({
  testDir: 'testing/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 3,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: patienceMs },
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/New_York',
    locale: 'en-US',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: toLaunchOptions(browser),
  },
  projects: [
    { name: 'drawn', grep: drawn },
    { name: 'undrawn', grepInvert: drawn, use: { launchOptions: toLaunchOptions(withoutDrawing(browser)) } },
  ],
  webServer: {
    command: 'node testing/e2e/journey-server.ts',
    env: {
      PORT: process.env.JOURNEY_PORT,
      JOURNEY_MAIL_PORT: process.env.JOURNEY_MAIL_PORT,
      JOURNEY_RUN: String(process.pid),
    },
    url: `${baseURL}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
