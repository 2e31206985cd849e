// A chart is made over the fields of one record type: what can be counted of it is known to other features.
import { useState } from 'react';
import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import type { ShownChart } from '../features/dashboards/api.ts';
import { ChartFormDialog, type ChartFormProps } from '../features/dashboards/chart-form-dialog.tsx';
import { listMenuPlaces } from '../features/menu/match-menu-item.ts';
import { useMenu } from '../features/menu/use-menu.ts';
import { toSentence } from '../platform/request-failure.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import { useFieldOptions } from '../values/choices/use-field-options.ts';

type DashboardChartFormProps = {
  chart: ShownChart | null;
  asksWhy: boolean;
  onSave: ChartFormProps['onSave'];
  onClose: () => void;
};

export function DashboardChartForm({ chart, asksWhy, onSave, onClose }: DashboardChartFormProps) {
  const { data: groups } = useMenu();
  const types = new Map(
    listMenuPlaces(groups ?? []).flatMap(({ item }) =>
      item.recordType === null ? [] : [[item.recordType.id, { id: item.recordType.id, name: item.name }]],
    ),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const typeId = chosen ?? chart?.recordTypeId ?? types.keys().next().value;
  if (typeId === undefined) {
    if (groups !== undefined) {
      snackbars.error('Your role has no records to make a chart of.');
      onClose();
    }
    return null;
  }
  return (
    <OfType
      chart={chart}
      asksWhy={asksWhy}
      typeId={typeId}
      types={[...types.values()]}
      onType={setChosen}
      onSave={onSave}
      onClose={onClose}
    />
  );
}

function OfType(props: Omit<ChartFormProps, 'fields' | 'options'>) {
  const { data: fields, error } = useFieldDefinitions(props.typeId);
  const type = props.types.filter(({ id }) => id === props.typeId);
  const options = useFieldOptions(props.typeId, type, fields);
  if (fields === undefined)
    return error === null ? (
      <ProgressLine active label="Loading the fields" />
    ) : (
      <p role="alert">{toSentence(error)}</p>
    );
  return <ChartFormDialog {...props} fields={fields} options={options} />;
}
