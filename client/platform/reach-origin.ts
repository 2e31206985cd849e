// Whether a server answers this browser at all. What it says is not readable here, and not asked.
const mostWaitMs = 5000;

export async function reachesOrigin(origin: string, signal?: AbortSignal): Promise<boolean> {
  const enough = AbortSignal.timeout(mostWaitMs);
  try {
    await fetch(origin, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: signal === undefined ? enough : AbortSignal.any([signal, enough]),
    });
    return true;
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}
