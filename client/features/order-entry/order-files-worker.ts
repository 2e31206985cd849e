// The company's files away from the page: fetched, parsed and searched here, so that no key waits for a hundred thousand
// rows.
import type { DealerOption, Opportunity } from '@rowhouse/domain/order-entry/order-files.ts';
import { readOpportunities, readOptions } from '@rowhouse/domain/order-entry/order-files.ts';
import {
  indexOpportunities,
  type FoundOpportunities,
  type OpportunityIndex,
} from '@rowhouse/domain/order-entry/search-opportunities.ts';
import {
  matchItems,
  readPastedLines,
  type MatchedItem,
  type PastedTable,
} from '@rowhouse/domain/order-entry/pasted-lines.ts';
import { parseCsv } from '@rowhouse/domain/order-entry/parse-csv.ts';
import { readTsv } from '../../ui/grid/tsv.ts';
import { readRemoteText, type RemoteTextFault } from '../../platform/read-remote-text.ts';

type RemoteFile = { readonly url: string; readonly sizeBytes: number } | null;

export type OrderFilesQuestion =
  | {
      readonly ask: number;
      readonly open: { readonly opportunities: RemoteFile; readonly options: RemoteFile };
    }
  | { readonly ask: number; readonly search: string; readonly most: number }
  | { readonly ask: number; readonly about: string }
  | {
      readonly ask: number;
      readonly read: { readonly text: string; readonly isFile: boolean };
      readonly of: string;
    }
  | { readonly ask: number; readonly match: readonly string[]; readonly of: string };

export type OpenedFiles = { readonly fault: RemoteTextFault | null };
export type AboutOpportunity = {
  /** Null when the file has it no more. */
  readonly opportunity: Opportunity | null;
  readonly options: readonly DealerOption[];
};
/** Lines of a table, with what each of their items is among the options of the opportunity. */
export type ReadLines = PastedTable & { readonly items: readonly MatchedItem[] };
export type OrderFilesAnswer = {
  readonly ask: number;
  readonly answer: OpenedFiles | FoundOpportunities | AboutOpportunity | ReadLines | readonly MatchedItem[];
};

let index: OpportunityIndex = indexOpportunities([]);
let optionsOf: ReadonlyMap<string, readonly DealerOption[]> = new Map();

async function open({
  opportunities,
  options,
}: Extract<OrderFilesQuestion, { open: unknown }>['open']): Promise<OpenedFiles> {
  const [first, second] = await Promise.all([read(opportunities), read(options)]);
  if ('fault' in first) return first;
  if ('fault' in second) return second;
  index = indexOpportunities([...readOpportunities(first.text)]);
  optionsOf = Map.groupBy(readOptions(second.text), ({ opportunityId }) => opportunityId);
  return { fault: null };
}

const read = async (file: RemoteFile) =>
  file === null ? { text: '' } : readRemoteText(file.url, file.sizeBytes);

/** A file has its own separators; what is pasted is parted by tabs, or was typed with semicolons. */
const rowsOf = (text: string, isFile: boolean): string[][] =>
  isFile
    ? [...parseCsv(text)].map(({ cells }) => [...cells])
    : text.includes('\t')
      ? readTsv(text)
      : text.split(/\r\n|\r|\n/).map((line) => line.split(';'));

function matchIn(opportunity: string, items: readonly string[]): readonly MatchedItem[] {
  const options = (optionsOf.get(opportunity) ?? []).map(({ option }) => option);
  return matchItems(items, options);
}

async function answerTo(question: OrderFilesQuestion): Promise<OrderFilesAnswer['answer']> {
  if ('open' in question) return open(question.open);
  if ('search' in question) return index.search(question.search, question.most);
  if ('match' in question) return matchIn(question.of, question.match);
  if ('read' in question) {
    const table = readPastedLines(rowsOf(question.read.text, question.read.isFile));
    const items = matchIn(
      question.of,
      table.lines.map(({ item }) => item),
    );
    return { ...table, items };
  }
  return { opportunity: index.find(question.about), options: optionsOf.get(question.about) ?? [] };
}

addEventListener('message', ({ data }: MessageEvent<OrderFilesQuestion>) => {
  void answerTo(data).then((answer) => postMessage({ ask: data.ask, answer } satisfies OrderFilesAnswer));
});
