import { useEffect, type ComponentProps } from 'react';
import { holdPage } from '../../../platform/unsaved-work.ts';
import { BulkActionsMenu } from '../bulk/bulk-actions-menu.tsx';
import { SelectionBar } from './selection-bar.tsx';

type SelectedToolsProps = Pick<ComponentProps<typeof SelectionBar>, 'name' | 'context'>;

/** The tools of the rows that are selected or edited. A session that ends does not take the selection away. */
export function SelectedTools({ name, context }: SelectedToolsProps) {
  useEffect(holdPage, []);
  return (
    <SelectionBar name={name} context={context}>
      <BulkActionsMenu context={context} />
    </SelectionBar>
  );
}
