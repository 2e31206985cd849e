import { describe, expect, it } from 'vitest';
import { pageCount, pagesToOffer, readPageJump } from './paging.ts';

it.each([
  [0, 25, 1],
  [25, 25, 1],
  [26, 25, 2],
  [4012, 3000, 2],
])('%i records in pages of %i are %i pages', (total, size, pages) =>
  expect(pageCount(total, size)).toBe(pages),
);

describe('a page jump', () => {
  it.each([
    ['3', { page: 3, sentence: null }],
    ['49', { page: 49, sentence: null }],
    ['50', { page: 49, sentence: 'There are only 49 pages!' }],
    ['999999999999', { page: 49, sentence: 'There are only 49 pages!' }],
    ['0', { page: 1, sentence: null }],
    [' 7 ', { page: 7, sentence: null }],
    ['', null],
    ['-3', null],
    ['two', null],
    ['1.5', null],
  ])('to %j leads to %j of 49', (typed, expected) => expect(readPageJump(typed, 49)).toEqual(expected));
});

describe('the pages offered', () => {
  it.each([
    [1, 49, [1, 2, 3, null, 49]],
    [3, 49, [1, 2, 3, 4, null, 49]],
    [4, 49, [1, 2, 3, 4, 5, null, 49]],
    [20, 49, [1, null, 19, 20, 21, null, 49]],
    [46, 49, [1, null, 45, 46, 47, 48, 49]],
    [49, 49, [1, null, 47, 48, 49]],
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
    [1, 160_000, [1, 2, 3, null, 160_000]],
  ])('on page %i of %i are %j', (page, pages, expected) =>
    expect(pagesToOffer(page, pages)).toEqual(expected),
  );
});
