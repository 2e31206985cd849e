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
import { listFiles } from './list-files.ts';
import { root, runCommand } from './run-command.ts';
import { buildServerWhenNeeded } from './server-build.ts';
import { type Counts, type Part, runSideBySide } from './side-by-side.ts';
import { type Failure, type Run, tryAgain } from './try-again.ts';

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
  title: string;
  specs: {
    ok: boolean;
    title: string;
    file: string;
    line: number;
    tests: { results: { errors: { message: string }[]; duration: number }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number };
  suites: PlaywrightSuite[];
}

const words = process.argv.slice(2);
let clientBuilt: Promise<void> | undefined;
let serverBuilt: Promise<unknown> | undefined;

function parts(filters: string[]): TestPart[] {
  // The longest first: the others are done beside them.
  return [
    { name: 'journeys', byPath: true, run: (say) => runJourneys(filters, say) },
    {
      name: 'server',
      byPath: true,
      async run(say) {
        await buildServerOnce(say);
        return runVitest(['server'], ['server', 'testing'], filters, say);
      },
    },
    ...checks.map((check) => ({ ...check, name: `check: ${check.name}`, byPath: false })),
    {
      name: 'unit',
      byPath: true,
      run: (say) => runVitest(['unit', 'client*'], ['domain', 'tools', 'client'], filters, say),
    },
    {
      name: 'smoke',
      byPath: false,
      async run(say) {
        await buildClientOnce(say);
        await buildServerOnce(say);
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
  return tryAgain((chosen) => runVitestOnce(projects, chosen, say), filters, say);
}

function runVitestOnce(projects: string[], chosen: string[], say: (text: string) => void): Promise<Run> {
  return withReport(async (report) => {
    const { code } = await runCommand(
      [
        'vitest',
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...chosen,
      ],
      { say },
    );
    const { numPassedTests, testResults } = await readReport<VitestReport>(report);
    const failures = testResults.flatMap((file): Failure[] => {
      const place = path.relative(root, file.name);
      const failed = file.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => sayFailure(`${place} › ${test.fullName}`, place, test.failureMessages));
      // A file that cannot even be loaded has failed once, though none of its tests has.
      return file.status === 'failed' && failed.length === 0
        ? [sayFailure(place, place, [file.message])]
        : failed;
    });
    return settle({ passed: numPassedTests, failures }, code);
  });
}

/** What a whole run does again in a second kind of browser, where one is at hand. */
const inBothBrowsers = ['testing/e2e/sign-in.spec.ts', 'testing/e2e/clipboard.spec.ts'];

async function runJourneys(filters: string[], say: (text: string) => void): Promise<Counts> {
  const chosen = await chooseFiles(['testing/e2e'], /\.spec\.ts$/, filters);
  if (chosen.length === 0) return { passed: 0, failed: 0 };
  await buildClientOnce(say);
  await buildServerOnce(say);
  const browser = await findOrInstallBrowser();
  const counts = await runJourneysIn(browser, chosen, say);
  const other = filters.length === 0 ? await findOtherBrowser(browser) : undefined;
  if (other === undefined) return counts;
  const again = await runJourneysIn(other, inBothBrowsers, say);
  return {
    passed: counts.passed + again.passed,
    failed: counts.failed + again.failed,
    failures: [...(counts.failures ?? []), ...(again.failures ?? [])],
    unsteady: [...(counts.unsteady ?? []), ...(again.unsteady ?? [])],
  };
}

function runJourneysIn(browser: Browser, files: string[], say: (text: string) => void): Promise<Counts> {
  say(`Journeys in the browser at ${browser.executablePath} (source: ${browser.source})\n`);
  return tryAgain((chosen) => runJourneysOnce(browser, chosen, say), files, say);
}

function runJourneysOnce(browser: Browser, chosen: string[], say: (text: string) => void): Promise<Run> {
  return withReport(async (report) => {
    const { code } = await runCommand(['playwright', 'test', '--reporter=line,json', ...chosen], {
      say,
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        NODE_NO_WARNINGS: '1',
        JOURNEY_BROWSER: JSON.stringify(browser),
      },
    });
    const { stats, suites } = await readReport<PlaywrightReport>(report);
    say(sayLongest(suites));
    return settle({ passed: stats.expected, failures: suites.flatMap(findFailures) }, code);
  });
}

function findFailures({ specs, suites = [] }: PlaywrightSuite): Failure[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ title, file, line, tests }) => {
      const messages = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      const place = `${file}:${line}`;
      return sayFailure(
        `${place} › ${title}`,
        `testing/e2e/${place}`,
        messages.map(({ message }) => message),
      );
    }),
    ...suites.flatMap(findFailures),
  ];
}

/** Where the time goes: a file is the least that one worker takes. */
function sayLongest(suites: PlaywrightSuite[]): string {
  const durationOf = ({ specs, suites: inner = [] }: PlaywrightSuite): number =>
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration / 1000, 0) +
    inner.reduce((sum, suite) => sum + durationOf(suite), 0);
  const longest = suites.map((suite) => ({ file: suite.title, seconds: durationOf(suite) }));
  longest.sort((a, b) => b.seconds - a.seconds);
  const words = longest.slice(0, 12).map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`);
  return `The longest files: ${words.join(', ')}\n`;
}

/** The first lines of each message stand below its place, without the colours of a terminal. */
function sayFailure(place: string, again: string, messages: readonly string[]): Failure {
  const lines = messages.flatMap((message) =>
    stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, 12),
  );
  return { place, again, words: [place, ...lines.map((line) => `    ${line.slice(0, 240)}`)].join('\n') };
}

async function chooseFiles(folders: string[], pattern: RegExp, filters: string[]): Promise<string[]> {
  const files = (await listFiles(root, folders)).filter((file) => pattern.test(file));
  return files.filter((file) => filters.length === 0 || filters.some((word) => file.includes(word)));
}

/** Else the first servers that are started would each build it. */
async function buildServerOnce(say: (text: string) => void): Promise<void> {
  await (serverBuilt ??= buildServerWhenNeeded(say));
}

function buildClientOnce(say: (text: string) => void): Promise<void> {
  clientBuilt ??= buildClientWhenNeeded(say);
  return clientBuilt;
}

async function withReport(run: (report: string) => Promise<Run>): Promise<Run> {
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
function settle({ passed, failures }: Run, code: number): Run {
  if (code === 0 || failures.length > 0) return { passed, failures };
  return { passed, failures: [{ place: 'beside its tests', words: 'beside its tests' }] };
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

// Journeys and server tests wait more than they work: on two cores a third lane has done the rest when they end.
const { passed, failed } = await runSideBySide(choose(), 3);
if (passed + failed === 0) console.error('There is no such test.');
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;
