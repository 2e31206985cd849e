// The search of order entry at each key: a file of so many opportunities, read as the worker of the page reads it, and
// what is typed letter by letter. The floor looks at every column of every row at each key.
import { headerOf, readOpportunities } from '@rowhouse/domain/order-entry/order-files.ts';
import { readOptionRules } from '@rowhouse/domain/order-entry/option-rules.ts';
import type { Opportunity } from '@rowhouse/domain/order-entry/order-files.ts';
import { indexOpportunities } from '@rowhouse/domain/order-entry/search-opportunities.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { median, quantile, shownMs } from './statistics.ts';

const typed = ['harbor renewal', 'spa-99', '10452', 'whitfield dana', 'zzz nothing', 'seattle', 'e'];
const mostShown = 8;

function makeFile(rows: number): string {
  const names = ['Harbor', 'Pearl', 'Summit', 'Valley', 'Northgate', 'Old Mill', 'Riverside', 'Granite'];
  const about = ['fleet, spring', 'rental renewal', 'front wheels', 'race team', 'workshop stock'];
  const cities = ['Seattle', 'Portland', 'Boise', 'Denver', 'Austin'];
  const pick = (values: readonly string[], index: number) => values[index % values.length] ?? '';
  const lines = Array.from({ length: rows }, (_, at) =>
    csvLine([
      `${pick(names, at)} ${pick(about, at >> 3)} ${at}`,
      `SPA-${at}`,
      `${pick(names, at >> 2)} Cycle Works`,
      'Dealer',
      'Whitfield',
      'Dana',
      'Approved',
      'Ada Novak',
      String(1000 + at),
      String(10_000 + (at % 900)),
      'Road frames; wheels',
      'Noah Berg',
      pick(cities, at),
      'WA',
      'Open',
      'No',
      `U${at % 50}`,
      pick(names, at),
    ]),
  );
  return csvLine(headerOf('OPPORTUNITIES')) + lines.join('');
}

const lookEverywhere = (all: readonly Opportunity[], text: string): number =>
  all.filter((one) => Object.values(one).some((value) => String(value).toLowerCase().includes(text))).length;

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Of this process alone: what others on the machine take is not in it. */
function processorTimeOf(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** 500 options that ask of each other 2,000 times; half of those that can be are chosen. */
function judgeOptionsBench(runs: number) {
  const nameOf = (at: number) => `Option ${at}`;
  const options = Array.from({ length: 500 }, (_, at) => ({
    option: nameOf(at),
    needs: at < 250 ? '' : `${nameOf(at % 250)}|${nameOf((at * 7) % 250)}; ${nameOf((at * 3) % 250)}`,
    excludes:
      at < 250
        ? ''
        : Array.from({ length: 6 }, (_2, step) => nameOf(250 + ((at + 1 + step * 17) % 250))).join('; '),
    group: '',
  }));
  const rules = readOptionRules(options);
  const chosen = new Set(options.flatMap(({ option }, at) => (at % 4 === 0 ? option : [])));
  let judged = 0;
  const processor: number[] = [];
  const verdicts = Array.from({ length: runs * 10 }, () =>
    timeOf(() => processor.push(processorTimeOf(() => (judged = rules.judge(chosen).size)))),
  );
  const read = timeOf(() => readOptionRules(options));
  return { verdicts, processor, judged, read };
}

export function opportunitiesBench({ values }: { values: Record<string, string | undefined> }) {
  const rows = Number(values['records'] ?? 100_000);
  const runs = Number(values['runs'] ?? 7);
  const text = makeFile(rows);
  let all: Opportunity[] = [];
  const readMs = timeOf(() => (all = [...readOpportunities(text)]));
  let index = indexOpportunities([]);
  const indexMs = timeOf(() => (index = indexOpportunities(all)));
  const keys: number[] = [];
  const processor: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < runs; run += 1)
    for (const words of typed)
      for (let length = 1; length <= words.length; length += 1) {
        const sought = words.slice(0, length);
        processor.push(processorTimeOf(() => keys.push(timeOf(() => index.search(sought, mostShown)))));
        if (run === 0) floor.push(timeOf(() => lookEverywhere(all, sought)));
      }
  const { verdicts, processor: judging, judged, read } = judgeOptionsBench(runs);
  return Promise.resolve([
    {
      title: '500 options with 2,000 rules: what of them can be chosen, and what repairs the others',
      rows: [
        {
          median: `${shownMs(median(verdicts))} ms`,
          p95: `${shownMs(quantile(verdicts, 0.95))} ms`,
          'of the processor, median': `${shownMs(median(judging))} ms`,
          'with a reason': String(judged),
          'reading the rules': `${shownMs(read)} ms`,
        },
      ],
    },
    {
      title: `Opportunity search over ${rows} rows (${(text.length / 1e6).toFixed(1)} MB)`,
      rows: [
        {
          keys: String(keys.length),
          'ms a key, median': shownMs(median(keys)),
          p98: shownMs(quantile(keys, 0.98)),
          worst: shownMs(Math.max(...keys)),
          'of the processor, p98': shownMs(quantile(processor, 0.98)),
          'floor, median': shownMs(median(floor)),
          'read once': shownMs(readMs),
          'index once': shownMs(indexMs),
        },
      ],
    },
  ]);
}
