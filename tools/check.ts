// npm run check: what must hold before anything is tested. npm run check -- NAME runs those that begin so.
import { findViolations } from './architecture.ts';
import { auditDependencies } from './audit-dependencies.ts';
import { bringUpToDate } from './codegen.ts';
import { root, runCommand } from './run-command.ts';
import { type Part, runSideBySide } from './side-by-side.ts';

export const checks: Part[] = [
  byCommand('format', ['oxfmt', '--list-different']),
  byCommand('lint', ['oxlint', '--deny-warnings', '--quiet', '--report-unused-disable-directives']),
  byCommand('unused exports', ['knip', '--no-progress']),
  ...['domain', 'server', 'client', 'testing'].map((project) =>
    // What was judged before is not judged again: a seventh of the time where little has changed.
    byCommand(
      `types ${project}`,
      [
        'tsc',
        '-p',
        project,
        // Two checks are done at once anyway, and several threads take 1.6 times of the processor what one does.
        '--singleThreaded',
        '--incremental',
        '--tsBuildInfoFile',
        `node_modules/.cache/tsc/${project}.tsbuildinfo`,
      ],
      // Little of what it holds is ever given back, and to look for it as often as Go does takes a quarter of the processor.
      { GOGC: process.env.GOGC ?? '400' },
    ),
  ),
  {
    name: 'architecture',
    async run(say) {
      const violations = await findViolations(root);
      for (const { place, sentence } of violations) say(`${place} ${sentence}\n`);
      return countOne(violations.length === 0);
    },
  },
  {
    name: 'generated files',
    async run(say) {
      const stale = await bringUpToDate(root, { write: false });
      if (stale.length > 0) say(`Out of date: ${stale.join(', ')}. Run npm run codegen.\n`);
      return countOne(stale.length === 0);
    },
  },
  {
    name: 'known faults of dependencies',
    run: async (say) => countOne(await auditDependencies(say)),
  },
];

function byCommand(name: string, command: string[], env?: Record<string, string>): Part {
  return {
    name,
    async run(say) {
      const { code, output } = await runCommand(command, { env });
      if (code !== 0) say(output.endsWith('\n') ? output : `${output}\n`);
      return countOne(code === 0);
    },
  };
}

function countOne(passed: boolean) {
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

if (import.meta.main) {
  const asked = process.argv.slice(2);
  const chosen = checks.filter(
    ({ name }) => asked.length === 0 || asked.some((word) => name.startsWith(word)),
  );
  if (chosen.length === 0) {
    console.error(`There is no such check. There are: ${checks.map(({ name }) => name).join(', ')}.`);
    process.exitCode = 1;
  } else {
    const { failed } = await runSideBySide(chosen, 2);
    if (failed > 0) process.exitCode = 1;
  }
}
