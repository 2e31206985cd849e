// npm test: everything, with what it needs found or installed by itself. npm test WORD runs what has the word in
// its path, on every floor: npm test grid-preferences. npm test PART runs one of the parts below whole.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
    const { numPassedTests, testResults } = await readReport<{
      numPassedTests: number;
      testResults: { status: string; assertionResults: { status: string }[] }[];
    }>(report);
    // A file that cannot even be loaded has failed once, though none of its tests has.
    const failed = testResults.map(({ status, assertionResults }) => {
      const failures = assertionResults.filter((test) => test.status === 'failed').length;
      return status === 'failed' ? Math.max(1, failures) : failures;
    });
    return settle({ passed: numPassedTests, failed: failed.reduce((sum, each) => sum + each, 0) }, code);
  });
}

async function runJourneys(filters: string[], say: (text: string) => void): Promise<Counts> {
  const chosen = await chooseFiles(['testing/e2e'], /\.spec\.ts$/, filters);
  if (chosen.length === 0) return { passed: 0, failed: 0 };
  await buildClientOnce(say);
  return withReport(async (report) => {
    const { code } = await runCommand(['playwright', 'test', '--reporter=line,json', ...chosen], {
      say,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, NODE_NO_WARNINGS: '1' },
    });
    const { stats } = await readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(
      report,
    );
    return settle({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, code);
  });
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
function settle({ passed, failed }: Counts, code: number): Counts {
  return { passed, failed: code !== 0 ? Math.max(1, failed) : failed };
}

function choose(): Part[] {
  if (words.length === 0) return parts([]);
  const whole = parts([]).filter(({ name }) => words.includes(name.split(':')[0]!));
  return whole.length > 0 ? whole : parts(words).filter(({ byPath }) => byPath);
}

const { passed, failed } = await runSideBySide(choose(), 2);
if (passed + failed === 0) console.error('There is no such test.');
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;
