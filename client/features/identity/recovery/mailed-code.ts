// The code of a mail's link, while its person signs in to confirm it. Only in memory: the mail has it still.
let code: string | null = null;

export function keepMailedCode(given: string): void {
  code = given;
}

export function takeMailedCode(): string | null {
  const kept = code;
  code = null;
  return kept;
}
