/** Puts stars over these words in a text, also where they stand encoded in an address. */
export function hider(secrets: (string | undefined)[]): (text: string) => string {
  const words = secrets
    .flatMap((secret) => (secret ? [secret, encodeURIComponent(secret), safeDecode(secret)] : []))
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
  return (text) => words.reduce((hidden, word) => hidden.replaceAll(word, '***'), text)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
