// What is known to be unsafe in the packages that are installed with the product. It is the registry that knows: where it
// does not answer (offline, a mirror without it) nobody is held up by that.
import { runCommand } from './run-command.ts';

/** By the number of the advisory, why the product is not hit by it. For as long as no release mends it. */
const accepted: Readonly<Record<string, string>> = {};

const refused = ['high', 'critical'];

type Advisory = { readonly url: string; readonly title: string; readonly severity: string };

type Report = {
  readonly message?: string;
  readonly error?: { readonly summary?: string };
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly via: readonly (string | Advisory)[]; readonly fixAvailable: unknown }>
  >;
};

/** @returns whether nothing is known that is high or critical; what is less, or was not asked, is said and passes */
export async function auditDependencies(
  say: (text: string) => void,
  { registry, cache }: { registry?: string; cache?: string } = {},
): Promise<boolean> {
  const words = ['--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=15000', '--loglevel=silent'];
  if (registry !== undefined) words.push(`--registry=${registry}`);
  if (cache !== undefined) words.push(`--cache=${cache}`);
  const { output } = await runCommand(['npm', 'audit', ...words]);
  const report = readReport(output);
  if (report.vulnerabilities === undefined) {
    say(`The registry was not asked: ${report.message ?? report.error?.summary ?? 'it gave no answer'}\n`);
    return true;
  }
  const found = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((one) => (typeof one === 'string' ? [] : [{ ...one, name }])),
  );
  const isRefused = ({ severity, url }: Advisory) =>
    refused.includes(severity) && accepted[url.split('/').at(-1) ?? ''] === undefined;
  for (const one of found)
    say(`${isRefused(one) ? '' : 'Passed over: '}${one.name}, ${one.severity}: ${one.title} ${one.url}\n`);
  return !found.some(isRefused);
}

function readReport(output: string): Report {
  try {
    return JSON.parse(output.slice(output.indexOf('{'))) as Report;
  } catch {
    return {};
  }
}
