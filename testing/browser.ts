// A browser wherever npm works: the one that comes with the npm package @sparticuz/chromium, which is the same
// everywhere, else the machine's own Chromium, else (as root on Debian) the distribution's.
// Each candidate is started once and asked for a page before it is trusted: a binary that lacks a
// shared library is found out here, with its own words, and not in the middle of a journey.
import { execFile } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { access, constants, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type LaunchOptions } from '@playwright/test';
import { findPackage } from './package-folder.ts';

export interface Browser {
  /** Which of the sources below it is from. */
  source: string;
  executablePath: string;
  args: string[];
  /** What the browser's process needs beside the current environment. */
  env: Record<string, string>;
}

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const runsAsRoot = process.getuid?.() === 0;
const args = [
  ...(runsAsRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-threaded-animation',
  '--js-flags=--no-concurrent-sparkplug --invocation-count-for-maglev=4000 --interrupt-budget-for-maglev=600000',
];

/** Where to look, in this order; the environment variable BROWSER_SOURCE narrows it to one, to try it out. */
const sources: Record<string, () => Promise<Browser | undefined>> = {
  given: async () => browserAt('given', process.env.CHROMIUM_PATH),
  npm: unpackFromNpm,
  system: async () => browserAt('system', await findInstalled()),
  apt: installFromDebian,
};

let found: Promise<Browser> | undefined;

export function findOrInstallBrowser(): Promise<Browser> {
  found ??= searchBrowser();
  return found;
}

async function searchBrowser(): Promise<Browser> {
  const only = process.env.BROWSER_SOURCE;
  const complaints: string[] = [];
  for (const [name, find] of Object.entries(sources)) {
    if (only && name !== only) continue;
    try {
      const candidate = await find();
      if (!candidate) {
        complaints.push(`${name}: none`);
        continue;
      }
      await proveThatItStarts(candidate);
      return candidate;
    } catch (error) {
      complaints.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `No browser starts here. Install Chromium, or name one in CHROMIUM_PATH.\n${complaints.join('\n')}`,
  );
}

/**
 * A second browser that is at hand without an installation: beside a full one the packaged shell, and the other way
 * round. They differ: a full browser asks for /favicon.ico, and shows what the shell does not.
 */
export async function findOtherBrowser(first: Browser): Promise<Browser | undefined> {
  if (process.env.BROWSER_SOURCE) return undefined;
  const find = first.source === 'npm' ? sources['system'] : sources['npm'];
  try {
    const candidate = await find?.();
    if (candidate) await proveThatItStarts(candidate);
    return candidate;
  } catch {
    return undefined;
  }
}

function browserAt(source: string, executablePath: string | undefined): Browser | undefined {
  return executablePath ? { source, executablePath, args, env: {} } : undefined;
}

async function findInstalled(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = systemNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const candidate of [...candidates, ...(process.platform === 'darwin' ? macPaths : [])]) {
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

/** The package unpacks into the temporary folder: we give it one of our own, and rename it when it is whole. */
async function unpackFromNpm(): Promise<Browser | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { folder: packed, version } = findPackage('@sparticuz/chromium');
  const folder = path.join(tmpdir(), `rowhouse-chromium-${version}-${process.getuid?.() ?? 0}`);
  const executablePath = path.join(folder, 'chromium');
  if (!(await isExecutable(executablePath))) {
    const draft = await mkdtemp(`${folder}-draft-`);
    const entry = pathToFileURL(path.join(packed, 'build/index.js')).href;
    const unpack = `const { default: packed } = await import('${entry}'); await packed.executablePath();`;
    await run(process.execPath, ['--input-type=module', '--eval', unpack], {
      // Named as a machine without any library of a desktop, it unpacks the libraries that it brings too.
      env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    });
    await writeFile(path.join(draft, 'fonts/fonts.conf'), fontSettings(path.join(folder, 'fonts')));
    await rename(draft, folder).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (!(await isExecutable(executablePath))) throw error;
    });
  }
  const libraries = [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH];
  return {
    source: 'npm',
    executablePath,
    args,
    env: {
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(path.delimiter),
      // A machine that has fonts shows its own; a bare one gets those of the package.
      ...((await isThere('/etc/fonts/fonts.conf')) ? {} : { FONTCONFIG_PATH: path.join(folder, 'fonts') }),
    },
  };
}

function fontSettings(folder: string): string {
  const cache = path.join(folder, 'cache');
  return `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${cache}</cachedir></fontconfig>\n`;
}

async function installFromDebian(): Promise<Browser | undefined> {
  if (!runsAsRoot || !(await isThere('/usr/bin/apt-get'))) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  return browserAt('apt', await findInstalled());
}

async function proveThatItStarts(candidate: Browser): Promise<void> {
  const browser = await chromium.launch({ ...toLaunchOptions(candidate), timeout: 30_000 });
  try {
    const page = await browser.newPage();
    await page.setContent('<title>it starts</title>');
    if ((await page.title()) !== 'it starts') throw new Error('The browser starts, but shows no page.');
  } finally {
    await browser.close();
  }
}

/**
 * The same browser, which lays pages out and draws nothing of them: in a journey of keys half of its work is to draw frames
 * that nobody sees. A picture of a page never comes then, and a page that a finger touches is lost. Only the packaged shell
 * is known to bear it.
 */
export function withoutDrawing(browser: Browser): Browser {
  if (browser.source !== 'npm') return browser;
  return {
    ...browser,
    args: [...browser.args, `--blink-settings=${mouse},acceleratedCompositingEnabled=false`],
  };
}

/** A mouse that points finely and hovers, as Playwright says it by this switch: of two of them the last one counts. */
const mouse = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** For chromium.launch() and for launchOptions in Playwright's configuration. */
export function toLaunchOptions(browser: Browser): LaunchOptions {
  const current = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    executablePath: browser.executablePath,
    args: browser.args,
    env: { ...Object.fromEntries(current), ...browser.env },
    ...(hasRoomToShare() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  };
}

const roomToShare = 2 ** 30;

/**
 * Whether the processes of the browser may hand pages of memory to one another in memory. Otherwise they do it by files of the
 * temporary folder, for in a container this place may be too small for them; a page takes 8 % more of the processor then.
 */
function hasRoomToShare(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= roomToShare;
  } catch {
    return false;
  }
}

const run = promisify(execFile);

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
