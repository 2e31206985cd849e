// How the cards of a board are put in order and sized, by drag and by keys alike.
import { heightRange, widthRange } from '@rowhouse/domain/dashboards/limits.ts';
import type { ChartKind } from '@rowhouse/domain/dashboards/chart.ts';
import type { UpdateDashboardInput } from '@rowhouse/domain/contract.generated.ts';
import type { Widget } from './api.ts';

export type Place = Pick<Widget, 'key' | 'width' | 'height'>;
export type WidgetsInput = NonNullable<UpdateDashboardInput['widgets']>;
export type ChartInput = NonNullable<WidgetsInput[number]['chart']>;

/** The same cards in another order; it stays where it is at the ends. */
export function moveCard<Card extends Place>(
  cards: readonly Card[],
  key: string,
  to: number,
): readonly Card[] {
  const from = cards.findIndex((card) => card.key === key);
  const card = cards[from];
  if (card === undefined || to < 0 || to >= cards.length || to === from) return cards;
  return cards.toSpliced(from, 1).toSpliced(to, 0, card);
}

const within = (value: number, { least, most }: { least: number; most: number }): number =>
  Math.max(least, Math.min(most, value));

export function resizeCard<Card extends Place>(
  cards: readonly Card[],
  key: string,
  by: { readonly width: number; readonly height: number },
): readonly Card[] {
  return cards.map((card) =>
    card.key === key
      ? {
          ...card,
          width: within(card.width + by.width, widthRange),
          height: within(card.height + by.height, heightRange),
        }
      : card,
  );
}

/** Charts stay as they stand, also those that one does not see. */
export const placesOf = (cards: readonly Place[]): WidgetsInput =>
  cards.map(({ key, width, height }) => ({ key, width, height }));

const sizes: Readonly<Record<ChartKind, { readonly width: number; readonly height: number }>> = {
  NUMBER: { width: 3, height: 1 },
  BAR: { width: 6, height: 3 },
  STACKED_BAR: { width: 6, height: 3 },
  LINE: { width: 6, height: 3 },
  AREA: { width: 6, height: 3 },
  RING: { width: 3, height: 3 },
  TABLE: { width: 6, height: 3 },
  PIVOT: { width: 9, height: 3 },
};

export function addCard(cards: readonly Place[], chart: ChartInput): WidgetsInput {
  const taken = new Set(cards.map(({ key }) => key));
  let number = cards.length + 1;
  while (taken.has(`c${number}`)) number += 1;
  return [...placesOf(cards), { key: `c${number}`, ...sizes[chart.kind], chart }];
}

export const replaceChart = (cards: readonly Place[], key: string, chart: ChartInput): WidgetsInput =>
  placesOf(cards).map((card) => (card.key === key ? { ...card, chart } : card));
