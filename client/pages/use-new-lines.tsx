// Lines that are written before their record is there, a section for each kind.
import { readOperand } from '@rowhouse/domain/formulas/evaluate.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { Suspense, useCallback, useMemo, useSyncExternalStore } from 'react';
import { createNewLines, type NewLines } from '../features/line-items/new-lines.ts';
import type { NewLinesSection } from '../features/records/new-record/new-record-form.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { useLineParts } from './use-record-lines.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const NewLinesPanel = lazyPart(async () => ({
  default: (await import('../features/line-items/new-lines-panel.tsx')).NewLinesPanel,
}));

const noLines: readonly NewLines[] = [];

export function useNewLines(
  recordTypeId: number,
  recordType: { readonly isSuper: boolean } | undefined,
  grants: ReadonlySet<MenuAction>,
) {
  const { types, cells, mayEdit } = useLineParts(recordTypeId, recordType, grants);
  const lines = useMemo(
    () => (mayEdit && types ? types.map((type) => createNewLines(recordTypeId, type)) : noLines),
    [recordTypeId, mayEdit, types],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = lines.map(({ session }) => session.subscribe(listener));
      return () => stops.forEach((stop) => stop());
    },
    [lines],
  );
  const counts = useSyncExternalStore(subscribe, () =>
    lines.map(({ session }) => session.getRows().size).join(),
  );
  const sections = useMemo(() => {
    const each = counts.split(',').map(Number);
    return lines.map((own, at): NewLinesSection => ({
      id: `lines-${own.type.id}`,
      title: own.type.name,
      count: each[at]!,
      node: (
        <Suspense fallback={<ProgressLine active />}>
          <NewLinesPanel lines={own} cells={cells} />
        </Suspense>
      ),
    }));
  }, [lines, counts, cells]);
  const inFormulas = useMemo(
    () => ({
      subscribe,
      valuesOf: (key: string) => {
        const own = key.replace('l', 'f');
        const kind = lines.find(({ type }) => type.fields.some((field) => field.key === own));
        // A line in which nothing is written is not sent.
        const written = [...(kind?.session.getRows().values() ?? [])].filter(({ values }) => values.size > 0);
        return written.map(({ values, look }) => readOperand(look.computed?.get(own) ?? values.get(own)));
      },
    }),
    [lines, subscribe],
  );
  return {
    sections,
    inFormulas,
    whyNot(): string | null {
      for (const own of lines) {
        const whyNot = own.whyNot();
        if (whyNot !== null) return `${own.type.name}: ${whyNot}`;
      }
      return null;
    },
    discard: () => lines.forEach(({ discard }) => discard()),
    /** @returns why the first line that was not taken was refused, or null */
    async saveTo(recordId: number): Promise<string | null> {
      let first: string | null = null;
      for (const own of lines) {
        const whyNot = await own.saveTo(recordId);
        first ??= whyNot;
      }
      return first;
    },
  };
}
