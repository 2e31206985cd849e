import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import { createGridScreen, type GridScreen } from './grid-screen.ts';
import type { RecordGridProps } from './record-grid-props.ts';
import { useShownActions } from './use-shown-actions.tsx';
import { useShownRows } from './use-shown-rows.ts';
import { useShownView } from './use-shown-view.ts';

/** The screen, made once, and told after each render what it shows. */
export function useGridScreen(props: RecordGridProps): GridScreen {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const recordTypeId = props.recordType.id;
  const [screen] = useState(() => createGridScreen({ recordTypeId, confirm, queryClient }));
  const view = useShownView(props);
  const rows = useShownRows(screen, props, view);
  const actions = useShownActions(screen, props, view, rows);
  useLayoutEffect(() =>
    screen.shown.set({ ...props, ...view, ...rows, ...actions, fieldList: props.fields }),
  );
  return screen;
}
