import type { Language } from '@sheaf/contract'
import { stringify } from 'yaml'
import { pagesOf } from '../../test/tree.ts'
import { type Description, type DescriptionPages, describedPages } from '../openapi.ts'

/** The pages of a description; the address of a page is its entry after `sheaf-page:`. */
export const pagesIn = (description: Description): DescriptionPages =>
  describedPages(description, (entry) => `sheaf-page:${encodeURIComponent(entry).replaceAll('(', '%28').replaceAll(')', '%29')}`)

/** The pages of a document given as a value, as JSON or YAML. */
export function planned(
  document: unknown,
  { name = 'api.json', language = 'en' }: { name?: string; language?: Language } = {},
): DescriptionPages {
  const text = /ya?ml$/.test(name) ? stringify(document, { aliasDuplicateObjects: false }) : JSON.stringify(document)
  return pagesIn({ name, text, language })
}

/** The page contents by title. */
export const textsOf = (plan: DescriptionPages): Record<string, string> =>
  Object.fromEntries([...pagesOf(plan.root).values()].map(({ title, content }) => [title, content]))

const start = { openapi: '3.1.0', info: { title: 'Sample', version: '1' } }

/** The page of the operation `GET /x` with this definition. */
export const pageOf = (operation: object, more: object = {}, language: Language = 'en'): string =>
  textsOf(planned({ ...start, paths: { '/x': { get: { summary: 'X', ...operation } } }, ...more }, { language }))['X']!

/** The table rows of a body with this schema, without the header. */
export function rowsOf(schema: unknown, schemas: object = {}): string[] {
  const page = pageOf({ requestBody: { content: { 'application/json': { schema } } } }, { components: { schemas } })
  const body = page.slice(page.indexOf('## Body'))
  return body.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Name|---)/.test(line))
}

/** The non-empty lines of the body section, without headings. */
export function bodyLines(schema: unknown, schemas: object = {}): string[] {
  const page = pageOf({ requestBody: { content: { 'application/json': { schema } } } }, { components: { schemas } })
  return page
    .slice(page.indexOf('## Body'))
    .split('\n')
    .filter((line) => line && !line.startsWith('## '))
}
