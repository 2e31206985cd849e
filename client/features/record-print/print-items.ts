// Records on paper: one PDF of the server, which is shown beside the page to be printed, or saved.
import { whyNotPrint } from '@rowhouse/domain/record-print/rules.ts';
import { viewerZone } from '../../platform/clock.ts';
import { openInNewTab, startDownload } from '../../platform/download.ts';
import { toSentence } from '../../platform/request-failure.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { createPrintLink } from './api.ts';

/** In a menu of records. */
export type PrintItem = {
  readonly id: string;
  readonly label: string;
  readonly icon: 'print' | 'download';
  readonly run: () => void;
};

/** What is done with these records on paper. The links are asked for anew each time: one is good once. */
export const printItems = (ids: readonly number[]): readonly PrintItem[] => [
  { id: 'print', label: 'Print…', icon: 'print', run: () => void printRecords(ids) },
  { id: 'download-pdf', label: 'Download PDF', icon: 'download', run: () => void downloadPdf(ids) },
];

/** Shows the document in a tab of its own, from where the browser prints it. */
export const printRecords = (ids: readonly number[]): Promise<void> =>
  follow(ids, 'Print', ({ url }) => openInNewTab(url));

export const downloadPdf = (ids: readonly number[]): Promise<void> =>
  follow(ids, 'Download', ({ url, fileName }) => startDownload(url, fileName));

type Link = { readonly url: string; readonly fileName: string };

async function follow(ids: readonly number[], deed: string, take: (link: Link) => void): Promise<void> {
  const whyNot = whyNotPrint(ids.length);
  if (whyNot !== null) {
    snackbars.warning(whyNot);
    return;
  }
  try {
    take(await createPrintLink({ ids: [...ids], timeZone: viewerZone() }));
  } catch (failure) {
    snackbars.error(`${deed} failed: ${toSentence(failure)}`);
  }
}
