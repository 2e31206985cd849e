// npm test: everything, with what it needs found or installed by itself. npm test WORD runs what has the word in
// its path, on every floor: npm test grid-preferences. npm test PART runs one of the parts below whole, and
// npm test PART WORD what has the word in its path there: npm test journeys row-edit.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Browser, findOrInstallBrowser, findOtherBrowser } from '../testing/browser.ts';
import { runSmoke } from '../testing/smoke.ts';
import { checks } from './check.ts';
import { buildClientWhenNeeded } from './client-build.ts';
import { root, runCommand } from './run-command.ts';
import { type Counts, type Part, runSideBySide } from './side-by-side.ts';
import { listFiles } from './source-file.ts';

interface TestPart extends Part {
  /** Whether a word in a path can choose among what the part runs. */
  byPath: boolean;
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightSuite {
  specs: {
    ok: boolean;
    title: string;
    file: string;
    line: number;
    tests: { results: { error?: { message: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

const words = process.argv.slice(2);
let clientBuilt: Promise<void> | undefined;

function parts(filters: string[]): TestPart[] {
  // The longest first: the others are done beside them.
  return [
    { name: 'journeys', byPath: true, run: (say) => runJourneys(filters, say) },
    {
      name: 'server',
      byPath: true,
      run: (say) => runVitest(['server'], ['server', 'testing'], filters, say),
    },
    ...checks.map((check) => ({ ...check, name: `check: ${check.name}`, byPath: false })),
    {
      name: 'unit',
      byPath: true,
      run: (say) => runVitest(['unit', 'client'], ['domain', 'tools', 'client'], filters, say),
    },
    {
      name: 'smoke',
      byPath: false,
      async run(say) {
        await buildClientOnce(say);
        return runSmoke(say);
      },
    },
  ];
}

async function runVitest(
  projects: string[],
  folders: string[],
  filters: string[],
  say: (text: string) => void,
): Promise<Counts> {
  if ((await chooseFiles(folders, /\.test\.tsx?$/, filters)).length === 0) return { passed: 0, failed: 0 };
  return withReport(async (report) => {
    const { code } = await runCommand(
      [
        'vitest',
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...filters,
      ],
      { say },
    );
    const { numPassedTests, testResults } = await readReport<VitestReport>(report);
    const failures = testResults.flatMap((file) => {
      const place = path.relative(root, file.name);
      const failed = file.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => sayFailure(`${place} › ${test.fullName}`, test.failureMessages[0]));
      // A file that cannot even be loaded has failed once, though none of its tests has.
      return file.status === 'failed' && failed.length === 0 ? [sayFailure(place, file.message)] : failed;
    });
    return settle({ passed: numPassedTests, failed: failures.length, failures }, code);
  });
}

/** What a whole run does again in a second kind of browser, where one is at hand. */
const inBothBrowsers = ['testing/e2e/sign-in.spec.ts', 'testing/e2e/clipboard.spec.ts'];

async function runJourneys(filters: string[], say: (text: string) => void): Promise<Counts> {
  const chosen = await chooseFiles(['testing/e2e'], /\.spec\.ts$/, filters);
  if (chosen.length === 0) return { passed: 0, failed: 0 };
  await buildClientOnce(say);
  const browser = await findOrInstallBrowser();
  const counts = await runJourneysIn(browser, chosen, say);
  const other = filters.length === 0 ? await findOtherBrowser(browser) : undefined;
  if (other === undefined) return counts;
  const again = await runJourneysIn(other, inBothBrowsers, say);
  return {
    passed: counts.passed + again.passed,
    failed: counts.failed + again.failed,
    failures: [...(counts.failures ?? []), ...(again.failures ?? [])],
  };
}

async function runJourneysIn(
  browser: Browser,
  files: string[],
  say: (text: string) => void,
): Promise<Counts> {
  say(`Journeys in the browser at ${browser.executablePath} (source: ${browser.source})\n`);
  return withReport(async (report) => {
    const { code } = await runCommand(['playwright', 'test', '--reporter=line,json', ...files], {
      say,
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        NODE_NO_WARNINGS: '1',
        JOURNEY_BROWSER: JSON.stringify(browser),
      },
    });
    const { stats, suites } = await readReport<PlaywrightReport>(report);
    const failures = suites.flatMap(findFailures);
    return settle({ passed: stats.expected, failed: stats.unexpected + stats.flaky, failures }, code);
  });
}

function findFailures({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ title, file, line, tests }) => {
      const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message));
      return sayFailure(
        `${file}:${line} › ${title}`,
        messages.find((message) => message !== undefined),
      );
    }),
    ...suites.flatMap(findFailures),
  ];
}

/** The first lines of the message stand below its place, without the colours of a terminal. */
function sayFailure(place: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 12);
  return [place, ...lines.map((line) => `    ${line.slice(0, 240)}`)].join('\n');
}

async function chooseFiles(folders: string[], pattern: RegExp, filters: string[]): Promise<string[]> {
  const files = (await listFiles(root, folders)).filter((file) => pattern.test(file));
  return files.filter((file) => filters.length === 0 || filters.some((word) => file.includes(word)));
}

function buildClientOnce(say: (text: string) => void): Promise<void> {
  clientBuilt ??= buildClientWhenNeeded(say);
  return clientBuilt;
}

async function withReport(run: (report: string) => Promise<Counts>): Promise<Counts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-report-'));
  try {
    return await run(path.join(folder, 'report.json'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readReport<Report>(file: string): Promise<Report> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error('The run ended without a report.');
  });
  return JSON.parse(text) as Report;
}

/** A run that failed beside its tests, in its setup for example, has failed. */
function settle({ passed, failed, failures = [] }: Counts, code: number): Counts {
  if (code === 0 || failed > 0) return { passed, failed, failures };
  return { passed, failed: 1, failures: ['beside its tests'] };
}

function choose(): Part[] {
  if (words.length === 0) return parts([]);
  const partOf = ({ name }: Part) => name.split(':')[0]!;
  const all = parts([]);
  const named = new Set(all.map(partOf).filter((part) => words.includes(part)));
  const filters = words.filter((word) => !named.has(word));
  if (named.size > 0)
    return (filters.length > 0 ? parts(filters) : all).filter((part) => named.has(partOf(part)));
  return parts(filters).filter(({ byPath }) => byPath);
}

const { passed, failed } = await runSideBySide(choose(), 2);
if (passed + failed === 0) console.error('There is no such test.');
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;
