import type { ApiPage } from './types.ts'

/** The page as it is searched: every name, path and word as typed, none of the headings we add. */
export function writeText({ method, url, description, parts, remark }: ApiPage): string {
  const lines = [`${method} ${url}`, description]
  for (const { terms, fields, examples } of parts) {
    lines.push(terms.join(' '))
    for (const { name, type, value, remark: about } of fields) lines.push([name.trim(), type, value, about].filter(Boolean).join(' '))
    for (const { name, text } of examples) lines.push(name, text)
  }
  return [...lines, remark]
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}
