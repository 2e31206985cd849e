import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';

/** What one request may ask for, however its documents are written. A page above `large` rows is read alone. */
export const rowLimits = { rows: 5000, large: 500 };

/** How many rows the arguments of a field ask for; nothing where it has no pages. */
function askedRows(input: unknown): number {
  const { pagination } = (input ?? {}) as { pagination?: { limit?: unknown } | null };
  return typeof pagination?.limit === 'number' ? pagination.limit : 0;
}

/** What the fields of one request ask for together, also where its documents are several. */
export class RowBudget {
  #rows = 0;
  #hasLarge = false;

  /**
   * Takes the rows of fields by their arguments, before anything is read. Answers whether a large page is among them.
   * @throws {Refusal} INVALID where the request asks for too much at once
   */
  take(inputs: readonly unknown[]): boolean {
    const asked = inputs.map(askedRows);
    const large = asked.filter((rows) => rows > rowLimits.large).length;
    if (large > (this.#hasLarge ? 0 : 1))
      throw new Refusal(
        'INVALID',
        `A request asks for one page of more than ${rowLimits.large} rows at most.`,
      );
    this.#rows += asked.reduce((sum, rows) => sum + rows, 0);
    if (this.#rows > rowLimits.rows)
      throw new Refusal('INVALID', `A request asks for ${rowLimits.rows} rows at most, in all of its pages.`);
    this.#hasLarge ||= large > 0;
    return large > 0;
  }
}
