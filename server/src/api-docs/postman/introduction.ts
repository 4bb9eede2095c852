import { DESCRIPTION_MAX, type Language } from '@sheaf/contract'
import { blocks } from '../api/api-text.ts'
import { authLine } from './auth.ts'
import { postmanWords } from './postman-words.ts'
import type { Told } from './request.ts'
import { scriptBlocks } from './scripts.ts'
import { descriptionOf, type Shape, shapesOf } from './shape.ts'
import { variableTable } from './variables.ts'

/** What a collection or a folder says of all its requests, as the page in front of them; '' for nothing. */
export function introduction(folder: Shape, description: string, language: Language, told: Told): string {
  const t = postmanWords(language)
  const part = (title: string, text: string) => (text ? `## ${title}\n\n${text}` : '')
  const variables = shapesOf(folder['variable'] ?? folder['variables'])
  const parts = [
    blocks(description),
    part(t.auth, authLine(folder['auth'], t.noAuth, told.masked)),
    part(t.variables, variableTable(variables, language, told.masked)),
    part(t.scripts, scriptBlocks(folder['event'] ?? folder['events'], language)),
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join('\n\n')}\n` : ''
}

/** A description that an item keeps as its own needs no page. */
export function shortDescription(folder: Shape): string | undefined {
  const description = descriptionOf(folder['description'])
  return description.length <= DESCRIPTION_MAX && !/\n\s*\n[\s\S]*\n\s*\n|[|`<]|^#/m.test(description) ? description : undefined
}
