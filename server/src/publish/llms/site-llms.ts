import { tilesOf } from '../../content/item.store.ts'
import { type ItemLine, isSiteListed, type ListingSettings, latestListed } from '../../content/listing.ts'
import type { Caller, Services } from '../../context.ts'
import { itemAddress, rootOf } from '../address.ts'
import { inOneLine, linkLine, noteLines } from './lines.ts'

/** Items in the list of a site. */
const SITE_ITEMS_MAX = 500
const DESCRIPTION_MAX = 200

type Settings = ListingSettings & { site_description: string; site_agent_note: string; mcp_on: string; mcp_open: string }

/** The items of a list for programs: those of the person behind a token or a session, or for anybody those that engines list. */
export async function itemsFor(
  services: Pick<Services, 'store' | 'config'>,
  settings: ListingSettings,
  { user, grant }: Pick<Caller, 'user' | 'grant'>,
): Promise<Pick<ItemLine, 'item_id' | 'item_name' | 'item_description' | 'item_domain'>[]> {
  if (user) return (await tilesOf({ store: services.store, grant }, user.uid, false)).slice(0, SITE_ITEMS_MAX)
  return isSiteListed(services.config, settings) ? latestListed(services, settings, SITE_ITEMS_MAX) : []
}

/** The llms.txt of the site. */
export async function siteLlms(services: Pick<Services, 'store' | 'config'>, settings: Settings, caller: Pick<Caller, 'user' | 'grant'>) {
  const { config } = services
  const items = await itemsFor(services, settings, caller)
  const root = rootOf(config)
  const description = inOneLine(settings.site_description)
  const about = ({ item_description }: { item_description: string }) => [...inOneLine(item_description)].slice(0, DESCRIPTION_MAX).join('')
  const lines = [
    '# Sheaf',
    '',
    `> ${description || 'Documentation. Every page is also Markdown: its address with .md behind it.'}`,
    '',
    ...(settings.site_agent_note ? [noteLines(settings.site_agent_note), ''] : []),
    ...(items.length > 0 ? ['## Items', ''] : []),
    ...items.map((item) => linkLine(item.item_name, `${itemAddress(config, item)}/llms.txt`, about(item))),
    ...(items.length > 0 ? [''] : []),
    '## Optional',
    '',
    ...(isSiteListed(config, settings) ? [linkLine('Sitemap', `${root}/sitemap.xml`)] : []),
    linkLine('API description', `${root}/api/openapi.json`, 'OpenAPI'),
    ...(settings.mcp_on === '1' ? [linkLine('MCP', `${root}/mcp`, 'Model Context Protocol, with a token')] : []),
    ...(settings.mcp_on === '1' && settings.mcp_open === '1'
      ? [linkLine('MCP without a token', `${root}/mcp/open`, 'reads the items of this list')]
      : []),
  ]
  return `${lines.join('\n')}\n`
}
