import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askImpact } from '../../platform/ask-impact.ts';
import { asUndo } from '../../platform/change-source.ts';
import { applyConfiguration, compareConfiguration } from './api.ts';
import type { Answer, Comparison, Difference, Undo } from './api.ts';
import { readChosenFile } from './read-chosen-file.ts';

type Opened = { readonly fileName: string; readonly text: string };

export type ImportState = {
  readonly file: Opened | null;
  readonly comparison: Comparison | null;
  readonly answers: readonly Answer[];
  readonly chosen: ReadonlySet<string>;
  /** Of what is only here; nothing of it by itself. */
  readonly takenAway: ReadonlySet<string>;
  readonly isBusy: boolean;
  readonly failure: unknown;
  /** What was brought last, with the way back. */
  readonly done: { readonly applied: number; readonly undo: Undo | null } | null;
};

const nothing: ImportState = {
  file: null,
  comparison: null,
  answers: [],
  chosen: new Set(),
  takenAway: new Set(),
  isBusy: false,
  failure: null,
  done: null,
};

/** What can be brought: what waits for an answer, and what only says what stays, cannot. */
export const isChoosable = ({ state, changes }: Difference): boolean =>
  state === 'NEW' || (state === 'CHANGED' && changes.length > 0);

/** Always asked: what is taken away is never ticked by itself, and never taken unseen. */
function askTaking({ left }: Comparison, takenAway: ReadonlySet<string>): Promise<boolean> {
  const taken = left.filter(({ key }) => key != null && takenAway.has(key));
  if (taken.length === 0) return Promise.resolve(true);
  const what = taken.length === 1 ? '1 thing' : `${taken.length.toLocaleString('en-US')} things`;
  return askImpact({
    title: `Switch off ${what} that the file does not have?`,
    confirmLabel: `Switch off ${what}`,
    says: `${taken.map(({ title }) => title).join(', ')}.`,
    changes: taken.flatMap(({ touches }) =>
      touches.map(({ kind, id, fieldKey }) => ({
        kind,
        id,
        ...(fieldKey != null && { fieldKey }),
        takes: 'DISABLE' as const,
      })),
    ),
  });
}

/** A configuration file from choosing it to the way back. */
export function useConfigurationImport() {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>(nothing);
  const put = (change: Partial<ImportState>) => setState((before) => ({ ...before, ...change }));

  async function attempt(work: () => Promise<void>) {
    put({ isBusy: true, failure: null });
    try {
      await work();
    } catch (failure) {
      put({ failure });
    }
    put({ isBusy: false });
  }

  async function compare(file: Opened, answers: readonly Answer[], kept: ReadonlySet<string> | null) {
    const comparison = await compareConfiguration(file.text, answers);
    const possible = comparison.differences.filter(isChoosable).map(({ key }) => key);
    const before = new Set(state.comparison?.differences.filter(isChoosable).map(({ key }) => key));
    const left = new Set(comparison.left.map(({ key }) => key));
    put({
      file,
      comparison,
      answers,
      done: null,
      chosen: new Set(possible.filter((key) => kept === null || kept.has(key) || !before.has(key))),
      takenAway: new Set(kept === null ? [] : [...state.takenAway].filter((key) => left.has(key))),
    });
  }

  return {
    state,
    open: (file: File) =>
      attempt(async () => {
        setState({ ...nothing, isBusy: true });
        await compare({ fileName: file.name, text: await readChosenFile(file) }, [], null);
      }),
    close: () => setState(nothing),
    /** With the ticks as they stand. */
    compareAgain: () =>
      attempt(async () => {
        if (state.file !== null) await compare(state.file, state.answers, state.chosen);
      }),
    answer: (given: readonly Answer[]) =>
      attempt(async () => {
        const keys = new Set(given.map(({ key }) => key));
        const answers = [...state.answers.filter(({ key }) => !keys.has(key)), ...given];
        if (state.file !== null) await compare(state.file, answers, state.chosen);
      }),
    /** What it needs is ticked with it, and what needs it is let go with it. */
    choose(key: string, isOn: boolean) {
      const all = state.comparison?.differences ?? [];
      const chosen = new Set(state.chosen);
      const walk = (one: string) => {
        if (isOn === chosen.has(one)) return;
        if (isOn) chosen.add(one);
        else chosen.delete(one);
        const next = isOn
          ? (all.find((difference) => difference.key === one)?.needs ?? [])
          : all.filter(({ needs }) => needs.includes(one)).map((difference) => difference.key);
        for (const each of next) walk(each);
      };
      walk(key);
      put({ chosen });
    },
    takeAway(key: string, isOn: boolean) {
      const others = [...state.takenAway].filter((one) => one !== key);
      put({ takenAway: new Set(isOn ? [...others, key] : others) });
    },
    chooseAll: (keys: readonly string[]) => put({ chosen: new Set(keys) }),
    apply: () =>
      attempt(async () => {
        const { file, comparison, answers, chosen, takenAway } = state;
        if (file === null || comparison === null) return;
        if (!(await askTaking(comparison, takenAway))) return;
        const done = await applyConfiguration({
          ...file,
          seal: comparison.seal,
          answers: [...answers],
          chosen: [...chosen],
          takenAway: [...takenAway],
        });
        setState({ ...nothing, done });
        await client.invalidateQueries();
      }),
    undo: () =>
      attempt(async () => {
        const undo = state.done?.undo;
        if (undo == null) return;
        const { text, seal, answers, keys } = undo;
        const done = await asUndo(() =>
          applyConfiguration({ text, seal, answers, chosen: keys, takenAway: [], fileName: 'undo' }),
        );
        setState({ ...nothing, done: { applied: done.applied, undo: null } });
        await client.invalidateQueries();
      }),
  };
}
