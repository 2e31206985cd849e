import type { ComponentProps } from 'react';
import { BulkActionsMenu } from '../bulk/bulk-actions-menu.tsx';
import { SelectionBar } from './selection-bar.tsx';

type SelectedToolsProps = Pick<ComponentProps<typeof SelectionBar>, 'name' | 'context'>;

/** The tools of the rows that are selected or edited. */
export const SelectedTools = ({ name, context }: SelectedToolsProps) => (
  <SelectionBar name={name} context={context}>
    <BulkActionsMenu context={context} />
  </SelectionBar>
);
