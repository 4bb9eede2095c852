const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands between tags and in attributes. */
export const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] as string)

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Text of an attribute or between tags, as it is meant; our sanitiser writes few entities. */
export const decodeEntities = (html: string) =>
  html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, digits?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The words of an article on one line, for the search; formulas once, buttons not. */
export const wordsOf = (html: string) =>
  decodeEntities(
    html
      .replace(
        /<a class="anc"[\s\S]*?<\/a>|<button\b[\s\S]*?<\/button>|<annotation\b[\s\S]*?<\/annotation>|<span class="katex-html"[\s\S]*?<\/math>/g,
        ' ',
      )
      .replace(/<\/(?:p|div|li|t[dhr]|h[1-6]|pre|dt|dd|blockquote|figcaption|summary)>|<br\b[^>]*>/g, ' ')
      .replace(/<[^>]*>/g, ''),
  )
    .replace(/\s+/g, ' ')
    .trim()
