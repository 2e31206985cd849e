// A configuration file as text: the same configuration is always the same bytes, and a file that cannot be read says where.
import { showSize } from '../kernel/formats.ts';
import { Refusal, invalid } from '../kernel/refusal.ts';
import { configurationFormat, configurationForm, formatVersion } from './format.ts';
import type { Configuration } from './format.ts';
import { upgrades } from './upgrade.ts';

export const mostFileBytes = 20 * 1024 * 1024;
/** A browser sends it in one request. */
export const mostSentBytes = 1_500_000;

const notOurs =
  'This is no configuration file of Rowhouse. Choose one that was downloaded on the page Configuration.';

export const tooLarge = (bytes: number, most: number): string =>
  `The file has ${showSize(bytes)}. A configuration file has at most ${showSize(most)} here.`;

/** Refuses what is no configuration file that this release can read, with the place where it fails. */
export function readConfiguration(text: string): Configuration {
  if (text.length > mostFileBytes) throw invalid(tooLarge(text.length, mostFileBytes), 'text');
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw invalid(`${notOurs} It is no JSON${placeOf(error)}.`, 'text');
  }
  const head = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  if (head['format'] !== configurationFormat) throw invalid(notOurs, 'text');
  const { version } = head;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw invalid(`${notOurs} Its format version is missing.`, 'text');
  if (version > formatVersion)
    throw invalid(
      `The file has format version ${version}, and this release reads up to version ${formatVersion}. It comes from a newer release: bring this installation up to date first.`,
      'text',
    );
  let brought: unknown = given;
  for (let at = version; at < formatVersion; at += 1) {
    const upgrade = upgrades.get(at);
    if (upgrade === undefined) throw new Error(`No upgrade from format version ${at}`);
    brought = upgrade(brought);
  }
  const parsed = configurationForm.safeParse(brought);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal('INVALID', sayIssue(issue, brought), { field: 'text' });
}

type Issue = {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
};

function sayIssue(issue: Issue | undefined, given: unknown): string {
  if (issue === undefined) return notOurs;
  const place = sayPlace(issue.path, given);
  if (issue.code === 'unrecognized_keys')
    return `${place}: this release does not know ‘${issue.keys?.[0] ?? ''}’. It may come from a newer release.`;
  return `${place}: ${issue.message.replace(/^Invalid input: /, '')}.`;
}

type Named = {
  readonly name?: unknown;
  readonly route?: unknown;
  /** Of a widget of a dashboard. */
  readonly chart?: { readonly title?: unknown } | null;
};

/** recordTypes › Orders › fields › Discount › required */
export function sayPlace(path: readonly PropertyKey[], given: unknown): string {
  const words: string[] = [];
  let at: unknown = given;
  for (const step of path) {
    at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined;
    if (typeof step !== 'number') words.push(String(step));
    else {
      const named = at as Named | null | undefined;
      const own = named?.name ?? named?.route ?? named?.chart?.title;
      words.push(typeof own === 'string' && own !== '' ? own : `number ${step + 1}`);
    }
  }
  return words.length === 0 ? 'The file' : words.join(' › ');
}

/** Where the engine says where it stopped. */
function placeOf(error: unknown): string {
  const found = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '');
  return found === null ? '' : ` at line ${found[1]}, column ${found[2]}`;
}
