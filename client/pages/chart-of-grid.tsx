// The current filter of a grid as a chart: made in the form of dashboards, and put on one of them.
import type { GridGroup } from '@rowhouse/domain/grid-preferences/model.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createDashboard, updateDashboard } from '../features/dashboards/api.ts';
import { addCard, type ChartInput } from '../features/dashboards/board-draft.ts';
import { ChartFormDialog } from '../features/dashboards/chart-form-dialog.tsx';
import { boardSearch, useChangeDashboards, useDashboards } from '../features/dashboards/use-dashboards.ts';
import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import { useSession } from '../features/identity/use-session.ts';
import { toSentence } from '../platform/request-failure.ts';
import { FieldFrame } from '../ui/inputs/field-frame.tsx';
import { Select } from '../ui/inputs/select.tsx';
import { TextInput } from '../ui/inputs/text-input.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import type { FieldOptions } from '../values/value-field.ts';

export type GridChart = {
  readonly filters: readonly FilterCondition[];
  readonly groups: readonly GridGroup[];
};

type ChartOfGridProps = {
  recordType: { readonly id: number; readonly name: string };
  options: FieldOptions;
  start: GridChart;
  onClose: () => void;
};

const fresh = 'new';

export function ChartOfGrid({ recordType, options, start, onClose }: ChartOfGridProps) {
  const { data: fields } = useFieldDefinitions(recordType.id);
  const { data: dashboards, error } = useDashboards();
  const { tenantPath } = useSession();
  const navigate = useNavigate();
  const change = useChangeDashboards();
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  if (error !== null) {
    snackbars.error(toSentence(error));
    onClose();
  }
  if (fields === undefined || dashboards === undefined)
    return <ProgressLine active label="Loading the dashboards" />;
  const mine = dashboards.filter(({ mayEdit, embedType }) => mayEdit && embedType === 'BUILT_IN');
  const place = chosen ?? String((mine.find(({ selected }) => selected) ?? mine[0])?.id ?? fresh);

  async function save(chart: ChartInput): Promise<void> {
    const open = mine.find(({ id }) => String(id) === place);
    const target = open ?? (await make());
    const { id, version, widgets } = target;
    await change(() => updateDashboard({ id, version, widgets: addCard(widgets, chart) }));
    snackbars.success(`${chart.title} is on ${target.name}`, {
      label: 'Open',
      run: () => void navigate(`${tenantPath}/dashboard${boardSearch(id)}`),
    });
  }

  /** Chosen from then on: where the chart is refused after it, a second try makes no second one. */
  async function make() {
    const id = await change(() => createDashboard({ name: name.trim(), embedType: 'BUILT_IN' }));
    setChosen(String(id));
    return { id, name: name.trim(), version: 1, widgets: [] };
  }

  const whyNotName = place === fresh && name.trim() === '' ? 'The dashboard has a name.' : null;
  return (
    <ChartFormDialog
      chart={null}
      asksWhy={(mine.find(({ id }) => String(id) === place)?.roles.length ?? 0) > 0}
      start={start}
      types={[recordType]}
      typeId={recordType.id}
      onType={() => undefined}
      fields={fields}
      options={options}
      whyNot={() => {
        setIsAsked(true);
        return whyNotName;
      }}
      place={
        <>
          <FieldFrame label="Dashboard">
            {(framed) => (
              <Select {...framed} value={place} onChange={({ target }) => setChosen(target.value)}>
                {mine.map((dashboard) => (
                  <option key={dashboard.id} value={String(dashboard.id)}>
                    {dashboard.name}
                  </option>
                ))}
                <option value={fresh}>New dashboard…</option>
              </Select>
            )}
          </FieldFrame>
          {place === fresh && (
            <TextInput
              label="Name of the dashboard"
              required
              value={name}
              error={isAsked ? whyNotName : null}
              onChange={setName}
            />
          )}
        </>
      }
      onSave={save}
      onClose={onClose}
    />
  );
}
