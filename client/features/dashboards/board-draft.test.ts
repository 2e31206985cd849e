import { describe, expect, it } from 'vitest';
import { addCard, moveCard, placesOf, replaceChart, resizeCard, type ChartInput } from './board-draft.ts';

const cards = ['c1', 'c2', 'c3'].map((key) => ({ key, width: 6, height: 3 }));
const chart: ChartInput = { kind: 'NUMBER', title: 'All', recordTypeId: 1, measure: { kind: 'COUNT' } };
const keysOf = (some: readonly { key: string }[]) => some.map(({ key }) => key).join(' ');

describe('the cards of a board', () => {
  it('move to a place, and stay where there is none', () => {
    expect(keysOf(moveCard(cards, 'c1', 2))).toBe('c2 c3 c1');
    expect(keysOf(moveCard(cards, 'c3', 0))).toBe('c3 c1 c2');
    expect(moveCard(cards, 'c1', -1)).toBe(cards);
    expect(moveCard(cards, 'c3', 3)).toBe(cards);
    expect(moveCard(cards, 'c9', 0)).toBe(cards);
  });

  it('grow and shrink within their bounds', () => {
    const sizes = (width: number, height: number) =>
      resizeCard([{ key: 'c1', width: 11, height: 1 }], 'c1', { width, height }).map((card) => [
        card.width,
        card.height,
      ]);
    expect(sizes(1, 1)).toEqual([[12, 2]]);
    expect(sizes(5, -1)).toEqual([[12, 1]]);
    expect(sizes(-20, 20)).toEqual([[3, 6]]);
  });

  it('that are not changed are sent without their charts', () => {
    expect(replaceChart(cards, 'c2', chart)).toEqual([
      { key: 'c1', width: 6, height: 3 },
      { key: 'c2', width: 6, height: 3, chart },
      { key: 'c3', width: 6, height: 3 },
    ]);
  });

  it('have keys of their own, also after one was removed', () => {
    const left = cards.filter(({ key }) => key !== 'c1');
    expect(addCard(left, chart).map(({ key }) => key)).toEqual(['c2', 'c3', 'c4']);
    expect(addCard([], chart)).toEqual([{ key: 'c1', width: 3, height: 1, chart }]);
    expect(placesOf([])).toEqual([]);
  });
});
