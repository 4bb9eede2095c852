/** A target as Markdown takes it between parentheses or after a definition's colon. */
export function markdownTarget(target: string, pointed: boolean): string {
  const safe = target.replace(/[\r\n]+/g, '%0A').replace(/&(?=#?[a-z0-9]+;)/gi, '\\&')
  if (!pointed && safe !== '' && !/[\s()<>]/.test(safe)) return safe.replace(/\\(?!&)/g, '\\\\')
  return `<${safe.replace(/\\(?!&)/g, '\\\\').replace(/[<>]/g, '\\$&')}>`
}

/** A target as an HTML attribute's value, in the quotes it had. */
export function htmlTarget(target: string, quote: string): string {
  const safe = target.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (quote === "'") return `'${safe.replaceAll("'", '&#39;')}'`
  return `"${safe.replaceAll('"', '&quot;')}"`
}
