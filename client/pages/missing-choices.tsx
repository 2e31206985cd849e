import { Fragment } from 'react';
import { Link } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import type { FieldOptions } from '../values/value-field.ts';

type MissingChoicesProps = {
  recordType: { readonly id: number; readonly name: string };
  fields: readonly { readonly id: number; readonly key: string; readonly name: string }[];
  options: FieldOptions;
  /** Where record types are designed; null for who does not. */
  designerPath: string | null;
};

/** Of what a record cannot do without, where a type says what there is to choose: the tab on which it does. */
const tabOfChoices: Readonly<Record<string, string>> = { status: 'statuses', problemCode: 'problemCodes' };

/**
 * A type that was just made has no status and no problem code, and no record comes without them: said before somebody
 * fills in the form, with the way to where they are added.
 */
export function MissingChoices({ recordType, fields, options, designerPath }: MissingChoicesProps) {
  const missing = fields.filter(
    ({ id, key }) =>
      id === 0 && key in tabOfChoices && options.get(key)?.every(({ enabled }) => !enabled) === true,
  );
  if (missing.length === 0) return null;
  const names = missing.map(({ name }) => name.toLowerCase());
  return (
    <Notice tone="warning">
      {`${recordType.name} has no ${names.join(' and no ')} to choose yet, and a record needs ${names.length === 1 ? 'one' : 'one of each'}. `}
      {designerPath === null ? (
        'Ask an administrator of this company to add it.'
      ) : (
        <>
          {'Add '}
          {missing.map(({ key, name }, at) => (
            <Fragment key={key}>
              {at > 0 && ' and '}
              <Link to={`${designerPath}?type=${recordType.id}&tab=${tabOfChoices[key]}`}>
                {`a ${name.toLowerCase()}`}
              </Link>
            </Fragment>
          ))}
          {' first.'}
        </>
      )}
    </Notice>
  );
}
