// The company's files away from the page: fetched, parsed and searched here, so that no key waits for a hundred thousand
// rows.
import type { DealerOption, Opportunity } from '@rowhouse/domain/order-entry/order-files.ts';
import { readOpportunities, readOptions } from '@rowhouse/domain/order-entry/order-files.ts';
import {
  indexOpportunities,
  type FoundOpportunities,
  type OpportunityIndex,
} from '@rowhouse/domain/order-entry/search-opportunities.ts';
import { readRemoteText, type RemoteTextFault } from '../../platform/read-remote-text.ts';

type RemoteFile = { readonly url: string; readonly sizeBytes: number } | null;

export type OrderFilesQuestion =
  | {
      readonly ask: number;
      readonly open: { readonly opportunities: RemoteFile; readonly options: RemoteFile };
    }
  | { readonly ask: number; readonly search: string; readonly most: number }
  | { readonly ask: number; readonly about: string };

export type OpenedFiles = { readonly fault: RemoteTextFault | null };
export type AboutOpportunity = {
  /** Null when the file has it no more. */
  readonly opportunity: Opportunity | null;
  readonly options: readonly DealerOption[];
};
export type OrderFilesAnswer = {
  readonly ask: number;
  readonly answer: OpenedFiles | FoundOpportunities | AboutOpportunity;
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

async function answerTo(question: OrderFilesQuestion): Promise<OrderFilesAnswer['answer']> {
  if ('open' in question) return open(question.open);
  if ('search' in question) return index.search(question.search, question.most);
  return { opportunity: index.find(question.about), options: optionsOf.get(question.about) ?? [] };
}

addEventListener('message', ({ data }: MessageEvent<OrderFilesQuestion>) => {
  void answerTo(data).then((answer) => postMessage({ ask: data.ask, answer } satisfies OrderFilesAnswer));
});
