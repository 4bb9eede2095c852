/** Quotes a label for Mermaid. Straight quotes inside become typographic quotes; line breaks stay. */
export const quoted = (text: string) =>
  `"${text
    .replace(/"([^"]*)"/g, '“$1”')
    .replaceAll('"', '″')
    .replaceAll('`', '’')}"`
