/** Those that money is paid in, by ISO 4217; funds, metals and what is no longer paid in are left out. */
export const currencies: readonly string[] = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP ' +
  'CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF ' +
  'IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD ' +
  'MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB ' +
  'RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD ' +
  'UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG'
).split(' ');

type CurrencyChoice = { readonly id: string; readonly name: string; readonly enabled: true };
let choices: readonly CurrencyChoice[] | null = null;

/** To choose from: 'EUR – Euro', by the names that the machine has. */
export function currencyChoices(): readonly CurrencyChoice[] {
  if (choices !== null) return choices;
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  choices = currencies.map((code) => ({
    id: code,
    name: `${code} – ${names.of(code) ?? code}`,
    enabled: true,
  }));
  return choices;
}
