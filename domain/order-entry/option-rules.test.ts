import { describe, expect, test } from 'vitest';
import { readOptionRules, sayRepair } from './option-rules.ts';

const option = (name: string, rules: { needs?: string; excludes?: string; group?: string } = {}) => ({
  option: name,
  needs: '',
  excludes: '',
  group: '',
  ...rules,
});
const van = [
  option('Axle A', { group: 'Axle' }),
  option('Axle B', { group: 'Axle' }),
  option('Lift', { needs: 'Axle B; Battery|Generator' }),
  option('Battery'),
  option('Generator', { excludes: 'Quiet pack' }),
  option('Quiet pack', { needs: 'Battery' }),
];
const judge = (chosen: string[], options = van) => readOptionRules(options).judge(new Set(chosen));

describe('an option that cannot be chosen', () => {
  test('says what it needs, and its repair chooses that', () => {
    expect(judge([]).get('Lift')).toEqual({
      sentence: 'needs Axle B, and Battery or Generator',
      repair: { add: ['Lift', 'Axle B', 'Battery'], remove: [] },
    });
    expect(judge(['Generator', 'Axle B']).has('Lift')).toBe(false);
  });

  test('takes the alternative that is chosen, and takes out what does not go with it and what needed that', () => {
    const { repair, sentence } = judge(['Axle A', 'Generator']).get('Lift')!;
    expect(sentence).toBe('needs Axle B');
    expect(repair).toEqual({ add: ['Lift', 'Axle B'], remove: ['Axle A'] });
    expect(sayRepair('Lift', repair!)).toBe('Choose Axle B; take out Axle A');
    expect(judge(['Battery', 'Quiet pack']).get('Generator')).toEqual({
      sentence: 'does not go with Quiet pack',
      repair: { add: ['Generator'], remove: ['Quiet pack'] },
    });
    expect(judge(['Axle B', 'Battery', 'Lift']).get('Axle A')?.repair).toEqual({
      add: ['Axle A'],
      remove: ['Axle B', 'Lift'],
    });
  });

  test('that was chosen and misses something now says so too', () => {
    expect(judge(['Lift', 'Axle B']).get('Lift')).toEqual({
      sentence: 'needs Battery or Generator',
      repair: { add: ['Battery'], remove: [] },
    });
  });
});

test('after its repair every option stands, and so does everything else that was right', () => {
  const rules = readOptionRules(van);
  const names = van.map((one) => one.option);
  for (let bits = 0; bits < 2 ** names.length; bits += 1) {
    const chosen = new Set(names.filter((_, at) => (bits >> at) % 2 === 1));
    const before = rules.judge(chosen);
    for (const [name, { repair }] of before) {
      expect(repair).not.toBeNull();
      const after = new Set([...chosen, ...repair!.add].filter((one) => !repair!.remove.includes(one)));
      expect(after.has(name)).toBe(true);
      expect(rules.judge(after).has(name)).toBe(false);
      const torn = [...after].filter((one) => !before.has(one) && rules.judge(after).has(one));
      expect({ name, torn }).toEqual({ name, torn: [] });
    }
  }
});

test('what no choice can have is not reachable', () => {
  const rules = readOptionRules([
    option('Lift', { needs: 'Axle; Battery' }),
    option('Axle', { excludes: 'Battery' }),
    option('Battery'),
    option('Winch', { needs: 'Lift|Battery' }),
    option('Hook', { needs: 'Crane' }),
  ]);
  expect(['Lift', 'Axle', 'Winch', 'Hook'].filter((name) => rules.isReachable(name))).toEqual([
    'Axle',
    'Winch',
  ]);
});
