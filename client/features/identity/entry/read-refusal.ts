// Why the provider's page came back without a sign-in. The sentence stands in the address, where anybody can write
// one who sends a link: only plain words are shown, and no address, number or name of an account.
const plainSentence = /^[\p{L} ,;:()’'“”-]+(?:[.?!](?: |$)[\p{L} ,;:()’'“”-]*)*$/u;
const longest = 200;

export function readRefusal(fragment: URLSearchParams): string | null {
  const sentence = fragment.get('refused');
  if (sentence === null) return null;
  return sentence.length <= longest && plainSentence.test(sentence)
    ? sentence
    : 'You could not be signed in. Please try again.';
}
