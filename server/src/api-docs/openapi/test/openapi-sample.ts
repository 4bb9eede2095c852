import type { Language } from '@sheaf/contract'
import { stringify } from 'yaml'
import { pagesOf } from '../../../import/test/plan-sample.ts'
import type { Plan } from '../../../import-plan/plan.ts'
import { planOpenapi } from '../openapi.ts'

/** Plans a document given as a value, as JSON or YAML. */
export function planned(document: unknown, { name = 'api.json', language = 'en' }: { name?: string; language?: Language } = {}): Plan {
  const text = /ya?ml$/.test(name) ? stringify(document, { aliasDuplicateObjects: false }) : JSON.stringify(document)
  return planOpenapi({ name, text, language })
}

/** The page contents of a plan by title. */
export const textsOf = (plan: Plan): Record<string, string> =>
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
