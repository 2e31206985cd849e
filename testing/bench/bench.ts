// npm run bench -- NAME [--json]: figures, as ratios taken in one run; never a verdict on time.
import { parseArgs } from 'node:util';

type Table = { title: string; rows: Record<string, string>[] };
type Bench = (options: { json: boolean; values: Record<string, string | undefined> }) => Promise<Table[]>;

const benches: Record<string, () => Promise<Bench>> = {
  records: async () => (await import('./records-bench.ts')).recordsBench,
  embedded: async () => (await import('./embedded-bench.ts')).embeddedBench,
  'sign-in': async () => (await import('./sign-in-bench.ts')).signInBench,
  transmissions: async () => (await import('./transmissions-bench.ts')).transmissionsBench,
  conversation: async () => (await import('./conversation-bench.ts')).conversationBench,
  bulk: async () => (await import('./bulk-bench.ts')).bulkBench,
  pairs: async () => (await import('./pairs-bench.ts')).pairsBench,
  pages: async () => (await import('./pages-bench.ts')).pagesBench,
  'hidden-change': async () => (await import('./hidden-change-bench.ts')).hiddenChangeBench,
  lines: async () => (await import('./lines-bench.ts')).linesBench,
  'tenant-check': async () => (await import('./tenant-check-bench.ts')).tenantCheckBench,
  opportunities: async () => (await import('./opportunities-bench.ts')).opportunitiesBench,
  'index-wait': async () => (await import('./index-wait-bench.ts')).indexWaitBench,
  search: async () => (await import('./search-bench.ts')).searchBench,
  configuration: async () => (await import('./configuration-bench.ts')).configurationBench,
  history: async () => (await import('./history-bench.ts')).historyBench,
  audit: async () => (await import('./audit-bench.ts')).auditBench,
  comments: async () => (await import('./comments-bench.ts')).commentsBench,
  aggregates: async () => (await import('./aggregates-bench.ts')).aggregatesBench,
  projects: async () => (await import('./projects-bench.ts')).projectsBench,
  sockets: async () => (await import('./sockets-bench.ts')).socketsBench,
  talk: async () => (await import('./talk-bench.ts')).talkBench,
  zip: async () => (await import('./zip-bench.ts')).zipBench,
  uploads: async () => (await import('./uploads-bench.ts')).uploadsBench,
  bucket: async () => (await import('./bucket-bench.ts')).bucketBench,
  document: async () => (await import('./document-bench.ts')).documentBench,
  'record-page': async () => (await import('./record-page-bench.ts')).recordPageBench,
  'beside-boards': async () => (await import('./beside-boards-bench.ts')).besideBoardsBench,
  dashboard: async () => (await import('./dashboard-bench.ts')).dashboardBench,
  export: async () => (await import('./export-bench.ts')).exportBench,
  retype: async () => (await import('./retype-bench.ts')).retypeBench,
  archive: async () => (await import('./archive-bench.ts')).archiveBench,
  starts: async () => (await import('./starts-bench.ts')).startsBench,
  companies: async () => (await import('./companies-bench.ts')).companiesBench,
  'pooler-work': async () => (await import('./pooler-work-bench.ts')).poolerWorkBench,
  pooler: async () => (await import('./pooler-bench.ts')).poolerBench,
  'point-in-time': async () => (await import('./point-in-time-bench.ts')).pointInTimeBench,
  'grid-ui': async () => {
    const { gridUiBench } = await import('./grid-ui.ts');
    return async ({ json }) => {
      const { title, rows } = await gridUiBench({ json });
      return [{ title, rows: rows.map((row) => ({ ...row })) }];
    };
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    records: { type: 'string' },
    runs: { type: 'string' },
    only: { type: 'string' },
    embedded: { type: 'boolean' },
    workers: { type: 'string' },
    peer: { type: 'string' },
    parts: { type: 'boolean' },
    imported: { type: 'boolean' },
    logins: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const found = benches[positionals[0] ?? ''];
if (values.help || found === undefined) {
  const say = values.help ? console.log : console.error;
  say(
    'npm run bench -- NAME [--json] [--records N] [--runs N] [--only PART] [--embedded] [--workers N] [--peer FOLDER] [--parts] [--imported] [--logins 2]',
  );
  say(`Name one of: ${Object.keys(benches).join(', ')}`);
  process.exit(values.help ? 0 : 1);
}
const tables = await (
  await found()
)({
  json: values.json,
  values: {
    ...values,
    json: undefined,
    help: undefined,
    embedded: values.embedded ? 'yes' : undefined,
    parts: values.parts ? 'yes' : undefined,
    imported: values.imported ? 'yes' : undefined,
  },
});
if (values.json) console.log(JSON.stringify(tables, null, 2));
else for (const table of tables) print(table);
process.exit(0);

function print({ title, rows }: Table): void {
  console.log(`\n${title}`);
  const [first] = rows;
  if (first === undefined) return;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => (row[name] ?? '').length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  console.log(line(names));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(line(names.map((name) => row[name] ?? '')));
}
