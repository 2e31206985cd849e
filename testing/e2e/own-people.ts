// People of the journeys' own (see own-companies.ts).
export const ownPassword = 'harbour at dawn';

/** Olga administers Harbor Supply, those without another word are clerks there. */
export const ownPeople = {
  olga: { email: 'olga@harbor.example', firstName: 'Olga', lastName: 'Marsh' },
  pete: { email: 'pete@harbor.example', firstName: 'Pete', lastName: 'Quill' },
  rita: { email: 'rita@harbor.example', firstName: 'Rita', lastName: 'Stone' },
  sven: { email: 'sven@harbor.example', firstName: 'Sven', lastName: 'Thorn' },
  tara: { email: 'tara@harbor.example', firstName: 'Tara', lastName: 'Vance' },
  /** A clerk of Foundry Metals as well. */
  uma: { email: 'uma@harbor.example', firstName: 'Uma', lastName: 'West' },
  /** A clerk of Anvil Tools alone. */
  vera: { email: 'vera@anvil.example', firstName: 'Vera', lastName: 'Young' },
  /** Manages Depot Logistics, whose parcels are many. */
  hugo: { email: 'hugo@depot.example', firstName: 'Hugo', lastName: 'Reed' },
  /** Sees those parcels, and changes them one at a time. */
  ines: { email: 'ines@depot.example', firstName: 'Ines', lastName: 'Salt' },
  /** Manages Quay Storage, which is set up anew while he works in it. */
  walt: { email: 'walt@quay.example', firstName: 'Walt', lastName: 'Xiang' },
  /** Plans the jobs of Yard Works, whose statuses are a path. */
  xena: { email: 'xena@yard.example', firstName: 'Xena', lastName: 'Young' },
  /** Does the same beside her. */
  zoe: { email: 'zoe@yard.example', firstName: 'Zoe', lastName: 'Adler' },
  /** Administers Mill Timber, which sends its orders to Wharf Joinery. */
  mara: { email: 'mara@mill.example', firstName: 'Mara', lastName: 'Abel' },
  /** Administers Wharf Joinery, where they arrive. */
  nils: { email: 'nils@wharf.example', firstName: 'Nils', lastName: 'Brandt' },
  /** Belongs to no company. */
  yara: { email: 'yara@nowhere.example', firstName: 'Yara', lastName: 'Zane' },
} as const;

export type OwnPerson = keyof typeof ownPeople;

/** Resolves when the companies stand. */
export const ownCompaniesStand = (): Promise<unknown> => askServer('/companies');

/** From now on the company lets in only sessions with a second factor. */
export const requireSecondFactor = (company: string): Promise<unknown> =>
  askServer(`/require-second-factor?company=${company}`);

/** Sets something up in Quay Storage, as nobody on a page does (own-companies.ts names what). */
export const setUp = (what: string): Promise<unknown> =>
  askServer(`/set-up?what=${encodeURIComponent(what)}`);

/** A company that nobody has set up yet, at an address of its own. Hugo and Walt administer it. Answers the address. */
export async function aNewCompany(): Promise<string> {
  const url = `new-${Math.random().toString(36).slice(2, 10)}`;
  await askServer(`/new-company?url=${url}`);
  return url;
}

/** An installation that nobody has opened yet: its address, and the link that its start printed. */
export async function anEmptyInstallation(): Promise<{ url: string; link: string }> {
  return (await askServer('/empty-installation')) as { url: string; link: string };
}

async function askServer(path: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${process.env.JOURNEY_MAIL_PORT}${path}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as unknown;
}
