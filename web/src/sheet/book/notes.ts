const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** A note is kept as text; the grid shows markup. */
export const noteMarkup = (text: string) => text.replace(/[&<>]/g, (sign) => signs[sign] ?? sign).replace(/\r\n?|\n/g, '<br>')

export const noteText = (markup: string) =>
  markup
    .replace(/<br\s*\/?>|<\/(?:div|p)>(?=.)|(?<=.)<(?:div|p)(?:\s[^>]*)?>/gis, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (all, name: string) => named[name] ?? all)
    .replace(/\n{2,}/g, '\n')
    .trim()
