import type { Tool } from '../tool.ts'
import { catalogAliases } from './catalogs.ts'
import { itemAliases } from './items.ts'
import { pageAliases } from './pages.ts'
import { versionAliases } from './versions.ts'
import { writingAliases } from './writing.ts'

/** The tools of ShowDoc that make sense here, under their names. */
export const aliases: Tool[] = [...itemAliases, ...pageAliases, ...versionAliases, ...writingAliases, ...catalogAliases]
