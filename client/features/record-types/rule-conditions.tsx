// What a transition or a condition of a field asks of the values of a record: rows as of a filter.
import Button from '@mui/material/Button';
import { Icon } from '../../ui/icons.tsx';
import { useRowFocus } from '../../ui/use-row-focus.ts';
import { FilterRow } from '../../values/filter-row.tsx';
import { noOptions, type FieldOptions } from '../../values/value-field.ts';

type FilterRowProps = Parameters<typeof FilterRow>[0];
type Condition = FilterRowProps['condition'];

type RuleConditionsProps = {
  conditions: readonly Condition[];
  fields: FilterRowProps['fields'];
  options: FieldOptions;
  most: number;
  addLabel: string;
  /** With which another row begins. Default: that somebody is assigned. */
  newRow?: Condition | undefined;
  whyNot: (condition: Condition, field: FilterRowProps['fields'][number] | undefined) => string | null;
  /** As JSON, which is how a draft holds them. */
  onSet: (conditions: string) => void;
};

const assigned: Condition = { field: 'assignedTo', operator: 'isNotEmpty', logicOperator: 'AND' };

export function RuleConditions(props: RuleConditionsProps) {
  const { conditions, fields, options, most, addLabel, newRow = assigned, whyNot, onSet } = props;
  const { list, focusNew, focusAfterRemoval } = useRowFocus();
  const keep = (next: readonly unknown[]) => onSet(JSON.stringify(next));
  return (
    <>
      <ol ref={list}>
        {conditions.map((condition, index) => (
          <FilterRow
            key={index}
            index={index}
            condition={condition}
            fields={fields}
            options={options.get(condition.field) ?? noOptions}
            problem={whyNot(
              condition,
              fields.find(({ key }) => key === condition.field),
            )}
            onChange={(changed) => keep(conditions.map((one, at) => (at === index ? changed : one)))}
            onRemove={() => {
              keep(conditions.filter((_, at) => at !== index));
              focusAfterRemoval(index);
            }}
          />
        ))}
      </ol>
      <div>
        <Button
          variant="text"
          startIcon={<Icon name="plus" />}
          disabled={conditions.length >= most}
          onClick={() => {
            keep([...conditions, newRow]);
            focusNew();
          }}
        >
          {addLabel}
        </Button>
      </div>
    </>
  );
}
