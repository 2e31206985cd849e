/** What is known of whoever chooses a password, and so is tried first by whoever guesses it. */
export type PasswordContext = {
  readonly email: string;
  readonly names: readonly (string | null | undefined)[];
  /** Names of companies to which they belong, or are invited. */
  readonly companies: readonly string[];
};

const ofTheApplication = 'rowhouse';
const shortestWord = 3;
/** Letters beside a known word that make a password one's own: "northwind2026!" has none, "harbour over northwind" ten. */
const fewestOwnLetters = 4;

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/**
 * Whether the password is little more than words of its context (OWASP ASVS 6.1.2): the application, the person's
 * names, the parts of their email, the names of their companies, each whole or in its words.
 */
export function isMadeOfContext(password: string, { email, names, companies }: PasswordContext): boolean {
  const letters = lettersOf(password);
  const [local = '', domain = ''] = email.split('@');
  const texts = [ofTheApplication, local, ...domain.split('.').slice(0, -1), ...names, ...companies];
  const words = texts
    .flatMap((text) => [text ?? '', ...(text ?? '').split(/[^\p{L}]+/u)])
    .map(lettersOf)
    .filter((word) => word.length >= shortestWord)
    .toSorted((one, other) => other.length - one.length);
  const own = words.reduce((rest, word) => rest.replaceAll(word, ''), letters);
  return own.length < letters.length && own.length < fewestOwnLetters;
}
