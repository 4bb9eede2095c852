const [QUOTE, BACKSLASH, COMMA, BRACE, BRACKET] = [...'"\\,{['].map((mark) => mark.charCodeAt(0))

/** How many values a JSON text has, roughly and without parsing it: a small file can hold millions that take a hundred times its size. */
export function jsonValues(bytes: Uint8Array): number {
  let values = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) inText = !inText
    else if (inText) {
      if (byte === BACKSLASH) at++
    } else if (byte === COMMA || byte === BRACE || byte === BRACKET) values++
  }
  return values
}
