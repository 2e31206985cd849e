// How the page of a record is divided, and what its pane shows: said by the address, else as this person left it for the
// type, else by what there is room for.
import { readOwnSetting, writeOwnSetting } from '../../../platform/storage/own-settings.ts';
import { leastPercent, mostPercent } from '../../../ui/split-panes.tsx';
import type { RecordRoute } from './record-routes.ts';

/** Specification 2, named as there: the pane alone, both, or the form alone. */
export const viewModes = ['DEFAULT', 'SPLIT_VIEW', 'ONLY_ADDITIONAL_INFO'] as const;
export type ViewMode = (typeof viewModes)[number];

export type PageSection = 'All' | 'Objects' | 'LineItems' | 'Comments' | 'Attachments' | 'Empty';
const pageSections: readonly PageSection[] = [
  'All',
  'Objects',
  'LineItems',
  'Comments',
  'Attachments',
  'Empty',
];

export type PageView = {
  readonly mode: ViewMode;
  /** Of the form where both are shown. */
  readonly percent: number;
  /** Null: the first that there is. */
  readonly tab: string | null;
  readonly section: PageSection;
  /** Of the document, from 1. */
  readonly page: number;
};

type Layout = Pick<PageView, 'mode' | 'percent'>;

type Setting = {
  readonly route: RecordRoute;
  readonly kept: Layout | null;
  readonly isWide: boolean;
  readonly hasDocument: boolean;
};

const isMode = (text: unknown): text is ViewMode => viewModes.some((mode) => mode === text);
const isPercent = (value: unknown): value is number =>
  typeof value === 'number' && value >= leastPercent && value <= mostPercent;

/** Specification 2: 100 % or 0, 50 %, or the reverse. */
const evenly = 50;
/** The first time: enough for the tabs beside the form. */
const atFirst = 70;

export function readPageView(params: URLSearchParams, setting: Setting): PageView {
  const section = params.get('section')?.toLowerCase();
  const page = Number(params.get('page'));
  return {
    ...readLayout(params, setting),
    tab: params.get('tab') ?? (setting.route === 'accounting/doc-viewer' ? 'document' : null),
    section: pageSections.find((each) => each.toLowerCase() === section) ?? 'All',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function readLayout(params: URLSearchParams, { route, kept, isWide, hasDocument }: Setting): Layout {
  if (route === 'accounting/doc-viewer') return { mode: 'ONLY_ADDITIONAL_INFO', percent: evenly };
  const mode = params.get('viewMode');
  const split = Number(params.get('split'));
  if (isMode(mode)) return { mode, percent: isPercent(split) ? split : evenly };
  if (route === 'data-focus-view') return { mode: 'ONLY_ADDITIONAL_INFO', percent: evenly };
  const showsDocument = route === 'sales-details-viewer' || route === 'pucharse-details-viewer';
  if (showsDocument && hasDocument) return { mode: 'SPLIT_VIEW', percent: evenly };
  return kept ?? { mode: isWide ? 'SPLIT_VIEW' : 'DEFAULT', percent: atFirst };
}

export function writePageView(change: Partial<PageView>, before: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(before);
  const { mode, percent, tab, page } = change;
  if (mode !== undefined) params.set('viewMode', mode);
  if (percent !== undefined && percent !== evenly) params.set('split', String(percent));
  else if (mode !== undefined || percent !== undefined) params.delete('split');
  if (tab != null) params.set('tab', tab);
  if (page !== undefined) {
    if (page === 1) params.delete('page');
    else params.set('page', String(page));
  }
  return params;
}

const nameOf = (recordTypeId: number): string => `record-view:${recordTypeId}`;

function isLayout(value: unknown): value is Layout {
  if (typeof value !== 'object' || value === null) return false;
  const { mode, percent } = value as Record<string, unknown>;
  return isMode(mode) && isPercent(percent);
}

export const readKeptLayout = (recordTypeId: number): Layout | null =>
  readOwnSetting(nameOf(recordTypeId), isLayout);

export const keepLayout = (recordTypeId: number, layout: Layout): void =>
  writeOwnSetting(nameOf(recordTypeId), layout);

/** How much of the width the form has. */
export const percentOf = ({ mode, percent }: Layout): number =>
  mode === 'DEFAULT' ? 100 : mode === 'ONLY_ADDITIONAL_INFO' ? 0 : percent;
