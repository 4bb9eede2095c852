const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
}

/** The words of one line of Markdown of bearable length, as a title: no marks, tags or addresses, code as it is written. */
export function inlineWords(line: string): string {
  const kept: string[] = []
  // Code, escaped characters and entities are literal: a private character stands for each until the marks are gone.
  const keep = (text: string) => String.fromCharCode(0xe000 + kept.push(text) - 1)
  return line
    .replace(/[\uE000-\uF8FF]/g, '')
    .replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, (_, _ticks: string, code: string) => keep(code.trim()))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, char: string) => keep(char))
    .replace(/<!--.*?-->|<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => keep(decodeEntity(whole, name)))
    .replace(/!?\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^[\]]*\])/g, '$1')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/(\*{1,3}|~~)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])(.*?[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/[\uE000-\uF8FF]/g, (char) => kept[char.charCodeAt(0) - 0xe000] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
