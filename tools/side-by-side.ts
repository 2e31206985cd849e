/** Counts of one part: a check counts one, a test counts one. */
export interface Counts {
  passed: number;
  failed: number;
  /** Names what failed, with the first lines of why. */
  failures?: readonly string[];
  /** Names what failed at first and passed when it was tried once more, alone. */
  unsteady?: readonly string[];
}

export interface Part {
  name: string;
  run(say: (text: string) => void): Promise<Counts>;
}

const mark = (failed: boolean) => (failed ? '\u2717' : '\u2713');

/**
 * Runs the parts, at most so many at once. What they say comes out in their order: the first unfinished part is
 * heard as it speaks, the others are heard when their turn comes. A part that throws has failed once. What failed is
 * named again at the end, where it is found even when the beginning of a long output is lost.
 */
export async function runSideBySide(parts: Part[], atMost: number): Promise<Counts> {
  const total: Counts = { passed: 0, failed: 0 };
  const heard = parts.map(() => ({ words: [] as string[], done: false }));
  const failures: string[] = [];
  const unsteady: string[] = [];
  let turn = 0;

  function speak(): void {
    for (let part = heard[turn]; part; part = heard[turn]) {
      for (const words of part.words.splice(0)) process.stdout.write(words);
      if (!part.done) return;
      turn += 1;
    }
  }

  async function runPart(part: Part, index: number): Promise<void> {
    const own = heard[index]!;
    const say = (text: string) => {
      own.words.push(text);
      speak();
    };
    const began = performance.now();
    const counts = await part.run(say).catch((error: unknown): Counts => {
      say(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      return { passed: 0, failed: 1 };
    });
    total.passed += counts.passed;
    total.failed += counts.failed;
    if (counts.failures === undefined && counts.failed > 0) failures.push(part.name);
    failures.push(...(counts.failures ?? []).map((each) => `${part.name} › ${each}`));
    unsteady.push(...(counts.unsteady ?? []).map((each) => `${part.name} › ${each}`));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (counts.passed + counts.failed > 0) {
      const several =
        counts.passed + counts.failed > 1 ? `: ${counts.passed} passed, ${counts.failed} failed` : '';
      say(`${mark(counts.failed > 0)} ${part.name} (${seconds} s)${several}\n`);
    }
    own.done = true;
    speak();
  }

  const waiting = [...parts.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runPart(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atMost }, lane));
  name('Passed only when tried again alone, which is a defect to mend', unsteady);
  name('What failed', failures);
  return total;
}

function name(heading: string, tests: readonly string[]): void {
  if (tests.length > 0)
    process.stdout.write(`\n${heading}:\n${tests.map((test) => `\u2717 ${test}\n`).join('')}`);
}
