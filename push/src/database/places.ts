import { escapeLine } from '../lib/escape.ts'
import type { LinkTo } from '../pages/wanted.ts'
import type { Schema } from './schema.ts'

/** Where the page of a table stands. A slash in a name would otherwise begin a catalog of its own. */
export function placeOf(catalog: string[], { mainSchema }: Schema, schema: string): string[] {
  return schema === mainSchema ? catalog : [...catalog, schema.replaceAll('/', '∕')]
}

/** The name of a table, with its schema where that is not the main one. */
export const shownName = ({ mainSchema }: Schema, schema: string, name: string): string =>
  schema === mainSchema ? name : `${schema}.${name}`

/** Writes the name of a table as a link to its page. */
export function tableLinks(schema: Schema, catalog: string[], linkTo: LinkTo) {
  return (of: string, name: string): string => {
    const address = linkTo(placeOf(catalog, schema, of), name)
    const shown = escapeLine(shownName(schema, of, name))
    return address ? `[${shown}](${address})` : shown
  }
}
