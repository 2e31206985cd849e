// What roles must not come to see or change: kept as data, and held by the server against every later change.
import { sayAccessTest } from '@rowhouse/domain/roles/access-tests.ts';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { toSentence } from '../../platform/request-failure.ts';
import { createAccessTest, deleteAccessTest, type AccessMatrix, type AccessTest } from './api.ts';
import styles from './access-tests.module.css';
import { accessTestsQuery, useChangeRoles } from './use-roles.ts';

const say = ({ role, recordType, fieldName, most }: AccessTest): string =>
  sayAccessTest({ roleName: role.name, typeName: recordType.name, fieldName, most });

export function AccessTests({ matrix }: { matrix: AccessMatrix }) {
  const { data: tests, error, refetch } = useQuery(accessTestsQuery);
  const change = useChangeRoles();
  const remove = async (test: AccessTest) => {
    try {
      await change(() => deleteAccessTest(test.id));
      snackbars.success(`${say(test)}: removed`);
    } catch (failure) {
      snackbars.error(toSentence(failure));
    }
  };
  return (
    <div className={styles.tests}>
      <p className={styles.about}>
        A test says what a role must not see or change. Whoever changes the access later, here or by putting
        something back, is refused where it would break one, and is told which.
      </p>
      <NewTest matrix={matrix} />
      {error !== null && (
        <ErrorAlert failure={error} title="The tests could not be loaded" onRetry={() => void refetch()} />
      )}
      {tests === undefined && error === null && <ProgressLine active label="Loading the tests" />}
      {tests?.length === 0 && (
        <EmptyState title="No access tests yet" icon="check">
          Choose a role and a field above, and what the role must not do with it.
        </EmptyState>
      )}
      {tests !== undefined && tests.length > 0 && (
        <ul className={styles.list} aria-label="Access tests">
          {tests.map((test) => (
            <li key={test.id} className={styles.test}>
              <Icon name="check" />
              <span className={styles.words}>{say(test)}</span>
              <IconButton aria-label={`Remove: ${say(test)}`} onClick={() => void remove(test)}>
                <Icon name="trash" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NewTest({ matrix }: { matrix: AccessMatrix }) {
  const change = useChangeRoles();
  const [roleId, setRole] = useState('');
  const [typeId, setType] = useState('');
  const [field, setField] = useState('');
  const [most, setMost] = useState<'NotAllowed' | 'ViewOnly'>('NotAllowed');
  const [failure, setFailure] = useState<unknown>(null);
  const [running, setRunning] = useState(false);
  const type = matrix.recordTypes.find(({ id }) => String(id) === typeId);
  const isWhole = roleId !== '' && type !== undefined && field !== '';

  async function add() {
    setRunning(true);
    setFailure(null);
    try {
      await change(() =>
        createAccessTest({ roleId: Number(roleId), recordTypeId: Number(typeId), field, most }),
      );
      setField('');
    } catch (refusal) {
      setFailure(refusal);
    } finally {
      setRunning(false);
    }
  }

  const choices: readonly {
    readonly label: string;
    readonly value: string;
    readonly options: readonly { readonly id: number | string; readonly name: string }[];
    readonly choose: (value: string) => void;
  }[] = [
    { label: 'Role', value: roleId, options: matrix.roles, choose: setRole },
    {
      label: 'Record type',
      value: typeId,
      options: matrix.recordTypes,
      choose: (value) => {
        setType(value);
        setField('');
      },
    },
    {
      label: 'Field',
      value: field,
      options: (type?.fields ?? []).map(({ key, name }) => ({ id: key, name })),
      choose: setField,
    },
  ];
  return (
    <form
      className={styles.form}
      aria-label="New access test"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && !running) void add();
      }}
    >
      {choices.map(({ label, value, options, choose }) => (
        <FieldFrame key={label} label={label}>
          {(framed) => (
            <Select
              {...framed}
              value={value}
              disabled={options.length === 0}
              onChange={({ target }) => choose(target.value)}
            >
              <option value="" disabled>
                Choose
              </option>
              {options.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
      ))}
      <FieldFrame label="Must not">
        {(framed) => (
          <Select
            {...framed}
            value={most}
            onChange={({ target }) => setMost(target.value === 'ViewOnly' ? 'ViewOnly' : 'NotAllowed')}
          >
            <option value="NotAllowed">see it</option>
            <option value="ViewOnly">change it</option>
          </Select>
        )}
      </FieldFrame>
      <Button
        type="submit"
        variant="outlined"
        startIcon={<Icon name="plus" />}
        disabled={!isWhole || running}
      >
        Add test
      </Button>
      {failure !== null && (
        <div className={styles.failure}>
          <ErrorAlert failure={failure} title="The test was not kept" />
        </div>
      )}
    </form>
  );
}
