import { appRoutes } from '@sheaf/contract/routes'
import { isSiteListed, type ListingSettings } from '../../content/listing.ts'
import { rootOf, type Site } from '../address.ts'

/** Our screens, by their first segment; pages have addresses below /page/ and /p/ that are not for engines. */
const screens = [...new Set(appRoutes.map((route) => route.split('/')[1] ?? '').filter(Boolean)), 'p'].sort()
const calls = ['api', 'server', 'mock-data', 'mock-path', 'healthz', 'livez', 'metrics']
/** Pictures of pages. */
const PICTURES = ['/server/index.php?s=/api/attachment/visitFile/', '/api/attachment/visitFile']

/**
 * What engines may fetch. Items that are not listed are not named here, because a list of closed doors is a map; their pages say it
 * themselves.
 */
export function robotsFile(site: Site, settings: ListingSettings & { robots_more: string }): string {
  if (!isSiteListed(site, settings)) return 'User-agent: *\nDisallow: /\n'
  const base = site.BASE_PATH
  const lines = [
    'User-agent: *',
    ...PICTURES.map((path) => `Allow: ${base}${path}`),
    ...[...screens, ...calls].map((segment) => `Disallow: ${base}/${segment}/`),
    '',
    `Sitemap: ${rootOf(site)}/sitemap.xml`,
    ...(settings.robots_more ? ['', settings.robots_more] : []),
  ]
  return `${lines.join('\n')}\n`
}
