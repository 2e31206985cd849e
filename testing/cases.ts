const factor = Number(process.env['TEST_CASES'] ?? 1);

/** How many cases are tried where more find more: so many in a usual run, TEST_CASES=10 times as many in a long one. */
export const casesOf = (usual: number): number => Math.ceil(usual * factor);
