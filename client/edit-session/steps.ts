/** What was written at once, and is taken back at once. */
export type Step<Id> = readonly {
  row: Id;
  column: string;
  before: string;
  after: string;
}[];

const mostSteps = 200;

/** What was done and can be undone, and what was undone and can be done again. */
export function createSteps<Id>() {
  let done: Step<Id>[] = [];
  let undone: Step<Id>[] = [];
  return {
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    add(step: Step<Id>) {
      done = [...done, step].slice(-mostSteps);
      undone = [];
    },
    /** What came of a cell later belongs to the step in which it was written; where that is undone, it is a step of its own. */
    extend(cell: { readonly row: Id; readonly column: string }, more: Step<Id>) {
      const at = done.findLastIndex((step) =>
        step.some(({ row, column }) => row === cell.row && column === cell.column),
      );
      const step = done[at];
      done = step === undefined ? [...done, more] : done.with(at, [...step, ...more]);
    },
    undo(): Step<Id> | undefined {
      const step = done.at(-1);
      if (!step) return undefined;
      done = done.slice(0, -1);
      undone = [...undone, step];
      return step;
    },
    redo(): Step<Id> | undefined {
      const step = undone.at(-1);
      if (!step) return undefined;
      undone = undone.slice(0, -1);
      done = [...done, step];
      return step;
    },
    /** Of things that are no more in edit nothing is taken back. */
    forget(ids: ReadonlySet<Id>) {
      const without = (steps: Step<Id>[]) =>
        steps.map((step) => step.filter(({ row }) => !ids.has(row))).filter((step) => step.length > 0);
      done = without(done);
      undone = without(undone);
    },
  };
}
