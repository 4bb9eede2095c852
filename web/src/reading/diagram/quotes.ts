/** A label for Mermaid's quotes: straight ones inside become those of print, line breaks stay. */
export const quoted = (text: string) =>
  `"${text
    .replace(/"([^"]*)"/g, '“$1”')
    .replaceAll('"', '″')
    .replaceAll('`', '’')}"`
