// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what XML cannot hold
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const special = /[&<>"]/g
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML content and attributes, and removes characters that XML forbids. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(impossible, '')
    .replace(special, (sign) => escapes[sign]!)
}

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const schemas = 'http://schemas.openxmlformats.org'

/** Namespaces of all parts with paragraphs. */
export const namespaces = [
  `xmlns:w="${schemas}/wordprocessingml/2006/main"`,
  `xmlns:r="${schemas}/officeDocument/2006/relationships"`,
  `xmlns:m="${schemas}/officeDocument/2006/math"`,
  `xmlns:wp="${schemas}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${schemas}/drawingml/2006/main"`,
  `xmlns:pic="${schemas}/drawingml/2006/picture"`,
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  `xmlns:mc="${schemas}/markup-compatibility/2006"`,
  'mc:Ignorable="w14"',
].join(' ')

/** A text as `w:t` elements, with elements for line breaks and tabs. */
export function textXml(text: string): string {
  if (!/[\n\t]/.test(text)) return `<w:t xml:space="preserve">${escapeXml(text)}</w:t>`
  const parts = text.split(/([\n\t])/).filter((part) => part !== '')
  return parts.map((part) => (part === '\n' ? '<w:br/>' : part === '\t' ? '<w:tab/>' : textXml(part))).join('')
}

/** A field that Word evaluates, with the text that is shown until then. */
export function fieldXml(instruction: string, shown: string, properties = ''): string {
  const run = (inside: string) => `<w:r>${properties}${inside}</w:r>`
  return (
    run('<w:fldChar w:fldCharType="begin"/>') +
    run(`<w:instrText xml:space="preserve"> ${escapeXml(instruction)} </w:instrText>`) +
    run('<w:fldChar w:fldCharType="separate"/>') +
    (shown ? run(textXml(shown)) : '') +
    run('<w:fldChar w:fldCharType="end"/>')
  )
}
